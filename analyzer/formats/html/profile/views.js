// The views of a profile, and what they share.

/** A view that says so if it has no times of the chosen rank or label. */
function ofAll(show) {
  return (view) => {
    if (showsAll() && (state.rank ?? state.label) !== undefined)
      view.append(element('p', {class: 'note of-all'}, 'This view has no numbers of single ranks and labels: these are those of all.'));
    return show(view);
  };
}

const views = [
  {id: 'overview', title: 'Overview', show: showOverview},
  {id: 'functions', title: 'Functions', show: showFunctions},
  {id: 'graph', title: 'Call graph', show: ofAll(showGraph)},
  {id: 'flame', title: 'Flame', show: ofAll(showFlame)},
  {id: 'source', title: 'Source', show: ofAll(showSource)},
  ...ranks || mpi ? [{id: 'ranks', title: 'Ranks', show: ofAll(showRanks)}] : [],
];

const within = {};

const viewKeys = {
  a: () => chosenView().id === 'source' && switchAssembly(),
};

/** Whether a text is the number of a line of the chosen file, as far as its length is known. */
function hasLine(line) {
  const file = profile.files[chosenFile(chosenFunction())];
  return /^[1-9]\d*$/.test(line) && !(file?.length && Number(line) > file.length);
}

/** What members of the state name: what it is called, whether the page has it, and the members that belong to it. */
const named = {
  fn: {thing: 'function', has: (name) => functionOfKey.has(name)},
  cycle: {thing: 'cycle', has: (number) => cycleOf.has(Number(number))},
  file: {thing: 'file', has: (name) => fileOfKey.has(name), parts: ['line']},
  line: {thing: 'line', has: hasLine},
  at: {thing: 'instruction', has: () => Boolean(chosenInstruction())},
  thread: {thing: 'thread', has: (name) => threadOfName.has(name)},
  rank: {thing: 'rank', has: (name) => partsOf.rank.has(name)},
  label: {thing: 'label', has: (name) => partsOf.label.has(name)},
  group: {thing: 'group', has: (name) => name in groupings || partKinds.includes(name), parts: ['in']},
  in: {thing: 'group', has: (name) => functions.name.some((_, f) => groupings[state.group]?.(f) === name)},
  color: {thing: 'colour', has: (name) => name in groupings},
};

/** The widths at which views change. */
const layouts = [narrow, wide];

const heading = baseName(profile.program);

/** What changes when a tab is chosen: the selection stays. */
function tabChanges(id) {
  return {view: id};
}

function prepare() {
  followParts();
}

/** What the title names first. */
function shownThing(tab) {
  const f = chosenFunction();
  const parts = [];
  if (tab === 'graph' && state.cycle)
    parts.push(`cycle ${state.cycle}`);
  else if (tab === 'source' && fileOfKey.has(state.file))
    parts.push(baseName(state.file) + (state.line ? `:${state.line}` : ''));
  else if (tab === 'source' && state.asm === 'addresses' && chosenInstruction())
    parts.push(chosenInstruction().code.name);
  else if (tab === 'functions' && state.filter)
    parts.push(`“${state.filter}”`);
  else if (f !== NONE && tab !== 'overview')
    parts.push(shortName(f));
  if (!showsAll())
    parts.push(shownGroups ? shownText : state.thread);
  return parts.join(', ');
}

const searchedThings = 'functions, files and lines';

/** What the search finds: at most so many of each kind. */
function findAll(matcher) {
  const items = [];
  let more = 0;
  const add = (kind, most, list) => {
    items.push(...list.slice(0, most).map((item) => ({kind, ...item})));
    more += Math.max(0, list.length - most);
  };
  add('function', 40, orderBy(hasTimes ? cost.total : allCalls).filter((f) => matcher.test(functions.name[f])).map((f) =>
    ({text: functions.name[f], note: hasTimes ? `${showPercent(cost.total[f], cost.all)}%` : showCount(allCalls[f]), changes: functionChanges(f)})));
  add('file', 15, profile.files.flatMap((file, i) => matcher.test(profile.paths[file.path])
    ? [{text: profile.paths[file.path], note: hasTimes ? `${showPercent(linesOf(file).time, cost.all)}%` : '',
      changes: {view: 'source', file: fileKeys[i], line: undefined}}] : []));
  add('line', 60, profile.files.flatMap((file, i) => file.text.flatMap(([first, text]) =>
    matcher.test(text) || text.includes('\n') ? text.split('\n').flatMap((line, at) => matcher.test(line)
      ? [{text: `${line.trim()}`, note: `${baseName(profile.paths[file.path])}:${first + at}`,
        changes: {view: 'source', ...lineChanges(i, first + at)}}] : []) : [])));
  return {items, more};
}

const pageKeys = [
  ['→ ←', 'call graph: open and close a row; flame: neighbours'],
  ['p n', 'call graph: the entries before and after; source: hot lines'],
  ['a', 'source: assembly'],
  ['g', 'flame: the function in the call graph'],
  ['Escape', 'flame: back to the caller'],
];
