// What to do: the advice of analyzer/advice, about the chosen thread or about all.

function percentOf(time) {
  return `${showPercent(time, cost.all)}%`;
}

/** What shows a part of a sentence: its first member says which part it is. */
const adviceParts = {
  text: ({text}) => text,
  code: ({code}) => element('code', {}, code),
  function: ({function: f}) => isOfProgram(f) || !moduleOf(f) || folded[f].head.endsWith(` (${moduleOf(f)})`) ? functionLink(f)
    : element('span', {}, functionLink(f), ` [${moduleOf(f)}]`),
  line: ({line, file}) => {
    const i = profile.files.findIndex(({path}) => profile.paths[path] === file);
    const place = `${baseName(file)}:${line}`;
    return i < 0 ? place : element('a', {class: 'place', href: lineAddress(i, line)}, place);
  },
  cycle: ({cycle}) => element('a', {href: addressOf({view: 'graph', cycle, fn: undefined})}, `Cycle ${cycle}`),
  ranks: ({ranks: text}) => element('a', {href: addressOf({view: 'ranks'})}, text),
  count: ({count}) => showRoundCount(Number(count)),
  percent: ({percent}) => `${showFixed(percent, 1)}%`,
  portion: ({portion}) => portion >= 99.95 ? 'all' : `${showFixed(portion, 1)}%`,
  factor: ({factor}) => showFixed(factor, 2),
  each: ({each}) => showShortTime(each),
  amount: ({amount}) => `${showTime(amount)} ${costUnit}`,
};

/** All advice: lists of parts of a sentence. */
function adviceList() {
  const list = shownThread === NONE ? profile.advice : profile.thread_advice[shownThread];
  return list.map((parts) => parts.map((part) => adviceParts[Object.keys(part)[0]](part)));
}
