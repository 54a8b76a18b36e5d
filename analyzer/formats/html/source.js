// A source file, line by line, with the time and the count of each line, with what is
// called and inlined in it, and with the headers of functions.

/** The heat of a value, from 0 to 1; a small value still differs from none. */
function heatOf(value, most) {
  return value > 0 ? 0.08 + 0.92 * Math.log1p(1000 * value / most) / Math.log(1001) : 0;
}

/** The greatest value of a list of pairs. */
function mostOf(list) {
  return list.reduce((most, value, i) => i % 2 ? Math.max(most, Number(value)) : most, 0);
}

class SourceView {
  constructor(view, i) {
    this.index = i;
    this.file = profile.files[i];
    this.starts = new Map();
    functions.path.forEach((path, f) => {
      const line = functions.line[f];
      const known = this.starts.get(line);
      if (path === this.file.path && line && (known === undefined || cost.total[f] > cost.total[known]))
        this.starts.set(line, f);
    });
    this.rows = rowsOf(this.file, this.starts);
    this.counts = pairs(this.file.counts);
    this.times = pairs(this.file.times);
    this.totals = pairs(this.file.totals || []);
    this.calls = this.callsByLine();
    this.heats = this.makeHeats();
    this.heat = this.heats.find(({name}) => name === state.heat) || this.heats[0];
    this.ranks = this.heat ? [...pairs(this.heat.list)].sort((a, b) => Number(b[1]) - Number(a[1]) || a[0] - b[0])
      .map(([line]) => line) : [];
    this.build(view);
  }

  /** What the lines' colours may show: names, values by line, and the greatest value. */
  makeHeats() {
    return [
      {name: measured ? 'self' : costWord, list: this.file.times},
      {name: 'total', list: this.file.totals || []},
      {name: 'count', list: this.file.counts},
    ].map((heat) => ({...heat, most: mostOf(heat.list), values: pairs(heat.list)})).filter(({most}) => most > 0);
  }

  /** For each line what it calls: {f, time, inlined, calls}, the greatest time first. */
  callsByLine() {
    const lines = new Map();
    const list = this.file.calls || [];
    for (let at = 0; at < list.length; at += 5) {
      const [line, f, time, inlined, calls] = list.slice(at, at + 5);
      if (!lines.has(line))
        lines.set(line, []);
      lines.get(line).push({f, time, inlined, calls});
    }
    for (const each of lines.values())
      each.sort((a, b) => b.time - a.time || Number(b.calls) - Number(a.calls));
    return lines;
  }

  build(view) {
    const choice = element('select', {id: 'heat', change: () => go({heat: choice.value})},
      ...this.heats.map(({name}) => element('option', {value: name}, name)));
    choice.value = this.heat?.name;
    const next = element('button', {type: 'button', id: 'next-hot', 'aria-keyshortcuts': 'n', click: () => this.goToRank(1)}, 'Next hot line');
    const path = profile.paths[this.file.path];
    this.scroller = element('div', {class: 'scroller source', role: 'grid', 'aria-label': path});
    const head = element('div', {class: 'line head', role: 'row', 'aria-rowindex': '1'},
      ...[['heat', ''], ['time', measured ? 'self %' : `% ${costWord}`],
        ...(measured ? [['total', 'total %']] : []), ['count', 'count'], ['number', 'line'],
        ['text', 'source']].map(([kind, name]) =>
        element('span', {class: `l-${kind}`, role: 'columnheader'}, name || hiddenText('heat'))));
    this.scroller.classList.toggle('no-time', !this.times.size);
    this.scroller.classList.toggle('no-count', !this.counts.size);
    this.scroller.classList.toggle('has-total', Boolean(measured));
    this.strip = element('div', {class: 'strip', 'aria-hidden': 'true', click: (event) => {
      const {top, height} = this.strip.getBoundingClientRect();
      this.list.choose(Math.floor((event.clientY - top) / height * this.rows.length), true);
    }});
    view.append(
      element('div', {class: 'tools'},
        element('a', {class: 'button', href: addressOf({file: undefined, line: undefined, fn: undefined})}, 'Files'),
        element('span', {class: 'name path', title: path}, path),
        ...choice.options.length ? [element('label', {}, 'Heat by ', choice), next] : [],
        ...this.file.text.length ? [] : [element('span', {class: 'note nothing'}, 'The source was not found when this page was made, or not sampled or executed; -I names folders to search.')],
        ...state.thread ? [element('span', {class: 'note'}, 'Lines have the times of all threads.')] : []),
      element('div', {class: 'beside'}, this.scroller, this.strip));
    this.list = new VirtualList(this.scroller, {
      rowHeight: isTouched ? 24 : 20, head, id: 'line',
      render: (index) => this.makeRow(this.rows[index]),
      open: (index) => go({file: fileKeys[this.index], line: String(this.rows[index].line)}),
      chose: (index) => noteSoon({file: fileKeys[this.index], line: String(this.rows[index].line)}),
      keys: (key) => (key === 'n' || key === 'p') && this.goToRank(key === 'n' ? 1 : -1),
    });
    const longest = this.rows.reduce((most, {text = ''}) => Math.max(most, text.length), 0);
    this.list.space.style.setProperty('--columns', Math.min(longest, 1000) + 90);
    this.list.reset(this.rows.length, 0, true);
    this.fillStrip();
  }

