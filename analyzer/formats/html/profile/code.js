// The instructions of the hottest functions, which HtmlAssembly.cpp wrote: their places in
// the source, times and counts, and where jumps lead.

const listing = profile.code || {functions: [], omitted: {functions: 0, bytes: 0, first: []}, names: [], problem: ''};

const hasCodeTimes = listing.functions.some(({times}) => times.length > 0);

/** Whether the heat of instructions is that of their counts: on request, or without times. */
function isHeatOfCounts() {
  return state.heat === 'count' || !hasCodeTimes;
}

/** The code of a function. Instructions have numbers from 0 in the order of its parts. */
class FunctionCode {
  constructor(data, index) {
    const {text, parts, function: f} = data;
    Object.assign(this, {data, index, f, texts: text});
    this.places = data.places.map(readPlace);
    this.placeAt = spread(data.place_at, 2, text.length).map((place) => this.places[place?.[0]] || []);
    this.counts = spread(data.counts, 3, text.length);
    this.allTimes = pairs(data.times);
    this.timesOfThreads = this.readThreads(data.thread_times || []);
    this.targets = pairs(data.targets);
    this.own = new Set(data.own);
    this.parts = [];
    for (let at = 0; at < parts.length; at += 3)
      this.parts.push({name: parts[at], first: parts[at + 1], address: BigInt(`0x${parts[at + 2]}`)});
    this.base = this.parts[0]?.address || 0n;
    this.offsets = this.findOffsets();
    this.name = f === NONE ? this.parts[0]?.name || '' : functions.name[f];
    this.key = f === NONE ? this.name : keys[f];
  }

  /** The times by thread and instruction. */
  readThreads(list) {
    const threads = new Map();
    for (let at = 0; at < list.length; at += 3) {
      if (!threads.has(list[at]))
        threads.set(list[at], new Map());
      threads.get(list[at]).set(list[at + 1], list[at + 2]);
    }
    return threads;
  }

  /** The time of each instruction that has some, in the shown thread or in all. */
  get times() {
    return showsAll() ? this.allTimes : this.timesOfThreads.get(shownThread) || new Map();
  }

  /** The distance of each instruction from the function's start. */
  findOffsets() {
    const offsets = [];
    this.parts.forEach(({first, address}, part) => {
      const end = this.parts[part + 1]?.first ?? this.texts.length;
      for (let i = first, at = Number(address - this.base); i < end; at += this.data.size[i++])
        offsets.push(at);
    });
    return offsets;
  }

  addressOf(i) {
    return this.base + BigInt(this.offsets[i]);
  }

  /** The instruction at a distance from the function's start, or NONE. */
  indexOf(offset) {
    this.indices ??= new Map(this.offsets.map((each, i) => [each, i]));
    return this.indices.get(offset) ?? NONE;
  }

  /** The name of an instruction in addresses: its distance from the function's start. */
  keyOf(i) {
    const distance = this.offsets[i];
    return `${this.key}${distance < 0 ? '-' : '+'}${Math.abs(distance).toString(16)}`;
  }

  timeOf(i) {
    return this.times.get(i) || 0;
  }

  /** The count of an instruction as a text, such as "~12" for an estimate. */
  countOf(i) {
    const [count, isExact] = this.counts[i] || [null];
    return count === null ? '' : !isExact ? `~${showLineCount(count)}` : count === 0 ? '#####' : showLineCount(count);
  }

  /** The function's own line of an instruction, or undefined. */
  ownFrame(i) {
    return this.placeAt[i].at(-1);
  }

  /** What the colours show. */
  heatValue(i) {
    return isHeatOfCounts() ? Number(this.counts[i]?.[0] || 0) : this.timeOf(i);
  }

  /** The hot instructions, the hottest first. */
  get ranks() {
    const values = this.texts.map((_, i) => this.heatValue(i));
    return [...values.keys()].filter((i) => values[i] > 0).sort((a, b) => values[b] - values[a] || a - b);
  }

  /** The hottest instruction, or the first. */
  hottest() {
    return this.ranks[0] ?? 0;
  }
}

/** The functions of a place, the innermost first. */
function readPlace(list) {
  const frames = [];
  for (let at = 0; at < list.length; at += 3)
    frames.push({name: listing.names[list[at]], path: list[at + 1], line: list[at + 2]});
  return frames;
}

/** The values of each item, from lists of `width` that hold from an item to the next one. */
function spread(list, width, length) {
  const values = new Array(length);
  for (let at = 0; at < list.length; at += width) {
    const value = list.slice(at + 1, at + width);
    values.fill(value, list[at], list[at + width] ?? length);
  }
  return values;
}

const madeCodes = [];

