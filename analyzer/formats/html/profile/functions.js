// The flat profile: all functions, in any order, filtered by name, in groups of modules or
// files.

const allColumns = [
  {id: 'percent', isOfTime: true, title: 'self %', key: () => cost.self,
    show: (f) => [showPercent(cost.self[f], cost.all), bar(cost.self[f] / cost.all)]},
  {id: 'self', isOfTime: true, title: costTitle('self'), key: () => cost.self, show: (f) => showTime(cost.self[f])},
  {id: 'total', isOfTime: true, title: costTitle('total'), key: () => cost.total, show: (f) => markOf(f) + showTime(cost.total[f])},
  {id: 'calls', isOfCalls: true, title: 'calls', key: () => cost.calls, show: showCalls},
  {id: 'self-call', isOfCall: true, isOfTime: true, title: 'self/call', show: (f) => showShortTime(selfPerCall(f)),
    key: () => functions.name.map((_, f) => selfPerCall(f))},
  {id: 'total-call', isOfCall: true, isOfTime: true, title: 'total/call', show: showTotalPerCall,
    key: () => functions.name.map((_, f) => totalPerCall(f))},
  {id: 'function', title: 'function', isText: true,
    show: (f) => [functionLink(f), ...functions.cycle[f] ? [' ', cycleNote(f)] : []],
    key: () => functions.name.map((_, f) => shortName(f).toLowerCase())},
  {id: 'where', title: 'file', isText: true,
    show: (f) => placeLink(f),
    key: () => functions.name.map((_, f) => placeOf(f).toLowerCase())},
];

if (measured)
  allColumns.splice(-1, 0, {id: 'module', title: 'module', isText: true, show: moduleOf,
    key: () => functions.name.map((_, f) => moduleOf(f).toLowerCase())});

const columns = allColumns.filter(({isOfTime}) => hasTimes || !isOfTime);

function showCalls(f) {
  if (!showsAll())
    return cost.calls[f] ? showCount(cost.calls[f]) : '';
  return functions.calls[f] === null ? '' : (functions.has_more_calls[f] ? '>=' : '') + showCount(functions.calls[f]);
}

function showTotalPerCall(f) {
  const time = showShortTime(totalPerCall(f));
  return time && markOf(f) + time;
}

/** The texts that the filter searches: names and places. */
const searched = functions.name.map((name, f) => `${name} ${placeOf(f)} ${moduleOf(f)}`);

/** The class or namespace of each function, without template arguments; an empty text if its name has none. */
const scopes = functions.name.map((name) => (splitName(name)?.parts || []).slice(0, -1).map(([part]) => part).join('::'));

/** How functions can be put into groups, by the names of the groups in addresses. */
const groupings = {
  __proto__: null, // addresses have any names
  ...measured ? {module: (f) => moduleOf(f) || 'no module'} : {},
  ...scopes.some(Boolean) ? {class: (f) => scopes[f] || 'no class or namespace'} : {},
  file: (f) => functions.path[f] === NONE ? 'file unknown' : profile.paths[functions.path[f]],
};

/** The functions of the list: of a part those that have time or calls in it. */
function shownFunctions() {
  return showsAll() ? listed : listed.filter((f) => cost.total[f] > 0 || cost.calls?.[f] > 0);
}

/** Sums by group: {name, time, calls, number of functions}, the greatest self time or number of calls first. */
function groupsOf(grouping) {
  const sums = new Map();
  for (const f of shownFunctions()) {
    const name = grouping(f);
    if (!sums.has(name))
      sums.set(name, {name, time: 0, calls: 0, number: 0});
    const sum = sums.get(name);
    sum.time += cost.self[f];
    sum.calls += sumOfCalls([f], cost.calls || allCalls);
    ++sum.number;
  }
  return [...sums.values()].sort((a, b) => b.time - a.time || b.calls - a.calls);
}

