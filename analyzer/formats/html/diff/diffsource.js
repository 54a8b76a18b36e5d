// The source of a row in both programs, side by side: equal lines stand beside each other,
// each with the time and the executions that the row's function has of it in a run.

const sides = ['old', 'new'];

/** The file of each path that a side has source or data of. */
const fileOfSide = Object.fromEntries(sides.map((side) =>
  [side, new Map(content.sources[side].map((file) => [file.path, file]))]));

/**
 * What the function of a row has of each line of a file in a run, and what others have: the second maps lines to
 * pairs of a row, or NONE, and a value. `triples` are a line, a row of a function, and a value of all runs. If rows
 * are lines, `rowLine` is that of the row; the lines around it are those of all functions.
 */
function divideLines(triples, runs, row, rowLine) {
  const own = new Map();
  const others = new Map();
  for (let i = 0; i < triples.length; i += 3) {
    const [line, of] = [triples[i], triples[i + 1]];
    const value = Number(triples[i + 2]) / runs;
    const isAround = content.by_line && line !== rowLine;
    if (isAround || of !== NONE && rows.link_name[of] === rows.link_name[row])
      own.set(line, (own.get(line) || 0) + value);
    else if (others.has(line))
      others.get(line).push([of, value]);
    else
      others.set(line, [[of, value]]);
  }
  return {own, others};
}

/** The same for executions. A function that is counted nowhere is inlined: its lines have the counts of all. */
function divideCounts(triples, runs, row, rowLine) {
  const counts = divideLines(triples, runs, row, rowLine);
  if (content.by_line ? counts.own.has(rowLine) : counts.own.size)
    return counts;
  const all = [...counts.others].map(([line, parts]) => [line, parts.reduce((sum, [, value]) => sum + value, 0)]);
  return {own: new Map([...counts.own, ...all]), others: new Map()};
}

/** The lines of a text from `first` on: [{number, text}]. */
function numberLines([first, text]) {
  return text.split('\n').map((each, i) => ({number: first + i, text: each.trimEnd()}));
}

/** The braces of a line of code, those in comments and texts left out. */
function bracesOf(text) {
  const code = text.replace(/"(\\.|[^"\\])*"|'(\\.|[^'\\])'|\/\*.*?\*\/|\/\/.*/g, '');
  return code.replace(/[^{}]/g, '');
}

/** The number of lines in front of a line, and behind it, that its view has. */
const aroundLine = 30;

/** The index behind the brace that ends what begins at `at`; that of the next function if braces do not tell. */
function endOfFunction(lines, at, starts) {
  let depth = 0;
  for (let i = at; i < lines.length; ++i) {
    if (!depth && i > at && starts.includes(lines[i].number))
      return i; // without braces, such as a macro
    for (const brace of bracesOf(lines[i].text)) {
      depth += brace === '{' ? 1 : -1;
      if (depth <= 0)
        return i + 1;
    }
  }
  const next = lines.findIndex(({number}, i) => i > at && starts.includes(number));
  return next >= 0 ? next : lines.length;
}

