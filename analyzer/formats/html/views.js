// The views of a profile, and what they share.

const views = [
  {id: 'overview', title: 'Overview', show: showOverview},
  {id: 'functions', title: 'Functions', show: showFunctions},
  {id: 'graph', title: 'Call graph', show: showGraph},
  {id: 'flame', title: 'Flame', show: showFlame},
  {id: 'source', title: 'Source', show: showSource},
];

const within = {};

const viewKeys = {
  a: () => chosenView().id === 'source' && switchAssembly(),
};

/** The widths at which views change. */
const layouts = [narrow, wide];

const heading = baseName(profile.program);

/** What changes when a tab is chosen: the selection stays. */
function tabChanges(id) {
  return {view: id};
}

function prepare() {
  followThread();
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
  if (state.thread)
    parts.push(state.thread);
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
  add('function', 40, orderBy(cost.total).filter((f) => matcher.test(functions.name[f])).map((f) =>
    ({text: functions.name[f], note: `${showPercent(cost.total[f], cost.all)}%`, changes: functionChanges(f)})));
  add('file', 15, profile.files.flatMap((file, i) => matcher.test(profile.paths[file.path])
    ? [{text: profile.paths[file.path], note: `${showPercent(file.time, profile.time)}%`,
      changes: {view: 'source', file: fileKeys[i], line: undefined}}] : []));
  add('line', 60, profile.files.flatMap((file, i) => file.text.flatMap(([first, text]) =>
    matcher.test(text) || text.includes('\n') ? text.split('\n').flatMap((line, at) => matcher.test(line)
      ? [{text: `${line.trim()}`, note: `${baseName(profile.paths[file.path])}:${first + at}`,
        changes: {view: 'source', file: fileKeys[i], line: first + at}}] : []) : [])));
  return {items, more};
}

const pageKeys = [
  ['→ ←', 'call graph: open and close a row; flame: neighbours'],
  ['p n', 'call graph: the entries before and after; source: hot lines'],
  ['a', 'source: assembly'],
  ['g', 'flame: the function in the call graph'],
  ['Escape', 'flame: back to the caller'],
];
