// Source files, line by line, with the count and the time of each line, and with the
// measured time of what it calls.

/** The lines of a file as rows: {line, text}, or {gap} for omitted lines. */
function rowsOf(file) {
  const rows = [];
  let next = 1;
  for (const [first, text] of file.text) {
    if (first > next)
      rows.push({gap: first - next, line: next});
    text.split('\n').forEach((text, i) => rows.push({line: first + i, text}));
    next = rows[rows.length - 1].line + 1;
  }
  if (file.length >= next)
    rows.push({gap: file.length - next + 1, line: next});
  return rows;
}

/** [line, value, line, value...] as a map. */
function pairs(list) {
  const map = new Map();
  for (let i = 0; i < list.length; i += 2)
    map.set(list[i], list[i + 1]);
  return map;
}

function hasText(file) {
  return file.text.length > 0;
}

function fileTable() {
  const most = Math.max(...profile.files.map((file) => file.time), 0);
  const order = [...profile.files.keys()].sort((a, b) =>
    profile.files[b].time - profile.files[a].time || a - b);
  return element('table', {class: 'files'},
    element('thead', {}, element('tr', {}, ...[['number', `% ${costWord}`], ['share', ''],
      ['number', 'lines executed'], ['grow', 'file']].map(([kind, name]) =>
      element('th', {scope: 'col', class: kind}, name)))),
    element('tbody', {}, ...order.map((i) => {
      const file = profile.files[i];
      const path = profile.paths[file.path];
      return element('tr', {},
        element('td', {class: 'number'}, showPercent(file.time, profile.time)),
        element('td', {class: 'share'}, bar(file.time / most)),
        element('td', {class: 'number'}, file.counted
          ? `${showCount(file.executed)} / ${showCount(file.counted)}` : ''),
        element('td', {class: 'grow'}, hasText(file)
          ? element('a', {class: 'name walk', href: `#source/${i}`}, path)
          : element('span', {class: 'name'}, path,
            element('span', {class: 'note'}, ' not found, or not sampled or executed'))));
    })));
}

function showFiles(view) {
  if (!profile.files.length)
    return showNothing(view, 'No source lines are known: was the program compiled ' +
      'with -g, or with -a=source?');
  const frame = element('div', {class: 'wide'}, fileTable());
  walkByArrows(frame);
  view.append(element('p', {class: 'note'}, profile.has_counts
    ? 'Lines of code that were executed, of those that were counted.'
    : 'Lines have no counts: the program was not compiled with -a or -a=source.'), frame);
  return frame.querySelector('a')?.focus({preventScroll: true});
}

/** The heat of a value, from 0 to 1; a small value still differs from none. */
function heatOf(value, most) {
  return value > 0 ? 0.08 + 0.92 * Math.log1p(1000 * value / most) / Math.log(1001) : 0;
}

class SourceView {
  constructor(view, i) {
    this.index = i;
    this.file = profile.files[i];
    this.rows = rowsOf(this.file);
    this.counts = pairs(this.file.counts);
    this.times = pairs(this.file.times);
    this.totals = pairs(this.file.totals || []);
    this.starts = new Map();
    functions.path.forEach((path, f) => {
      if (path === this.file.path)
        this.starts.set(functions.line[f], f);
    });
    this.mostTime = Math.max(...this.file.times.filter((_, i) => i % 2), 0);
    this.mostCount = this.file.counts.reduce(
      (most, value, i) => i % 2 ? Math.max(most, Number(value)) : most, 0);
    this.mostTotal = Math.max(...(this.file.totals || []).filter((_, i) => i % 2), 0);
    [this.heat] = this.heats();
    this.build(view);
  }

  /** What the lines' colours may show: names, values by line, and the greatest value. */
  heats() {
    return [
      {name: measured ? 'self' : costWord, list: this.file.times, most: this.mostTime},
      {name: 'total', list: this.file.totals || [], most: this.mostTotal},
      {name: 'count', list: this.file.counts, most: this.mostCount},
    ].filter(({most}) => most > 0);
  }