function showGroups(view, tools) {
  const rows = groupsOf(groupings[state.group]);
  const most = rows[0]?.time;
  const scroller = element('div', {class: `scroller groups ${hasTimes ? '' : 'only-counts'}`, role: 'grid', 'aria-label': `Groups by ${state.group}`});
  const head = listHead([...hasTimes ? [['c-percent number', 'self %'], ['c-self number', costTitle('self')]] : [['c-calls number', 'calls']],
    ['c-number number', 'functions'], ['c-function', state.group]]);
  const open = (i) => go({in: rows[i].name});
  const list = new VirtualList(scroller, {head, open, rowHeight: heightOfRow(48), render: (i) => {
    const {name, time, calls, number} = rows[i];
    return element('div', {class: 'row', role: 'row'},
      ...hasTimes ? [element('span', {role: 'gridcell', class: 'number c-percent'}, showPercent(time, cost.all), bar(time / most)),
        element('span', {role: 'gridcell', class: 'number c-self'}, showTime(time))]
        : [element('span', {role: 'gridcell', class: 'number c-calls'}, showCount(calls))],
      element('span', {role: 'gridcell', class: 'number c-number'}, showCount(number)),
      element('span', {role: 'gridcell', class: 'c-function'},
        element('a', {class: 'name', title: name, href: addressOf({in: name})}, baseName(name)), name.includes('/') ? folderNote(name) : null));
  }});
  view.append(element('div', {class: 'tools'}, ...tools,
    element('output', {class: 'status'}, `${showCount(rows.length)} groups`)), scroller);
  list.reset(rows.length);
  scroller.focus({preventScroll: true});
}

/** The threads, ranks or labels as groups; each leads to its functions. */
function showPartGroups(view) {
  const kind = state.group;
  const ofThreads = kind === 'thread';
  const rows = ofThreads ? [...partsOf.thread.values()] : shownParts(kind);
  const hasCalls = rows.some(({calls}) => calls !== null);
  const all = ofThreads ? profile.time : rows.reduce((sum, {time}) => sum + time, 0);
  const choices = partChoices(partKinds.filter((each) => each === otherKind[kind]));
  view.append(element('div', {class: 'tools'}, groupChoice(), ...choices), ...ofThreads ? [] : [element('p', {class: 'note'}, noteOfCalls())], plainTable(
    [...hasTimes ? [[`${costWord} %`, 'number'], [costTitle(costWord), 'number']] : [],
      ...hasCalls ? [['calls', 'number']] : [], [kind, 'grow']],
    rows.map(({name, time, calls}) => [
      ...hasTimes ? [element('td', {class: 'number'}, showPercent(time, all)), element('td', {class: 'number'}, showTime(time))] : [],
      ...hasCalls ? [element('td', {class: 'number'}, showCount(calls ?? ''))] : [],
      element('td', {class: 'grow'}, element('a', {class: 'name walk', title: name, href: addressOf({...partChanges(kind, name), group: undefined})}, name))])));
  walkByArrows(view);
}

function groupChoice() {
  const choice = element('select', {id: 'group', change: () => go({group: choice.value, in: undefined})},
    element('option', {value: ''}, 'none'),
    ...[...Object.keys(groupings), ...partKinds].map((name) => element('option', {value: name}, name)));
  choice.value = state.group ?? '';
  return element('label', {}, 'Groups ', choice);
}

function showFunctions(view) {
  const grouping = groupings[state.group];
  const tools = [groupChoice(), ...partChoices()];
  if (partKinds.includes(state.group))
    return showPartGroups(view);
  if (grouping && !state.in)
    return showGroups(view, tools);
  if (grouping)
    tools.push(element('a', {class: 'button', href: addressOf({in: undefined})}, `✕ ${baseName(state.in)}`));
  if (!showsAll())
    tools.push(element('span', {class: 'note'}, shownGroups ? 'Functions with time or calls there. Empty: no calls, or none that are known apart.'
      : `Functions with time in the thread. ${noCallsNote()}`));
  return new Table(view, {
    columns: columns.filter(({id, isOfCalls, isOfCall}) => (!isOfCalls || showsCalls()) && (!isOfCall || showsAll()) && (id !== 'total' || showsTotals())), rows: shownFunctions(), sort: hasTimes ? 'self' : 'calls', searched, things: 'functions', tools,
    kind: `flat ${measured ? 'in-modules' : ''} ${!hasTimes ? 'only-counts' : showsAll() ? '' : shownGroups ? 'of-group' : 'of-thread'}`,
    compare: (a, b) => cost.self[b] - cost.self[a] || (cost.calls || allCalls)[b] - (cost.calls || allCalls)[a],
    accepts: (f) => !grouping || grouping(f) === state.in,
    chosen: chosenFunction(),
    chose: (f) => noteSoon({...functionChanges(f, 'functions')}),
    open: (f) => go(functionChanges(f)),
  });
}
