// What to do: the advice of analyzer/advice, about the chosen thread or about all.

function percentOf(time) {
  return `${showPercent(time, cost.all)}%`;
}

/** A link to a function, with the class or namespace in front: a sentence has no room for "in ..." behind it. */
function adviceLink(f) {
  const link = functionLink(f);
  const {head, scope} = folded[f];
  if (state.names === 'whole' || !scope || scope === '(anonymous namespace)' || head.includes(' in '))
    return link;
  const whole = `${scope}::${head}`;
  link.replaceChildren(whole.length <= 40 ? whole : `${scope.split('::').at(-1)}::${head}`);
  return link;
}

/** What shows a part of a sentence: its first member says which part it is. */
const adviceParts = {
  text: ({text}) => text,
  code: ({code}) => element('code', {}, code),
  function: ({function: f}) => isOfProgram(f) || !moduleOf(f) || folded[f].head.endsWith(` (${moduleOf(f)})`) ? adviceLink(f)
    : element('span', {}, adviceLink(f), ` [${moduleOf(f)}]`),
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
  const list = shownGroups ? [] : showsAll() ? profile.advice : profile.thread_advice[shownThread];
  return list.map((parts) => parts.map((part) => adviceParts[Object.keys(part)[0]](part)));
}