  build(view) {
    const heats = this.heats();
    const choice = element('select', {id: 'heat', change: () => {
      this.heat = heats.find(({name}) => name === choice.value);
      this.list.first = undefined;
      this.list.update();
    }}, ...heats.map(({name}) => element('option', {value: name}, name)));
    const hottest = element('button', {type: 'button', click: () => this.goTo(this.hottest())},
      'Hottest line');
    this.scroller = element('div', {class: 'scroller source', role: 'grid',
      'aria-label': profile.paths[this.file.path]});
    const head = element('div', {class: 'line head', role: 'row', 'aria-rowindex': '1'},
      ...[['heat', ''], ['time', measured ? 'self' : costWord],
        ...(measured ? [['total', 'total']] : []), ['count', 'count'], ['number', 'line'],
        ['start', ''], ['text', 'source']].map(([kind, name]) =>
        element('span', {class: `l-${kind}`, role: 'columnheader'}, name)));
    this.scroller.classList.toggle('no-time', !(this.mostTime > 0));
    this.scroller.classList.toggle('no-count', !this.counts.size);
    this.scroller.classList.toggle('has-total', Boolean(measured));
    view.append(
      element('div', {class: 'tools'},
        element('a', {class: 'button', href: '#source'}, 'Files'),
        element('span', {class: 'name path'}, profile.paths[this.file.path]),
        choice.options.length ? element('label', {}, 'Heat by ', choice) : null,
        choice.options.length ? hottest : null),
      this.scroller);
    this.list = new VirtualList(this.scroller, {
      rowHeight: isTouched ? 24 : 20, head,
      render: (index) => this.makeLine(this.rows[index]),
      open: (index) => {
        location.hash = `#source/${this.index}/${this.rows[index].line}`;
      },
    });
    const longest = this.rows.reduce((most, {text = ''}) => Math.max(most, text.length), 0);
    this.list.space.style.setProperty('--columns', Math.min(longest, 1000) + 40);
    this.list.reset(this.rows.length);
  }

  makeLine({line, text, gap}) {
    if (gap)
      return element('div', {class: 'line gap', role: 'row'}, element('span',
        {role: 'gridcell'}, `${showCount(gap)} lines that were neither sampled nor executed are left out`));
    const time = this.times.get(line) || 0;
    const total = this.totals.get(line) || 0;
    const count = this.counts.get(line);
    const value = {count, total, time, self: time}[this.heat?.name];
    const heat = heatOf(Number(value || 0), this.heat?.most);
    const start = this.starts.get(line);
    const made = element('div',
      {class: `line ${count === 0 ? 'never' : ''}`, role: 'row'},
      element('span', {class: 'l-heat', role: 'gridcell'}),
      element('span', {class: 'l-time number', role: 'gridcell'}, time ? showTime(time) : ''),
      measured ? element('span', {class: 'l-total number', role: 'gridcell'},
        total ? showTime(total) : '') : null,
      element('span', {class: 'l-count number', role: 'gridcell'},
        count === undefined ? '' : count === 0 ? '#####' : showCount(count)),
      element('span', {class: 'l-number number', role: 'gridcell'},
        element('a', {href: `#source/${this.index}/${line}`, tabindex: '-1'}, line)),
      element('span', {class: 'l-start', role: 'gridcell'}, start === undefined ? ''
        : element('a', {href: `#graph/${start}`, title: functions.name[start],
          'aria-label': `Call graph of ${functions.name[start]}`}, 'ƒ')),
      element('code', {class: 'l-text', role: 'gridcell'}, text));
    made.style.setProperty('--heat', heat.toFixed(2));
    return made;
  }

  hottest() {
    const {list} = this.heat;
    let best = 0;
    for (let i = 2; i < list.length; i += 2)
      if (Number(list[i + 1]) > Number(list[best + 1]))
        best = i;
    return list[best];
  }

  /** Scrolls to a line, or to the gap that contains it. */
  goTo(line) {
    let at = this.rows.findIndex((row) => row.line > line);
    at = (at === NONE ? this.rows.length : at) - 1;
    this.list.choose(Math.max(at, 0), true);
    this.scroller.focus({preventScroll: true});
  }
}

function showSource(view, [file, line]) {
  if (file === undefined)
    return showFiles(view);
  const index = Number(file);
  if (!(index in profile.files) || !hasText(profile.files[index]))
    return showNothing(view, 'The source was not found when this page was made, ' +
      'or not sampled or executed; -I names folders to search.');
  const source = new SourceView(view, index);
  return source.goTo(line === undefined ? source.rows[0].line : Number(line));
}
