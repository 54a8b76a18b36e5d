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
  if (!file.text.length)
    for (let at = 0; at < file.times.length; at += 2)
      add(file.times[at], '');
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

function showFiles(view) {
  if (!profile.files.length)
    return showNothing(view, 'No source lines are known: was the program compiled ' +
      'with -g, or with -a=source?');
  const {files} = profile;
  const most = files.reduce((sum, file) => Math.max(sum, file.time), 0);
  const order = [...files.keys()].sort((a, b) => files[b].time - files[a].time || a - b);
  const heads = [['number', `% ${costWord}`], ['share', ''], ['number', 'lines executed'], ['c-function', 'file']];
  const scroller = element('div', {class: 'scroller files', role: 'grid', 'aria-label': 'Files'});
  const list = new VirtualList(scroller, {
    rowHeight: isTouched ? 40 : 26, id: 'file',
    head: element('div', {class: 'row head', role: 'row', 'aria-rowindex': 1},
      ...heads.map(([kind, text]) => element('span', {role: 'columnheader', class: kind}, text || hiddenText('share')))),
    render: (index) => {
      const i = order[index];
      const file = files[i];
      const path = profile.paths[file.path];
      return element('div', {class: 'row', role: 'row'},
        element('span', {role: 'gridcell', class: 'number'}, showPercent(file.time, profile.time)),
        element('span', {role: 'gridcell', class: 'share'}, bar(file.time / most)),
        element('span', {role: 'gridcell', class: 'number'}, file.counted
          ? `${showCount(file.executed)} / ${showCount(file.counted)}` : ''),
        element('span', {role: 'gridcell', class: 'c-function'}, hasRows(file)
          ? element('a', {class: 'name walk', title: path, href: addressOf({view: 'source', file: fileKeys[i], line: undefined})}, path)
          : element('span', {class: 'name', title: path}, path),
        file.text.length ? null : element('span', {class: 'note'}, ' not found, or not sampled or executed')));
    },
    open: (index) => hasRows(files[order[index]]) &&
      go({view: 'source', file: fileKeys[order[index]], line: undefined}),
  });
  view.append(element('p', {class: 'note'}, profile.has_counts
    ? 'Lines of code that were executed, of those that were counted.'
    : 'Lines have no counts: the program was not compiled with -a or -a=source.'), scroller);
  list.reset(order.length);
  scroller.focus({preventScroll: true});
}