/** The lines of the function that begins at `line`, with those of its head in front. */
function linesOfFunction(lines, line, starts) {
  const at = lines.findIndex(({number}) => number === line);
  let first = at;
  while (first > 0 && at - first < 4 && /^[^#].*[\w,*&>(]$/.test(lines[first - 1].text.trim()))
    --first;
  return lines.slice(first, endOfFunction(lines, at, starts));
}

/** What a side has of a row: its lines, none if the text is not there, and their data. Null if it has no place. */
function sourceOfRow(side, row) {
  const {path, line} = rows[side];
  const file = fileOfSide[side].get(path[row]);
  if (path[row] === NONE || !line[row])
    return null;
  const excerpt = file?.text.map(numberLines).find((lines) => lines.some(({number}) => number === line[row])) || [];
  const lines = content.by_line ? excerpt.filter(({number}) => Math.abs(number - line[row]) <= aroundLine)
    : excerpt.length ? linesOfFunction(excerpt, line[row], file.starts) : [];
  const {runs} = content[side];
  return {side, lines, rowLine: line[row], path: content.paths[path[row]], isThere: lines.length > 0,
    times: divideLines(file?.times || [], runs, row, line[row]), counts: divideCounts(file?.counts || [], runs, row, line[row])};
}

/** The greatest number of pairs of lines that are compared. */
const mostComparisons = 4e6;

/** Pairs of equal lines, and lines that only one side has: [{old, new}], in their order. */
function alignLines(before, after) {
  const isEqual = (i, k) => before[i].text === after[k].text;
  let start = 0;
  while (start < before.length && start < after.length && isEqual(start, start))
    ++start;
  let [endOld, endNew] = [before.length, after.length];
  while (endOld > start && endNew > start && isEqual(endOld - 1, endNew - 1)) {
    --endOld;
    --endNew;
  }
  const pairs = before.slice(0, start).map((line, i) => ({old: line, new: after[i]}));
  pairs.push(...alignMiddle(before.slice(start, endOld), after.slice(start, endNew)));
  pairs.push(...before.slice(endOld).map((line, i) => ({old: line, new: after[endNew + i]})));
  return pairs;
}

/** The same by a longest common subsequence. Of too many lines none is common. */
function alignMiddle(before, after) {
  const [n, m] = [before.length, after.length];
  const width = m + 1;
  const longest = n * m <= mostComparisons ? new Uint32Array((n + 1) * width) : null;
  if (longest)
    for (let i = n - 1; i >= 0; --i)
      for (let k = m - 1; k >= 0; --k)
        longest[i * width + k] = before[i].text === after[k].text ? longest[(i + 1) * width + k + 1] + 1
          : Math.max(longest[(i + 1) * width + k], longest[i * width + k + 1]);
  const pairs = [];
  for (let i = 0, k = 0; i < n || k < m;)
    if (longest && i < n && k < m && before[i].text === after[k].text)
      pairs.push({old: before[i++], new: after[k++]});
    else if (i < n && (k === m || !longest || longest[(i + 1) * width + k] >= longest[i * width + k + 1]))
      pairs.push({old: before[i++]});
    else
      pairs.push({new: after[k++]});
  return joinChanged(pairs);
}

/** Puts removed lines beside the ones that replace them. */
function joinChanged(pairs) {
  const result = [];
  for (let i = 0; i < pairs.length;) {
    let end = i;
    while (end < pairs.length && !(pairs[end].old && pairs[end].new))
      ++end;
    const removed = pairs.slice(i, end).filter((pair) => pair.old);
    const added = pairs.slice(i, end).filter((pair) => pair.new);
    for (let k = 0; k < Math.max(removed.length, added.length); ++k)
      result.push({old: removed[k]?.old, new: added[k]?.new});
    if (end < pairs.length)
      result.push(pairs[end++]);
    i = end;
  }
  return result;
}

const isSame = (pair) => Boolean(pair.old && pair.new && pair.old.text === pair.new.text);

/** The greatest number of pairs in a view, and of those around one that matters. */
const mostPairs = 300;
const pairsAround = 3;

/** The pairs to show, with null for each gap: all, or those near a difference or much time. */
function choosePairs(pairs, timeOf) {
  if (pairs.length <= mostPairs)
    return pairs;
  const weight = (pair) => timeOf('old', pair) + timeOf('new', pair);
  const chosen = new Set();
  const byWeight = [...pairs.keys()].filter((i) => !isSame(pairs[i]) || weight(pairs[i]) > 0)
    .sort((a, b) => weight(pairs[b]) - weight(pairs[a]) || a - b);
  for (const i of byWeight) {
    if (chosen.size >= mostPairs)
      break;
    for (let k = Math.max(0, i - pairsAround); k <= Math.min(pairs.length - 1, i + pairsAround); ++k)
      chosen.add(k);
  }
  return pairs.flatMap((pair, i) => chosen.has(i) ? [pair] : chosen.has(i - 1) || i === 0 ? [null] : []);
}

/** The standard error of a time of a side's run. */
function timeError(side, time) {
  const {rate, runs, at_once: atOnce} = content[side];
  return content.exact ? 0 : Math.sqrt(time * atOnce / rate / runs);
}

/** The class of a new time that is greater or less than chance explains. */
function changeClass(before, after) {
  const error = Math.hypot(timeError('old', before), timeError('new', after));
  return Math.abs(after - before) > 2 * error ? after > before ? 'more' : 'less' : '';
}

/** Stands behind the time of a line that other functions have, too. */
const sharedMark = '*';

/** What other functions have of a line: {time, count} by the function's row, or NONE. */
function partsOfOthers({times, counts}, number) {
  const parts = new Map();
  const add = (key, [of, value]) => {
    if (value > 0)
      parts.set(of, {...parts.get(of), [key]: value});
  };
  for (const part of times.others.get(number) || [])
    add('time', part);
  for (const part of counts.others.get(number) || [])
    add('count', part);
  return parts;
}

/** The name of the function of a row, which may be a line. */
function functionName(row) {
  return content.by_line ? rows.name[row].replace(` (${placeOf(row)})`, '') : rows.name[row];
}

/** The same in words; nothing if no other function has time or executions there. */
function othersInLine(source, number) {
  const most = 3;
  const texts = [...partsOfOthers(source, number)].sort(([, a], [, b]) => (b.time || 0) - (a.time || 0)).map(([of, {time, count}]) =>
    `${of === NONE ? 'inlined code' : functionName(of)}: ${[...time ? [`${showTime(time)} ${costUnit}`] : [],
      ...count ? [`${showCount(Math.round(count))} executions`] : []].join(', ')}`);
  return texts.length ? `${source.side}, other functions with this line: ${texts.slice(0, most).join('; ')}${
    texts.length > most ? `; ${texts.length - most} more` : ''}` : '';
}

/** One side of a pair of lines. */
function halfLine(side, pair, {there, timeOf, most}) {
  const line = pair[side];
  if (!line)
    return element('div', {class: 'half none'});
  const time = timeOf(side, pair);
  const count = there[side].counts.own.get(line.number);
  const others = othersInLine(there[side], line.number);
  const isChanged = there.old && there.new && !isSame(pair);
  const kind = side === 'new' && isSame(pair) ? changeClass(timeOf('old', pair), time) : '';
  const isShown = content.by_line && line.number === there[side].rowLine;
  const kinds = ['half', side, ...isChanged ? ['changed'] : [], ...isShown ? ['shown'] : [], ...time > 0 || count !== undefined ? [] : ['plain']];
  const mark = others ? sharedMark : '';
  const title = others || null;
  const half = element('div', {class: kinds.join(' ')},
    hasTimes ? element('span', {class: `number ${kind}`, title}, (time > 0 ? showTime(time) : '') + mark) : null,
    element('span', {class: 'number', title: hasTimes ? null : title}, (count === undefined ? '' : showLineCount(Math.round(count))) + (hasTimes ? '' : mark)),
    element('span', {class: 'number l-number'}, String(line.number)),
    element('code', {}, isChanged ? element('span', {class: 'sign'}, side === 'old' ? '− ' : '+ ') : null, line.text));
  half.style.setProperty('--heat', most > 0 ? (time / most).toFixed(3) : 0);
  return half;
}

/** What stands in place of a side's text. */
function missingText(source) {
  const most = [...source.times.own].sort((a, b) => b[1] - a[1]).slice(0, 5);
  return element('p', {class: 'note'}, `The ${source.side} text of ${source.path} is not there, or has changed since it was compiled. ` +
    'diff -I FOLDER takes the text from that folder.' + (most.length ? ` Its lines with the most ${costWord}: ` +
    `${most.map(([number, time]) => `${number} (${showTime(time)} ${costUnit})`).join(', ')}.` : ''));
}

/** The greatest number of links to functions that share lines. */
const mostLinks = 12;

/** Whose figures stand beside the lines of a row. */
function aboutFigures(row, hasOthers) {
  const what = !hasTimes ? 'Counts are' : `${isTime ? 'Times' : 'Costs'} and counts are`;
  const whose = content.by_line ? `in the line itself those of ${functionName(row)}, in the lines around it those of all functions`
    : 'of this function’s own code in the line';
  return `${what} those of a run, ${whose}.${hasOthers ? ` ${sharedMark} Other functions have this line, too; a tip says what.` : ''}`;
}

/** The source of a row in both programs; null if no side knows its place. */
function sourcesOfRow(row) {
  const found = sides.map((side) => sourceOfRow(side, row)).filter(Boolean);
  if (!found.length)
    return null;
  const there = Object.fromEntries(found.filter(({isThere}) => isThere).map((source) => [source.side, source]));
  const section = element('section', {class: 'sources'}, element('h2', {}, 'Source'),
    ...found.filter(({isThere}) => !isThere).map(missingText));
  if (!there.old && !there.new)
    return section;
  const timeOf = (side, pair) => pair[side] && there[side]?.times.own.get(pair[side].number) || 0;
  const pairs = there.old && there.new ? alignLines(there.old.lines, there.new.lines)
    : (there.old || there.new).lines.map((line) => ({[there.old ? 'old' : 'new']: line}));
  const shown = choosePairs(pairs, timeOf);
  const most = Math.max(...pairs.flatMap((pair) => sides.map((side) => timeOf(side, pair))));
  const list = element('div', {class: `pairs ${hasTimes ? '' : 'no-time'}`, tabindex: 0, role: 'region', 'aria-label': 'Source of both programs'},
    element('div', {class: 'pair head'}, ...sides.map((side) => there[side] ? element('div', {class: 'half'},
      hasTimes ? element('span', {class: 'number'}, unitOfLines) : null, element('span', {class: 'number'}, 'count'), element('span', {class: 'number'}, 'line'),
      element('span', {title: there[side].path}, `${side}: ${baseName(there[side].path)}`)) : element('div', {class: 'half none'}))));
  for (const pair of shown)
    list.append(pair ? element('div', {class: `pair ${isSame(pair) ? 'same' : ''}`},
      ...sides.map((side) => halfLine(side, pair, {there, timeOf, most}))) : element('div', {class: 'pair gap'}, '⋮'));
  const others = new Set(shown.flatMap((pair) => sides.flatMap((side) =>
    pair?.[side] ? [...partsOfOthers(there[side], pair[side].number).keys()] : [])));
  section.append(list, element('p', {class: 'note'}, aboutFigures(row, others.size > 0)));
  others.delete(NONE);
  const linked = content.by_line ? [] : [...others].slice(0, mostLinks);
  if (linked.length)
    section.append(element('p', {class: 'note'}, 'Other functions in these lines: ',
      ...linked.flatMap((of, i) => [i ? ', ' : '', rowLink(of)]), others.size > linked.length ? ` and ${others.size - linked.length} more` : ''));
  return section;
}

const unitOfLines = isTime ? 's' : costUnit;
