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

/** The heads of the columns that lines and instructions have. */
function columnHeads(thing, {hasCounts, isBeside = false}) {
  // Beside counts, a phone has one column, which has the self times of instructions.
  const totalHead = narrow.matches && state.asm && hasCounts ? '%' : 'total %';
  const columns = [['heat', ''], ['time', 'self %'], ['total', totalHead],
    ['count', 'count'], ['number', 'line'], ['text', thing], ...(isBeside ? [['code', 'instruction']] : [])];
  return element('div', {class: 'line head', role: 'row', 'aria-rowindex': '1'}, ...columns.map(([kind, name]) =>
    element('span', {class: `l-${kind}`, role: 'columnheader'}, name || hiddenText('heat'))));
}

/** Leaves out the columns that have nothing. */
function prepareColumns(scroller, {hasTimes, hasCounts, hasTotals = measured, isBeside = false}) {
  scroller.classList.toggle('no-time', !hasTimes);
  scroller.classList.toggle('no-count', !hasCounts);
  scroller.classList.toggle('has-total', hasTotals);
  scroller.classList.toggle('no-total', !hasTotals);
  scroller.classList.toggle('has-code', isBeside);
  scroller.classList.toggle('has-asm', Boolean(state.asm));
}

/** The hot rows as marks at their heights. `heats` has the heat of each row. */
function makeStrip(heats, choose) {
  const strip = element('div', {class: 'strip', 'aria-hidden': 'true', click: (event) => {
    const {top, height} = strip.getBoundingClientRect();
    choose(Math.floor((event.clientY - top) / height * heats.length));
  }});
  const places = new Map();
  heats.forEach((heat, at) => {
    const place = Math.floor(200 * at / heats.length);
    if (heat > 0)
      places.set(place, Math.max(places.get(place) || 0, heat));
  });
  for (const [place, heat] of places) {
    const mark = element('span');
    mark.style.top = `${place / 2}%`;
    mark.style.setProperty('--heat', heat.toFixed(2));
    strip.append(mark);
  }
  return strip;
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
    this.isBeside = state.asm === 'lines' && wide.matches;
    this.rows = rowsOf(this.file, this.starts);
    if (state.asm === 'lines')
      this.rows = withInstructions(this.rows, i);
    this.mostOfCode = mostOfInstructions(this.rows);
    this.counts = pairs(this.file.counts);
    this.lines = linesOf(this.file);
    this.times = pairs(this.lines.times);
    this.totals = pairs(this.lines.totals || []);
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
      {name: 'self', list: this.lines.times},
      {name: 'total', list: this.lines.totals || []},
      {name: 'count', list: this.file.counts},
    ].map((heat) => ({...heat, most: mostOf(heat.list), values: pairs(heat.list)})).filter(({most}) => most > 0);
  }

  /** For each line what it calls: {f, time, inlined, calls}, the greatest time first. */
  callsByLine() {
    const lines = new Map();
    const list = this.lines.calls || [];
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
    const shown = {hasTimes: this.times.size > 0, hasCounts: this.counts.size > 0, isBeside: this.isBeside};
    prepareColumns(this.scroller, shown);
    const beside = element('div', {class: 'beside'}, this.scroller);
    view.append(
      element('div', {class: 'tools'},
        element('a', {class: 'button', href: addressOf({file: undefined, line: undefined, fn: undefined})}, 'Files'),
        element('span', {class: 'name path', title: path, 'data-whole': path}, straightPath(path)),
        ...choice.options.length ? [element('label', {}, 'Heat by ', choice), next] : [],
        ...assemblyTools(this.chosenCode()),
        ...this.file.text.length ? [] : [element('span', {class: 'note nothing'}, 'The source was not found when this page was made, or not sampled or executed; -I names folders to search.')],
        ...showsAll() || !this.counts.size ? [] : [element('span', {class: 'note'}, 'Counts are those of all threads.')]),
      ...this.notes().map((text) => element('p', {class: 'note'}, text)),
      ...state.asm && listing.functions.length ? [assemblyNote()] : [], beside);
    this.list = new VirtualList(this.scroller, {
      rowHeight: isTouched ? 24 : 20, head: columnHeads('source', shown), id: 'line',
      render: (index) => this.makeRow(this.rows[index]),
      open: (index) => go(this.changesOf(index)),
      chose: (index) => noteSoon(this.changesOf(index)),
      keys: (key) => (key === 'n' || key === 'p') && this.goToRank(key === 'n' ? 1 : -1),
    });
    const longest = this.rows.reduce((most, {text = ''}) => Math.max(most, text.length), 0);
    this.list.space.style.setProperty('--columns', this.isBeside ? 0 : Math.min(longest, 1000) + 90);
    this.list.reset(this.rows.length, 0, true);
    beside.append(makeStrip(this.rows.map((row) => this.heatOfRow(row)), (index) => this.list.choose(index, true)));
  }

  /** What one should know of the figures. */
  notes() {
    const notes = [];
    if (this.file.changed)
      notes.push('This file has changed since it was compiled: the figures may stand beside other lines than theirs.');
    if (this.counts.size && profile.is_optimized)
      notes.push('Counts are those of optimized code: an unrolled or vectorized loop has fewer than in the source, which -a=source counts.');
    if (!profile.counted && [...this.times.keys()].some((line) => this.counts.get(line) === 0))
      notes.push('Lines that have time and were never executed: a sample may be taken some instructions late, and has the line of the code that follows.');
    return notes;
  }

  /** What the address has of a row. */
  changesOf(index) {
    const {line, entry, beside} = this.rows[index];
    const {code, i} = entry || beside || {};
    return {file: fileKeys[this.index], line: String(line), at: code && i !== undefined ? code.keyOf(i) : undefined};
  }

  /** Whether a row has a line, not what belongs to one. */
  static isLine({start, gap, entry, text}) {
    return start === undefined && !gap && !entry && text !== undefined;
  }

  heatOfRow(row) {
    const {code, i} = row.entry || row.beside || {};
    const ofCode = code && i !== undefined ? heatOf(code.heatValue(i), this.mostOfCode) : 0;
    const ofLine = this.heat && SourceView.isLine(row) ? heatOf(Number(this.heat.values.get(row.line) || 0), this.heat.most) : 0;
    return Math.max(ofCode, ofLine);
  }

  /** The code whose order of addresses one may ask for: of the instruction, function or line. */
  chosenCode() {
    const chosen = chosenInstruction();
    const c = codeOfFunction.get(chosenFunction());
    if (chosen || c !== undefined || !state.asm)
      return chosen?.code || (c === undefined ? undefined : codeAt(c));
    const has = ({entry, beside}) => (entry || beside)?.code;
    const row = this.rows.find((each) => has(each) && String(each.line) === state.line) || this.rows.find(has);
    return row && has(row);
  }

  makeRow(row) {
    if (row.gap)
      return element('div', {class: 'line gap', role: 'row'}, element('span', {role: 'gridcell'},
        `${showCount(row.gap)} ${row.gap === 1 ? 'line that was' : 'lines that were'} neither sampled nor executed ${row.gap === 1 ? 'is' : 'are'} left out`));
    if (row.start !== undefined)
      return this.makeHeader(row.start);
    return row.entry ? makeCodeRow(row.entry, this.mostOfCode, this.index) : this.makeLine(row);
  }

  /** The header of a function: its name, times and calls. */
  makeHeader(f) {
    const facts = [...hasTimes ? [`${showPercent(cost.self[f], cost.all)}% self`, `${markOf(f)}${showPercent(cost.total[f], cost.all)}% total`] : [],
      ...functions.calls[f] === null ? [] : [`${showCount(allCalls[f])} call${allCalls[f] === 1 ? '' : 's'}`]];
    return element('div', {class: 'line start', role: 'row'}, element('span', {role: 'gridcell'},
      functionLink(f), element('span', {class: 'note'}, `  ${facts.join(', ')}`)));
  }

  /** A line. Behind the first instruction beside it, the others are beside nothing. */
  makeLine({line, text, isComment, beside}) {
    if (text === undefined)
      return element('div', {class: 'line', role: 'row'}, ...this.emptyCells(), makeCodeCell(beside, this.mostOfCode, this.index));
    const time = this.times.get(line) || 0;
    const total = this.totals.get(line) || 0;
    const count = this.counts.get(line);
    const heat = this.heat ? heatOf(Number(this.heat.values.get(line) || 0), this.heat.most) : 0;
    const percent = (value) => value ? showPercent(value, cost.all) : '';
    const made = element('div',
      {class: `line ${count === 0 ? 'never' : ''}`, role: 'row'},
      element('span', {class: 'l-heat', role: 'gridcell'}),
      element('span', {class: 'l-time number', role: 'gridcell', title: time ? `${showTime(time)} ${costUnit}` : null}, percent(time)),
      element('span', {class: 'l-total number', role: 'gridcell', title: total ? `${showTime(total)} ${costUnit}` : null}, percent(total)),
      element('span', {class: 'l-count number', role: 'gridcell', title: count ? showCount(count) : null},
        count === undefined ? '' : count === 0 ? '#####' : showLineCount(count)),
      element('span', {class: 'l-number number', role: 'gridcell'},
        element('a', {href: lineAddress(this.index, line), tabindex: '-1'}, line)),
      element('span', {class: 'l-text', role: 'gridcell'}, element('code', {}, ...colored(text, isComment)), ...this.callNotes(line)),
      this.isBeside ? makeCodeCell(beside, this.mostOfCode, this.index) : null);
    made.style.setProperty('--heat', heat.toFixed(2));
    return made;
  }

  emptyCells() {
    return ['heat', 'time', 'total', 'count', 'number', 'text'].map((kind) =>
      element('span', {class: `l-${kind}`, role: 'gridcell'}));
  }

  /** What a line calls or has inlined, behind its text. */
  callNotes(line) {
    const calls = this.calls.get(line);
    if (!calls)
      return [];
    const most = 3;
    const parts = calls.slice(0, most).map(({f, time, inlined, calls: number}) => element('span', {class: 'callee'},
      inlined >= time && time > 0 ? '   inlined ' : '   → ', functionLink(f),
      ` ${[time > 0 ? `${showPercent(time, cost.all)}%` : '', inlined < time ? inlinedText(inlined, time) : '', number === null ? '' : `${showRoundCount(Number(number))}×`].filter(Boolean).join(', ')}`));
    if (calls.length > most)
      parts.push(element('span', {class: 'callee'}, `   and ${calls.length - most} more`));
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

  /** Scrolls to a line, or to the gap that contains it; or to the instruction of the address. */
  goTo(line) {
    const chosen = state.at ? chosenInstruction() : undefined;
    let at = chosen ? this.rows.findIndex(({entry, beside}) => {
      const {code, i} = entry || beside || {};
      return code === chosen.code && i === chosen.i;
    }) : NONE;
    if (at === NONE)
      at = this.rows.findIndex((row) => row.line === line && SourceView.isLine(row));
    if (at === NONE)
      at = this.rows.findLastIndex((row) => row.line <= line);
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

/** The file that the address chooses by its name, or by an instruction or a function. */
function chosenFile(f) {
  if (state.file !== undefined)
    return fileOfKey.get(state.file);
  const chosen = state.asm === 'lines' ? chosenInstruction() : undefined;
  const ofInstruction = chosen && fileOfKey.get(placeChanges(chosen).file);
  return ofInstruction ?? (f === NONE ? undefined : fileOfPath.get(functions.path[f]));
}

/** The code to show in order of address: on request, or as there is no source. */
function chosenCode(f, file) {
  const chosen = chosenInstruction();
  const hasSource = file !== undefined && profile.files[file].text.length > 0;
  if (state.file !== undefined || (hasSource && state.asm !== 'addresses'))
    return undefined;
  const c = codeOfFunction.get(f);
  return chosen?.code || (c === undefined ? undefined : codeAt(c));
}

/** Shows the file of the address, or that of the chosen function, at its hottest line. */
function showSource(view) {
  const f = chosenFunction();
  const file = chosenFile(f);
  const code = chosenCode(f, file);
  if (code)
    return showAssembly(view, code);
  if (file === undefined || !hasRows(profile.files[file])) {
    if (f !== NONE && state.file === undefined)
      view.append(element('p', {class: 'note nothing'}, `The page has no source of ${shortName(f)}.`));
    return state.file === undefined ? showFiles(view) : showNothing(view, 'The source was not found when this page was made, ' +
      'or not sampled or executed; -I names folders to search.');
  }
  const source = new SourceView(view, file);
  const line = state.line ? Number(state.line) : source.hottest(state.file === undefined && f !== NONE ? f : undefined);
  return source.goTo(line ?? source.rows[0].line);
}