  /** The hot lines as marks at the height of their rows. */
  fillStrip() {
    if (!this.heat)
      return;
    const places = new Map();
    this.rows.forEach(({line, start, gap}, at) => {
      const value = start === undefined && !gap ? Number(this.heat.values.get(line) || 0) : 0;
      const place = Math.floor(200 * at / this.rows.length);
      if (value > 0)
        places.set(place, Math.max(places.get(place) || 0, value));
    });
    for (const [place, value] of places) {
      const mark = element('span');
      mark.style.top = `${place / 2}%`;
      mark.style.setProperty('--heat', heatOf(value, this.heat.most).toFixed(2));
      this.strip.append(mark);
    }
  }

  makeRow(row) {
    if (row.gap)
      return element('div', {class: 'line gap', role: 'row'}, element('span', {role: 'gridcell'},
        `${showCount(row.gap)} ${row.gap === 1 ? 'line that was' : 'lines that were'} neither sampled nor executed ${row.gap === 1 ? 'is' : 'are'} left out`));
    return row.start === undefined ? this.makeLine(row) : this.makeHeader(row.start);
  }

  /** The header of a function: its name, times and calls. */
  makeHeader(f) {
    const calls = functions.calls[f] === null ? '' : `, ${showCount(allCalls[f])} calls`;
    return element('div', {class: 'line start', role: 'row'}, element('span', {role: 'gridcell'},
      functionLink(f), element('span', {class: 'note'},
        `  ${showPercent(cost.self[f], cost.all)}% self, ${markOf(f)}${showPercent(cost.total[f], cost.all)}% total${calls}`)));
  }

  makeLine({line, text, isComment}) {
    const time = this.times.get(line) || 0;
    const total = this.totals.get(line) || 0;
    const count = this.counts.get(line);
    const heat = this.heat ? heatOf(Number(this.heat.values.get(line) || 0), this.heat.most) : 0;
    const percent = (value) => value ? showPercent(value, profile.time) : '';
    const made = element('div',
      {class: `line ${count === 0 ? 'never' : ''}`, role: 'row'},
      element('span', {class: 'l-heat', role: 'gridcell'}),
      element('span', {class: 'l-time number', role: 'gridcell', title: time ? `${showTime(time)} ${costUnit}` : null}, percent(time)),
      measured ? element('span', {class: 'l-total number', role: 'gridcell', title: total ? `${showTime(total)} ${costUnit}` : null},
        percent(total)) : null,
      element('span', {class: 'l-count number', role: 'gridcell'},
        count === undefined ? '' : count === 0 ? '#####' : showCount(count)),
      element('span', {class: 'l-number number', role: 'gridcell'},
        element('a', {href: lineAddress(this.index, line), tabindex: '-1'}, line)),
      element('span', {class: 'l-text', role: 'gridcell'}, element('code', {}, ...colored(text, isComment)), ...this.callNotes(line)));
    made.style.setProperty('--heat', heat.toFixed(2));
    return made;
  }

  /** What a line calls or has inlined, behind its text. */
  callNotes(line) {
    const calls = this.calls.get(line);
    if (!calls)
      return [];
    const most = 3;
    const parts = calls.slice(0, most).map(({f, time, inlined, calls: number}) => element('span', {class: 'callee'},
      inlined >= time / 2 && time > 0 ? 'inlined ' : '→ ', functionLink(f),
      ` ${[time > 0 ? `${showPercent(time, profile.time)}%` : '', number === null ? '' : `${showRoundCount(Number(number))}×`].filter(Boolean).join(', ')}`));
    if (calls.length > most)
      parts.push(element('span', {class: 'callee'}, `and ${calls.length - most} more`));
    return parts;
  }

  /** Goes to the next line in the order of heat. */
  goToRank(step) {
    if (!this.ranks.length)
      return false;
    const at = this.ranks.indexOf(Number(state.line));
    const next = this.ranks[(at + step + this.ranks.length) % this.ranks.length];
    note({file: fileKeys[this.index], line: String(next)}, true);
    this.goTo(next);
    return true;
  }

  /** Scrolls to a line, or to the gap that contains it. */
  goTo(line) {
    let at = this.rows.findIndex((row) => row.line > line);
    at = (at === NONE ? this.rows.length : at) - 1;
    this.list.choose(Math.max(at, 0), true);
    this.scroller.focus({preventScroll: true});
  }

  /** The hottest line, of a function if one is given. */
  hottest(f) {
    if (f === undefined)
      return this.ranks[0];
    const first = functions.line[f];
    const later = [...this.starts.keys()].filter((line) => line > first);
    const end = Math.min(...later, Infinity);
    const isWithin = (line) => line >= first && line < end;
    const byTotal = [...this.totals].sort((a, b) => b[1] - a[1]).map(([line]) => line);
    return this.ranks.find(isWithin) ?? byTotal.find(isWithin) ?? first;
  }
}

/** Shows the file of the address, or that of the chosen function, at its hottest line. */
function showSource(view) {
  const f = chosenFunction();
  let file = fileOfKey.get(state.file);
  if (state.file !== undefined && file === undefined)
    return showNothing(view);
  const isByFunction = file === undefined && f !== NONE && fileOfPath.has(functions.path[f]);
  if (isByFunction)
    file = fileOfPath.get(functions.path[f]);
  if (file === undefined || !hasRows(profile.files[file])) {
    if (f !== NONE && state.file === undefined)
      view.append(element('p', {class: 'note nothing'}, `The page has no source of ${shortName(f)}.`));
    return state.file === undefined ? showFiles(view) : showNothing(view, 'The source was not found when this page was made, ' +
      'or not sampled or executed; -I names folders to search.');
  }
  const source = new SourceView(view, file);
  const line = state.line ? Number(state.line) : source.hottest(isByFunction ? f : undefined);
  return source.goTo(line ?? source.rows[0].line);
}
