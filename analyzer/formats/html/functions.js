// The flat profile: all functions, in any order, filtered by name, in groups of modules or
// files.

const columns = [
  {id: 'percent', title: `% ${costWord}`, key: () => cost.self,
    show: (f) => [showPercent(cost.self[f], cost.all), bar(cost.self[f] / cost.all)]},
  {id: 'self', title: 'self', key: () => cost.self, show: (f) => showTime(cost.self[f])},
  {id: 'total', title: 'total', key: () => cost.total, show: (f) => markOf(f) + showTime(cost.total[f])},
  {id: 'calls', title: 'calls', key: () => allCalls, show: (f) => showCalls(f)},
  {id: 'self-call', title: 'self/call', show: (f) => showShortTime(selfPerCall(f)),
    key: () => functions.name.map((_, f) => selfPerCall(f))},
  {id: 'total-call', title: 'total/call', show: (f) => showTotalPerCall(f),
    key: () => functions.name.map((_, f) => totalPerCall(f))},
  {id: 'function', title: 'function', isText: true,
    show: (f) => functionLink(f),
    key: () => functions.name.map((_, f) => shortName(f).toLowerCase())},
  {id: 'where', title: 'file', isText: true,
    show: (f) => placeLink(f),
    key: () => functions.name.map((_, f) => placeOf(f).toLowerCase())},
];

if (measured)
  columns.splice(-1, 0, {id: 'module', title: 'module', isText: true, show: moduleOf,
    key: () => functions.name.map((_, f) => moduleOf(f).toLowerCase())});

function showCalls(f) {
  if (measured)
    return functions.calls[f] === null ? '' : showCount(functions.calls[f]);
  return showCount(functions.calls[f]) +
    (Number(functions.self_calls[f]) ? `+${showCount(functions.self_calls[f])}` : '');
}

function showTotalPerCall(f) {
  const time = showShortTime(totalPerCall(f));
  return time && markOf(f) + time;
}

/** The texts that the filter searches: names and places. */
const searched = functions.name.map((name, f) => `${name} ${placeOf(f)} ${moduleOf(f)}`);

/** How functions can be put into groups, by the names of the groups in addresses. */
const groupings = {
  ...measured ? {module: (f) => moduleOf(f) || 'no module'} : {},
  file: (f) => functions.path[f] === NONE ? 'file unknown' : profile.paths[functions.path[f]],
};

/** Sums of self times by group: [name, time, number of functions], the greatest first. */
function groupsOf(grouping) {
  const sums = new Map();
  functions.name.forEach((_, f) => {
    const name = grouping(f);
    const [time, number] = sums.get(name) || [0, 0];
    sums.set(name, [time + cost.self[f], number + 1]);
  });
  return [...sums].map(([name, [time, number]]) => [name, time, number]).sort((a, b) => b[1] - a[1]);
}

function showGroups(view, tools) {
  const rows = groupsOf(groupings[state.group]);
  const most = rows[0]?.[1];
  const scroller = element('div', {class: 'scroller groups', role: 'grid', 'aria-label': `Groups by ${state.group}`});
  const head = element('div', {class: 'row head', role: 'row'}, ...[['percent', `% ${costWord}`], ['self', 'self'],
    ['calls', 'functions'], ['function', state.group]].map(([id, text]) =>
    element('span', {role: 'columnheader', class: `c-${id} ${id === 'function' ? '' : 'number'}`}, text)));
  const open = (i) => go({in: rows[i][0]});
  const list = new VirtualList(scroller, {head, open, rowHeight: isTouched ? 40 : 26, render: (i) => {
    const [name, time, number] = rows[i];
    return element('div', {class: 'row', role: 'row'},
      element('span', {role: 'gridcell', class: 'number c-percent'}, showPercent(time, cost.all), bar(time / most)),
      element('span', {role: 'gridcell', class: 'number c-self'}, showTime(time)),
      element('span', {role: 'gridcell', class: 'number c-calls'}, showCount(number)),
      element('span', {role: 'gridcell', class: 'c-function'},
        element('a', {class: 'name', title: name, href: addressOf({in: name})}, name)));
  }});
  view.append(element('div', {class: 'tools'}, ...tools,
    element('output', {class: 'status'}, `${showCount(rows.length)} groups`)), scroller);
  list.reset(rows.length);
  scroller.focus({preventScroll: true});
}

/** The threads as groups; each leads to its functions. */
function showThreads(view, tools) {
  const order = orderBy(profile.threads.map(({time}) => time));
  view.append(element('div', {class: 'tools'}, ...tools), plainTable(
    [[`% ${costWord}`, 'number'], ['self', 'number'], ['calls', 'number'], ['thread', 'grow']],
    order.map((i) => {
      const thread = profile.threads[i];
      return [element('td', {class: 'number'}, showPercent(thread.time, profile.time)),
        element('td', {class: 'number'}, showTime(thread.time)),
        element('td', {class: 'number'}, thread.calls === null ? '' : showCount(thread.calls)),
        element('td', {class: 'grow'}, element('a', {class: 'name walk', href: addressOf({thread: threadName(thread), group: undefined})}, threadName(thread)))];
    })));
  walkByArrows(view);
}

function groupChoice() {
  const choice = element('select', {id: 'group', change: () => go({group: choice.value, in: undefined})},
    element('option', {value: ''}, 'none'),
    ...[...Object.keys(groupings), ...tree.samples ? ['thread'] : []].map((name) => element('option', {value: name}, name)));
  choice.value = state.group in groupings || state.group === 'thread' ? state.group : '';
  return element('label', {}, 'Groups ', choice);
}

function showFunctions(view) {
  const grouping = groupings[state.group];
  const tools = [groupChoice(), threadChoice()].filter(Boolean);
  if (state.group === 'thread' && tree.samples)
    return showThreads(view, [groupChoice()]);
  if (grouping && !state.in)
    return showGroups(view, tools);
  if (grouping)
    tools.push(element('a', {class: 'button', href: addressOf({in: undefined})}, `✕ ${baseName(state.in)}`));
  return new Table(view, {
    columns, count: numFunctions, sort: 'self', searched, things: 'functions', tools,
    kind: measured ? 'flat in-modules' : 'flat',
    compare: (a, b) => cost.self[b] - cost.self[a] || allCalls[b] - allCalls[a],
    accepts: (f) => !grouping || grouping(f) === state.in,
    chosen: chosenFunction(),
    chose: (f) => noteSoon({...functionChanges(f, 'functions')}),
    open: (f) => go(functionChanges(f)),
  });
}
