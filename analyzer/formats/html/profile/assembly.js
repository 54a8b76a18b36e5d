// Assembly in the source view: rows of instructions below or beside the lines they come
// from, and the code of one function in order of address.

/** Whether instructions stand beside their lines; page.css has the same width. */
const wide = window.matchMedia('(min-width: 1400px)');

function switchAssembly() {
  if (!listing.functions.length)
    return;
  const chosen = chosenInstruction();
  const changes = state.asm === 'addresses' && chosen && !state.file ? placeChanges(chosen) : {};
  go({...changes, asm: state.asm ? undefined : 'lines', at: undefined});
}

/** The line of an instruction, for views of source. */
function placeChanges({code, i}) {
  const frame = code.placeAt[i].find(({path, line}) => line && fileOfPath.has(path));
  return frame ? {file: fileKeys[fileOfPath.get(frame.path)], line: frame.line} : {};
}

/** The switch of the assembly, and the order of its instructions. `code`: of the second. */
function assemblyTools(code) {
  if (listing.problem)
    return [element('span', {class: 'note'}, `No assembly: ${listing.problem}`)];
  if (!listing.functions.length)
    return [];
  const toggle = element('button', {type: 'button', id: 'assembly', 'aria-pressed': String(Boolean(state.asm)),
    'aria-keyshortcuts': 'a', click: switchAssembly}, 'Assembly ', element('kbd', {}, 'a'));
  if (!state.asm)
    return [toggle];
  const order = element('select', {id: 'order', change: () => {
    const chosen = chosenInstruction();
    go(order.value === 'lines' ? {asm: 'lines', ...(chosen ? placeChanges(chosen) : {}), at: state.at}
      : {asm: 'addresses', fn: code.f === NONE ? undefined : code.key, file: undefined, line: undefined,
        at: chosen?.code === code ? state.at : code.keyOf(code.hottest())});
  }}, element('option', {value: 'lines'}, 'by line'), element('option', {value: 'addresses', disabled: !code}, 'by address'));
  order.value = state.asm;
  return [toggle, element('label', {}, 'Instructions ', order)];
}

/** Which code the page has, how to get the rest, and what marks mean. */
function assemblyNote() {
  const {omitted} = listing;
  const number = listing.functions.length;
  const parts = ['* is an instruction of the profiler, ~ an estimate, ##### was never executed.'];
  if (profile.granularity > 2)
    parts.push(` A sample is of ${profile.granularity} bytes of code; the instructions that begin there share it equally.`);
  if (omitted.functions)
    parts.push(...omittedParts(omitted));
  return element('details', {class: 'note assembly-note'},
    element('summary', {}, `The page has the code of ${showCount(number)} function${number === 1 ? '' : 's'}${
      omitted.functions ? `; ${showCount(omitted.functions)} more had no room` : ''}`),
    element('p', {}, ...parts));
}

/** The first functions without room, and the commands that show them. */
function omittedParts({functions: number, bytes, first}) {
  const names = first.map(([name, time]) => name + (time > 0 ? ` ${showPercent(time, profile.time)}%` : ''));
  const all = BigInt(bytes) + BigInt(listing.functions.reduce((sum, {size}) => size.reduce((a, b) => a + b, sum), 0));
  return [` Had no room: ${names.join(', ')}${number > first.length ? ' and others' : ''}. `,
    element('code', {}, `--assembly-bytes=${all}`), ' takes all into the page, ',
    element('code', {}, `llvm-gprof list --assembly ${quoteForShell(first[0][0])} ${quoteForShell(profile.program)}`),
    ' prints one.'];
}

