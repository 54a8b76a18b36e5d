// The source files of the profile, and the rows of one of them.

/**
 * The rows of a file: {line, text}, {gap} for omitted lines, and {start} in front of a
 * function. Without text, the rows are the lines with times.
 */
function rowsOf(file, starts) {
  const rows = [];
  let next = 1;
  let isComment = false;
  const add = (line, text) => {
    if (starts.has(line))
      rows.push({start: starts.get(line), line});
    rows.push({line, text, isComment});
    isComment = endsInComment(text, isComment);
  };
  for (const [first, text] of file.text) {
    if (first > next)
      rows.push({gap: first - next, line: next});
    if (first > next)
      isComment = false;
    text.split('\n').forEach((line, i) => add(first + i, line));
    next = rows[rows.length - 1].line + 1;
  }
  if (file.length >= next)
    rows.push({gap: file.length - next + 1, line: next});
  const {times} = linesOf(file);
  if (!file.text.length)
    for (let at = 0; at < times.length; at += 2)
      add(times[at], '');
  return rows;
}

const splitTexts = new Map();

/** The text of a line of a file that the page has, or undefined. */
function textOfLine(file, line) {
  const {text} = file;
  if (!splitTexts.has(file))
    splitTexts.set(file, text.map(([, lines]) => lines.split('\n')));
  const excerpt = text.findLastIndex(([first]) => first <= line);
  return excerpt === NONE ? undefined : splitTexts.get(file)[excerpt][line - text[excerpt][0]];
}

/** [line, value, line, value...] as a map. */
function pairs(list) {
  const map = new Map();
  for (let i = 0; i < list.length; i += 2)
    map.set(list[i], list[i + 1]);
  return map;
}

/** Whether there is something to show of a file. */
function hasRows(file) {
  return file.text.length > 0 || file.times.length > 0;
}

/** Whether a function of the program has a place in the source. */
function hasOwnLines() {
  return functions.path.some((path, f) => path !== NONE && isOfProgram(f));
}

/** Why a file has no text, if it has none. */
function textNote(file, time) {
  if (file.text.length)
    return '';
  return time > 0 || file.executed ? ', text not found' : ', neither sampled nor executed';
}

/** The folder of a file, beside its name. */
function folderNote(path, more = '') {
  return element('span', {class: 'note'}, ` ${straightPath(path).slice(0, -baseName(path).length)}${more}`);
}

/** The time of each file's functions, with all that they call: each stack counts once. */
function totalsOfFiles() {
  const totals = profile.files.map((file) => linesOf(file).time);
  const [sums, depth] = [totals.map(() => 0), totals.map(() => 0)];
  const fileOf = (node) => isFunctionNode(node) ? fileOfPath.get(functions.path[tree.index[node]]) : undefined;
  walkTree((node) => {
    const file = fileOf(node);
    if (file !== undefined && depth[file]++ === 0)
      sums[file] += tree.total[node];
  }, (node) => {
    const file = fileOf(node);
    if (file !== undefined)
      --depth[file];
  });
  return totals.map((time, i) => Math.max(time, sums[i]));
}

/**
 * The rows of the list of files: {i, file, time, total, number of executed lines}. The one without a file has the
 * time of code whose lines are not known, so that the times add up. Files with nothing to show are the last.
 */
function rowsOfFiles() {
  const totals = totalsOfFiles();
  const rows = profile.files.map((file, i) => ({i, file, time: linesOf(file).time, total: totals[i], executed: file.executed}));
  const rest = rows.reduce((time, row) => time - row.time, cost.all);
  if (rest > 1e-6 * cost.all)
    rows.push({i: NONE, time: rest, total: rest, executed: 0});
  const isEmpty = ({file}) => Number(Boolean(file) && !hasRows(file));
  return rows.sort((a, b) => isEmpty(a) - isEmpty(b) || b.total - a.total || b.time - a.time || b.executed - a.executed || a.i - b.i);
}

/** The name of a file, which leads to its lines if there are some, or what has no file. */
function fileName({i, file, time}) {
  if (!file)
    return ['no known line', element('span', {class: 'note'}, ' code without -g, and instructions that belong to no line')];
  const path = profile.paths[file.path];
  const attributes = {title: path, 'data-whole': path};
  return [hasRows(file) ? element('a', {...attributes, class: 'name walk',
    href: addressOf({view: 'source', file: fileKeys[i], line: undefined})}, baseName(path))
    : element('span', {...attributes, class: 'name'}, baseName(path)),
  folderNote(path, textNote(file, time))];
}

function showFiles(view) {
  if (!profile.files.length)
    return showNothing(view, hasOwnLines() ? 'No line has a time or a count: there are no samples, and nobody counted lines.'
      : 'No source lines are known: was the program compiled with -g, or with -a=source?');
  const rows = rowsOfFiles();
  const heads = [...hasTimes ? [['number', 'self %'], ['number', 'total %'], ['share', '']] : [],
    ...profile.has_counts ? [['number', 'lines executed']] : [], ['c-function', 'file']];
  const scroller = element('div', {class: `scroller files ${hasTimes ? '' : 'only-counts'} ${profile.has_counts ? '' : 'only-times'}`,
    role: 'grid', 'aria-label': 'Files'});
  const cell = (kind, ...parts) => element('span', {role: 'gridcell', class: kind}, ...parts);
  const list = new VirtualList(scroller, {
    rowHeight: heightOfRow(48), id: 'file',
    head: listHead(heads),
    render: (index) => {
      const {file, time, total} = rows[index];
      return element('div', {class: 'row', role: 'row'},
        ...hasTimes ? [cell('number', showPercent(time, cost.all)), cell('number', file ? showPercent(total, cost.all) : ''),
          cell('share', bar(total / cost.all))] : [],
        profile.has_counts ? cell('number', file?.counted ? `${showCount(file.executed)} / ${showCount(file.counted)}` : '') : null,
        cell('c-function', ...fileName(rows[index])));
    },
    open: (index) => rows[index].file && hasRows(rows[index].file) &&
      go({view: 'source', file: fileKeys[rows[index].i], line: undefined}),
  });
  view.append(element('p', {class: 'note'}, profile.has_counts
    ? 'Lines of code that were executed, of those that were counted.'
    : hasOwnLines() ? 'Lines have no counts: the program was not compiled with -a or -a=source.'
    : 'Lines of the program are not known: it was not compiled with -g.'), scroller);
  list.reset(rows.length);
  scroller.focus({preventScroll: true});
}