/** The code of that number. */
function codeAt(c) {
  return madeCodes[c] ??= new FunctionCode(listing.functions[c], c);
}

function allCodes() {
  return listing.functions.map((_, c) => codeAt(c));
}

/** The number of each function's code. */
const codeOfFunction = new Map(listing.functions.flatMap(({function: f}, c) => f === NONE ? [] : [[f, c]]));

/** The instruction that the address chooses, {code, i}, or undefined. */
function chosenInstruction() {
  const [, key, sign, distance] = /^(.*)([+-])([0-9a-f]+)$/s.exec(state.at || '') || [];
  if (!distance)
    return undefined;
  const f = functionOfKey.get(key);
  const c = codeOfFunction.get(f) ?? listing.functions.findIndex((each, n) => each.function === NONE && codeAt(n).key === key);
  if (c === NONE)
    return undefined;
  const code = codeAt(c);
  const offset = Number(`0x${distance}`);
  const i = code.indexOf(sign === '-' ? -offset : offset);
  return i === NONE ? undefined : {code, i};
}

/** The instruction at an address of the module of `code`, {code, i}, or undefined. */
function instructionAt(code, address) {
  for (const each of [code, ...allCodes()]) {
    const i = each.data.module === code.data.module ? each.indexOf(Number(address - each.base)) : NONE;
    if (i !== NONE)
      return {code: each, i};
  }
  return undefined;
}

/** What changes when an instruction is chosen: lines stay where they show it. */
function instructionChanges(code, i, file) {
  const at = code.keyOf(i);
  const frames = code.placeAt[i];
  const isShown = ({path, line}) => line && fileOfPath.has(path) && hasRows(profile.files[fileOfPath.get(path)]);
  const frame = state.asm !== 'lines' ? undefined
    : frames.find((each) => isShown(each) && fileOfPath.get(each.path) === file) || frames.find(isShown);
  const fn = code.f === NONE ? undefined : code.key;
  return frame ? {view: 'source', fn, file: fileKeys[fileOfPath.get(frame.path)], line: frame.line, at}
    : {view: 'source', asm: 'addresses', fn, file: undefined, line: undefined, at};
}

/** Where inlined code comes from, and into what a line's code is inlined. */
function noteOfPlace(code, frames, k) {
  const notes = [];
  if (k < frames.length - 1)
    notes.push(`inlined into ${code.f === NONE ? code.name : shortName(code.f)}`);
  if (k > 0)
    notes.push(`inlined here: ${frames[0].name} (${placeText(frames[0].path, frames[0].line) || 'unknown line'})`);
  return notes.join('; ');
}

/** The groups of instructions of a file's lines. */
class LineGroups {
  constructor() {
    this.lines = new Map();
  }

  /** Adds an instruction to the group of a line that has its note. */
  add(code, i, {line, note}) {
    if (!this.lines.has(line))
      this.lines.set(line, new Map());
    const groups = this.lines.get(line);
    const key = `${code.index} ${note}`;
    if (!groups.has(key))
      groups.set(key, {code, note, time: 0, items: []});
    const group = groups.get(key);
    group.time += code.timeOf(i);
    group.items.push({code, i});
  }

  get ordered() {
    return new Map([...this.lines].map(([line, groups]) => [line, orderGroups([...groups.values()])]));
  }
}

/** The line and note of a place in a file: {line, note}, or undefined. */
function lineInFile(code, frames, path) {
  const k = frames.findIndex((frame) => frame.path === path && frame.line);
  return k === NONE ? undefined : {line: frames[k].line, note: noteOfPlace(code, frames, k)};
}

/**
 * The instructions of a file by line: {line: [{note, time, items}]}. An instruction stands
 * below the innermost of its lines in the file; without any line, below that of the code
 * in front of it.
 */
function codeOfLines(file) {
  const {path} = profile.files[file];
  const groups = new LineGroups();
  for (const code of allCodes()) {
    const known = new Map(code.places.map((frames) => [frames, lineInFile(code, frames, path)]));
    let before;
    code.placeAt.forEach((frames, i) => {
      const hasLine = frames.some(({line}) => line);
      const place = known.get(frames) || (!hasLine && before ? {line: before.line, note: 'no line'} : undefined);
      if (place)
        groups.add(code, i, place);
      if (hasLine)
        before = place;
    });
  }
  return groups.ordered;
}

/** The line's own code first, then by time. Code of a second function has its name. */
function orderGroups(groups) {
  groups.sort((a, b) => Boolean(a.note) - Boolean(b.note) || b.time - a.time);
  groups.forEach((group, n) => {
    if (n && !group.note)
      group.note = `in ${group.code.f === NONE ? group.code.name : shortName(group.code.f)}`;
  });
  return groups;
}