function quoteForShell(text) {
  return /^[\w.,:@%+=/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A link from a function's entry to its code. */
function assemblyLink(f) {
  return !codeOfFunction.has(f) ? [] : [' · ',
    element('a', {href: addressOf({...functionChanges(f, 'source'), asm: 'addresses'})}, 'assembly')];
}

/** The text of an instruction; a link where it names one that the page has. */
function instructionText(code, i, file) {
  const text = code.texts[i];
  const space = text.indexOf(' ');
  const mnemonic = space < 0 ? text : text.slice(0, space);
  const target = code.targets.get(i);
  const at = target === undefined ? NONE : text.lastIndexOf(`0x${target}`);
  const operands = text.slice(mnemonic.length + 1, at < space ? undefined : at);
  const parts = [element('span', {class: 'mnemonic'}, mnemonic), ' ', operands];
  if (at < space || at === NONE)
    return parts;
  const found = instructionAt(code, BigInt(`0x${target}`));
  const rest = text.slice(at);
  parts.push(found ? element('a', {class: 'jump', tabindex: '-1',
    href: addressOf(instructionChanges(found.code, found.i, file))}, rest) : rest);
  return parts;
}

/** What an instruction shows: {time, count, mark, address, text, heat}. */
function instructionParts({code, i}, most, file) {
  const time = code.timeOf(i);
  return {
    time: element('span', {class: 'number', role: 'gridcell', title: time ? `${showTime(time)} ${costUnit}` : null},
      time ? showPercent(time, cost.all) : ''),
    count: element('span', {class: 'number', role: 'gridcell', title: code.counts[i]?.[0] ? showCount(code.counts[i][0]) : null}, code.countOf(i)),
    text: element('span', {class: 'code-text', role: 'gridcell', title: code.texts[i].length > 40 ? code.texts[i] : null},
      code.own.has(i) ? element('span', {class: 'own-mark', title: 'an instruction of the profiler'}, '*', hiddenText('the profiler’s ')) : ' ',
      element('span', {class: 'at'}, `${code.addressOf(i).toString(16)}: `), ...instructionText(code, i, file)),
    heat: heatOf(code.heatValue(i), most),
    isOwn: code.own.has(i),
    isNever: code.countOf(i) === '#####',
  };
}

/** The row of an instruction, or of a note about those below it, in the columns of lines. */
function makeCodeRow(entry, most, file) {
  const cell = (kind, made = element('span', {role: 'gridcell'})) => {
    made.classList.add(`l-${kind}`);
    return made;
  };
  if (entry.note !== undefined)
    return element('div', {class: 'line code-note', role: 'row'}, cell('heat'),
      cell('time', element('span', {class: 'number', role: 'gridcell'}, entry.time ? showPercent(entry.time, cost.all) : '')),
      cell('total'), cell('count'), cell('number'),
      cell('text', element('span', {role: 'gridcell'}, `  ${entry.note}:`)));
  const {time, count, text, heat, isOwn, isNever} = instructionParts(entry, most, file);
  // A phone has one column of times: that of totals beside counts, as page.css says.
  const times = [cell('time', time), narrow.matches ? cell('total', time.cloneNode(true)) : cell('total')];
  const row = element('div', {class: `line instruction ${isOwn ? 'own' : ''} ${isNever ? 'never' : ''}`, role: 'row'},
    cell('heat'), ...times, cell('count', count),
    cell('number', element('span', {class: 'number note', role: 'gridcell'}, entry.line || '')), cell('text', text));
  row.style.setProperty('--heat', heat.toFixed(2));
  return row;
}

/** The same as a cell beside a line. */
function makeCodeCell(entry, most, file) {
  if (!entry)
    return element('span', {class: 'l-code', role: 'gridcell'});
  if (entry.note !== undefined)
    return element('span', {class: 'l-code code-note', role: 'gridcell'},
      element('span', {class: 'number'}, entry.time ? showPercent(entry.time, cost.all) : ''), element('span'),
      element('span', {class: 'code-text'}, `  ${entry.note}:`));
  const {time, count, text, heat, isOwn, isNever} = instructionParts(entry, most, file);
  for (const part of [time, count, text])
    part.removeAttribute('role');
  const made = element('span', {class: `l-code instruction ${isOwn ? 'own' : ''} ${isNever ? 'never' : ''}`, role: 'gridcell'}, time, count, text);
  made.style.setProperty('--heat', heat.toFixed(2));
  return made;
}

/** The rows of a file with its instructions below or beside its lines. */
function withInstructions(rows, file) {
  const lines = codeOfLines(file);
  const result = [];
  for (const row of rows) {
    const groups = row.start === undefined && !row.gap ? lines.get(row.line) || [] : [];
    const entries = groups.flatMap(({note, time, items}) => [...note ? [{note, time}] : [], ...items]);
    if (!wide.matches)
      result.push(row, ...entries.map((entry) => ({line: row.line, entry})));
    else if (!entries.length)
      result.push(row);
    else
      result.push(...entries.map((entry, n) => n ? {line: row.line, beside: entry} : {...row, beside: entry}));
  }
  return result;
}

/** The greatest heat of an instruction among the rows. */
function mostOfInstructions(rows) {
  let most = 0;
  for (const {entry, beside} of rows) {
    const {code, i} = entry || beside || {};
    if (code && i !== undefined)
      most = Math.max(most, code.heatValue(i));
  }
  return most;
}

/** The code of a function in order of address, below the lines it comes from. */
class AssemblyView {
  constructor(view, code) {
    this.code = code;
    this.rows = this.makeRows();
    this.most = mostOfInstructions(this.rows);
    this.ranks = code.ranks;
    this.build(view);
  }

  makeRows() {
    const {code} = this;
    const rows = [];
    let last;
    code.texts.forEach((_, i) => {
      const part = code.parts.find(({first}) => first === i);
      if (part && code.parts.length > 1)
        rows.push({part: part.name});
      const frames = code.placeAt[i];
      const isNew = part || frames !== last;
      const headings = isNew ? this.headings(frames, part ? undefined : last) : [];
      const {line} = frames.at(-1) || {};
      rows.push(...headings, {entry: {code, i, line: isNew && line && !headings.some(({source}) => source) ? line : ''}});
      last = frames;
    });
    return rows;
  }

  /** The line above instructions, if the page has it or the file is another, and what is inlined. */
  headings(frames, before) {
    const own = frames.at(-1);
    const same = before?.at(-1);
    const rows = [];
    if (own?.line && !(same && same.path === own.path && (same.line === own.line || !textOfFrame(own))))
      rows.push({source: own});
    if (frames.length > 1)
      rows.push({entry: {note: noteOfPlace(this.code, frames, frames.length - 1), time: 0}});
    else if (before?.length > 1 && !rows.length || before && !own?.line && same?.line)
      rows.push({entry: {note: own?.line ? 'not inlined' : 'no line', time: 0}});
    return rows;
  }

  build(view) {
    const {code} = this;
    const name = code.f === NONE ? element('span', {class: 'name'}, code.name) : functionLink(code.f);
    const path = code.f !== NONE && fileOfPath.has(functions.path[code.f]);
    this.scroller = element('div', {class: 'scroller source', role: 'grid', 'aria-label': `Assembly of ${code.name}`});
    const hasCounts = code.data.counts.length > 0;
    prepareColumns(this.scroller, {hasTimes: code.times.size > 0, hasCounts, hasTotals: measured && narrow.matches && hasCounts});
    const next = element('button', {type: 'button', id: 'next-hot', 'aria-keyshortcuts': 'n', disabled: !this.ranks.length,
      click: () => this.goToRank(1)}, 'Next hot instruction');
    view.append(element('div', {class: 'tools'},
      element('a', {class: 'button', href: addressOf({file: undefined, line: undefined, fn: undefined, asm: undefined})}, 'Files'), name,
      element('span', {class: 'note'}, [code.f === NONE ? '' : moduleOf(code.f), placeOfCode(code)].filter(Boolean).join(', ')),
      ...path ? assemblyTools(code) : [element('span', {class: 'note'}, 'The page has no source of this function.')], next,
      ...code.data.omitted ? [element('span', {class: 'note'}, `${showCount(code.data.omitted)} more bytes are left out.`)] : []),
    assemblyNote());
    const beside = element('div', {class: 'beside'}, this.scroller);
    view.append(beside);
    this.list = new VirtualList(this.scroller, {
      rowHeight: isTouched ? 24 : 20, head: columnHeads('instruction', {hasCounts}), id: 'instruction',
      render: (index) => this.makeRow(this.rows[index]),
      open: (index) => this.noteRow(index, go),
      chose: (index) => this.noteRow(index, noteSoon),
      keys: (key) => (key === 'n' || key === 'p') && this.goToRank(key === 'n' ? 1 : -1),
    });
    this.list.space.style.setProperty('--columns', 160);
    this.list.reset(this.rows.length, 0, true);
    beside.append(makeStrip(this.rows.map(({entry}) => entry?.code ? heatOf(entry.code.heatValue(entry.i), this.most) : 0),
      (index) => this.list.choose(index, true)));
  }

  noteRow(index, take) {
    const {entry} = this.rows[index];
    if (entry?.code)
      take({at: entry.code.keyOf(entry.i)});
  }

  makeRow(row) {
    if (row.entry)
      return makeCodeRow(row.entry, this.most, NONE);
    if (row.part !== undefined)
      return element('div', {class: 'line start', role: 'row'}, element('span', {role: 'gridcell'}, `<${row.part}>`));
    const {path, line} = row.source;
    const file = fileOfPath.get(path);
    const text = textOfFrame(row.source);
    const place = placeText(path, line);
    return element('div', {class: 'line place-row', role: 'row'}, element('span', {role: 'gridcell'},
      text === undefined ? place : element('a', {tabindex: '-1', href: addressOf({asm: 'lines', file: fileKeys[file], line, at: undefined})}, place),
      text === undefined ? null : element('code', {}, '  ', ...colored(text.trim()))));
  }

  goToRank(step) {
    if (!this.ranks.length)
      return false;
    const chosen = chosenInstruction();
    const at = chosen?.code === this.code ? this.ranks.indexOf(chosen.i) : NONE;
    const next = this.ranks[(at + step + this.ranks.length) % this.ranks.length];
    note({at: this.code.keyOf(next)}, true);
    this.goTo(next);
    return true;
  }

  goTo(i) {
    this.list.choose(Math.max(this.rows.findIndex(({entry}) => entry?.i === i), 0), true);
    this.scroller.focus({preventScroll: true});
  }
}

/** The source of a frame's line, or undefined. */
function textOfFrame({path, line}) {
  const file = fileOfPath.get(path);
  return file === undefined ? undefined : textOfLine(profile.files[file], line);
}

/** "512 bytes" and what else is known of a function's code. */
function placeOfCode(code) {
  const size = code.data.size.reduce((sum, each) => sum + each, 0);
  return `${showCount(size)} bytes, ${showCount(code.texts.length)} instructions`;
}

function showAssembly(view, code) {
  const assembly = new AssemblyView(view, code);
  const chosen = chosenInstruction();
  assembly.goTo(chosen?.code === code ? chosen.i : code.hottest());
}
