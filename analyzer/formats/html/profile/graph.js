// The call graph, entry by entry: callers above the function, callees below, as deep as
// one opens them. Each name is a link to its entry.

/** A link to a function's cycle, shown beside its name. */
function cycleNote(f) {
  const number = functions.cycle[f];
  return number ? element('a', {class: 'tag', href: addressOf({view: 'graph', fn: undefined, cycle: number})}, `cycle ${number}`)
    : null;
}

/** The module of a function that is not the program's. */
function moduleTag(f) {
  const module = moduleOf(f);
  return module && !isOfProgram(f) && !functions.name[f].startsWith('[')
    ? element('span', {class: 'tag'}, module) : null;
}

/** The numbers of a row: its time, if the profile has times, and calls. Estimates have no time of calls within a cycle. */
function arcCells({arc, time}, whole) {
  const {arcs} = profile;
  const mark = arc !== undefined && arcs.is_lower_bound[arc] ? '>=' : '';
  const times = !hasTimes ? [] : arc !== undefined && arcs.nested[arc] && !arcs.time[arc] ? ['', '']
    : [showPercent(time, whole), mark + showTime(time)];
  if (!showsAll())
    return times;
  const calls = arc === undefined ? null : arcs.calls[arc];
  const each = Number(calls) && !arcs.nested[arc] ? showShortTime(arcs.time_of_calls[arc] / Number(calls)) : '';
  return [...times, calls === null ? '' : showCount(calls), ...hasTimes ? [each && mark + each] : []];
}

function arcHeads() {
  return [...hasTimes ? ['share %', costTitle('total')] : [], ...showsAll() ? ['calls', ...hasTimes ? ['total/call'] : []] : []];
}

/** The names of a row: what opens it, the function, and where it belongs. */
function rowName(row, isUp, toggle) {
  const {arc, f} = row;
  const isItself = arc !== undefined && profile.arcs.caller[arc] === profile.arcs.callee[arc];
  const opener = canOpen(row, isUp) ? element('button', {type: 'button', class: 'opener', tabindex: '-1',
    'aria-expanded': String(row.isOpen), 'aria-label': row.isOpen ? 'Close' : 'Open', click: () => toggle(row)},
  row.isOpen ? '▾' : '▸') : element('span', {class: 'opener'});
  const cell = element('span', {role: 'gridcell', class: 'c-function'}, opener,
    ...f === NONE ? [row.name || '<spontaneous>']
      : [functionLink(f, 'walk'), ' ', isItself ? element('span', {class: 'tag'}, 'itself') : cycleNote(f), moduleTag(f),
        inlinedTag(arc === undefined ? row.inlined : inlinedTime(arc), row.time)].filter(Boolean));
  cell.style.setProperty('--depth', row.depth);
  return cell;
}

/** A list of callers or callees. Without rows, it says `none`. */
function arcList(title, f, arcs, isUp, whole, none) {
  const section = element('section', {class: `arcs ${isUp ? 'callers' : 'callees'} ${hasTimes ? 'timed-arcs' : 'only-counts'} ${
    showsAll() ? '' : 'of-thread'}`},
    element('h2', {}, arcs.length > 1 ? `${title} (${showCount(arcs.length)})` : title));
  if (!arcs.length) {
    section.append(element('p', {class: 'note'}, none));
    return section;
  }
  const member = isUp ? 'up' : 'down';
  const opened = new Set(state[member]?.split('|'));
  const first = sortArcs(arcs).map((arc) => ({arc, time: arcTime(arc), f: profile.arcs[isUp ? 'caller' : 'callee'][arc]}));
  let rows = openRows(f, first, isUp, opened);
  const head = listHead([...hasTimes ? [['share', '']] : [], ...arcHeads().map((text, i) => [`number a-${i}`, text]), ['c-function', 'function']]);
  const scroller = element('div', {class: 'scroller arc-rows', role: 'treegrid', 'aria-label': title});
  const toggle = (row, isOpen = !row.isOpen) => {
    if (isOpen === row.isOpen || isOpen && !canOpen(row, isUp))
      return false;
    opened[isOpen ? 'add' : 'delete'](row.chain);
    note({[member]: [...opened].join('|')}, true);
    const at = rows.indexOf(row);
    rows = openRows(f, first, isUp, opened);
    list.reset(rows.length, at);
    return true;
  };
  const list = new VirtualList(scroller, {
    head, rowHeight: heightOfRow(44), id: member,
    render: (index) => {
      const row = rows[index];
      const cells = arcCells(row, whole);
      return element('div', {class: 'row', role: 'row', 'aria-level': row.depth + 1,
        'aria-expanded': canOpen(row, isUp) ? String(row.isOpen) : null},
      hasTimes ? element('span', {role: 'gridcell', class: 'share'}, cells[0] ? bar(row.time / whole) : '') : null,
      ...cells.map((cell, i) => element('span', {role: 'gridcell', class: `number a-${i}`}, cell)),
      rowName(row, isUp, toggle));
    },
    open: (index) => rows[index].f !== NONE && go(functionChanges(rows[index].f)),
    keys: (key) => (key === 'ArrowRight' || key === 'ArrowLeft') && toggle(rows[list.chosen], key === 'ArrowRight'),
  });
  section.append(scroller);
  requestAnimationFrame(() => list.redraw());
  list.reset(rows.length);
  return section;
}

/** Each entry's place. An entry is a function's index, or -1 - the index of a cycle. */
const placeOfEntry = new Map(profile.entries.map((entry, place) => [entry, place]));

/** The number of an entry, if it is shown. */
function entryNumber(entry) {
  return placeOfEntry.has(entry) ? [element('span', {class: 'index'}, `[${placeOfEntry.get(entry) + 1}]`)] : [];
}

function entryChanges(entry) {
  return entry < 0 ? {view: 'graph', fn: undefined, cycle: String(profile.cycles[-1 - entry].number),
    up: undefined, down: undefined} : functionChanges(entry);
}

/** Links to the entries before and after one. */
function neighbours(entry) {
  if (!placeOfEntry.has(entry))
    return [];
  const link = (step, key) => {
    const next = profile.entries[placeOfEntry.get(entry) + step];
    if (next === undefined)
      return null;
    const number = placeOfEntry.get(next) + 1;
    return element('a', {href: addressOf(entryChanges(next)), 'aria-keyshortcuts': key,
      'aria-label': `Entry ${number}`}, step < 0 ? `‹ [${number}]` : `[${number}] ›`);
  };
  return [link(-1, 'p'), link(1, 'n')].filter(Boolean);
}

/** The times of an entry, if the profile has times. */
function timeFigures(self, children, mark = '') {
  return !hasTimes ? [] : [
    ['total %', showPercent(self + children, cost.all)], [costTitle('self'), showTime(self)],
    [costTitle('children'), mark + showTime(children)],
  ];
}

/** The figures of a function. */
function entryFigures(f, self, children) {
  const figures = timeFigures(self, children, markOf(f));
  if (functions.calls[f] !== null && showsAll())
    figures.push(['called', `${callsOf(f).map(showCount).join(' + ')}${Number(functions.self_calls[f]) ? ' by itself' : ''}`],
      ['total/call', showTotalPerCall(f)]);
  return figures.filter(([, value]) => value !== '');
}

/** Why a function has no callers. */
function noCallers(f) {
  if (!measured)
    return 'No counted calls: it was called from outside.';
  return cost.total[f] > 0 ? 'No caller is on its stacks: it begins them.'
    : 'It was on no stack, and no call of it was counted.';
}

/** Links to drawings: of the stacks through a function, and of the hot part. */
function drawingLinks(f, whole) {
  if (!tree.parent.length || !(whole > 0))
    return [];
  return [' · ', element('a', {href: addressOf({...functionChanges(f), drawn: 1})}, 'its stacks, drawn'),
    ' · ', element('a', {href: addressOf({view: 'graph', fn: undefined, cycle: undefined})}, 'the hot part, drawn')];
}

/** The time that callers of a function share: without measured times, those of a cycle's member share the cycle's. */
function timeOfCallers(f, whole) {
  const cycle = measured ? undefined : cycleOf.get(functions.cycle[f]);
  return cycle ? cycle.self + cycle.children : whole;
}

function functionEntry(f) {
  const whole = cost.total[f];
  const self = cost.self[f];
  const children = whole - self;
  const name = functions.name[f];
  const isFolded = folded[f].head !== name && state.names !== 'whole';
  return [
    arcList('Called by', f, callersOf[f], true, timeOfCallers(f, whole), noCallers(f)),
    element('section', {class: 'entry'},
      element('h2', {}, ...entryNumber(f),
        element('span', {class: 'name', 'data-whole': name, title: name}, ...nameParts(folded[f], name)), ' ', cycleNote(f),
        element('span', {class: 'steps'}, ...neighbours(f))),
      isFolded ? element('p', {class: 'whole name note'}, name) : null,
      element('p', {class: 'place'}, placeLink(f) || 'source unknown',
        moduleOf(f) ? ` in ${moduleOf(f)}` : '',
        tree.parent.length && whole > 0 ? ' · ' : '', tree.parent.length && whole > 0 ? element('a', {href: addressOf({...functionChanges(f, 'flame'), focus: undefined})}, 'in the flame') : null,
        ...assemblyLink(f), ...drawingLinks(f, whole)),
      figures(entryFigures(f, self, children)),
      whole > 0 ? element('p', {class: 'split'}, 'self ', bar(self / whole, 'self'),
        ' children') : null),
    arcList('Calls', f, calleesOf[f], false, whole, 'No calls.'),
    element('p', {class: 'note'}, !hasTimes ? 'The profile has no times.' : measured
      ? 'Times of callers and callees are measured: samples with this call on their stack, ' +
        `each once. ${showsAll() ? 'Numbers of calls are exact. Calls that contain such calls have no time of one call.' : noCallsNote()}`
      : `${isTime ? 'Times' : 'Costs'} of callers and callees are e${estimateNote.slice(1)}` +
        (functions.cycle[f] ? ` Callers share the ${costWord} of cycle ${functions.cycle[f]} as a whole.` : '')),
  ];
}

/** The members of a cycle. */
function memberList(cycle, whole) {
  const heads = [...hasTimes ? [['share', ''], ['number a-0', 'share %'], ['number a-1', costTitle('self')],
    ['number a-2', costTitle('children')]] : [], ...showsAll() ? [['number a-3', 'called']] : [], ['c-function', 'function']];
  const scroller = element('div', {class: 'scroller arc-rows', role: 'grid', 'aria-label': 'Members'});
  const list = new VirtualList(scroller, {
    rowHeight: heightOfRow(44), id: 'member',
    head: listHead(heads),
    render: (index) => {
      const f = cycle.members[index];
      const times = [showPercent(cost.total[f], whole), showTime(cost.self[f]), showTime(cost.total[f] - cost.self[f])];
      return element('div', {class: 'row', role: 'row'},
        ...hasTimes ? [element('span', {class: 'share', role: 'gridcell'}, bar(cost.total[f] / whole)),
          ...times.map((cell, i) => element('span', {class: `number a-${i}`, role: 'gridcell'}, cell))] : [],
        ...showsAll() ? [element('span', {class: 'number a-3', role: 'gridcell'}, functions.calls[f] === null ? '' : showCount(functions.calls[f]))] : [],
        element('span', {class: 'c-function', role: 'gridcell'}, functionLink(f, 'walk')));
    },
    open: (index) => go(functionChanges(cycle.members[index])),
  });
  list.reset(cycle.members.length);
  requestAnimationFrame(() => list.redraw());
  return element('section', {class: `arcs callees ${hasTimes ? '' : 'only-counts'} ${showsAll() ? '' : 'members-of-thread'}`},
    element('h2', {}, 'Members'), scroller);
}

/** The calls within a cycle, the rarest first. */
function cycleCalls(cycle) {
  const arcs = rareCalls(cycle);
  const heads = [['number a-1', 'calls'], ['c-function', 'from'], ['c-function', 'to']];
  const scroller = element('div', {class: 'scroller cycle-rows', role: 'grid', 'aria-label': 'Calls within'});
  const {caller, callee, calls} = profile.arcs;
  const list = new VirtualList(scroller, {
    rowHeight: heightOfRow(48), id: 'within',
    head: listHead(heads),
    render: (index) => element('div', {class: 'row', role: 'row'},
      element('span', {class: 'number a-1', role: 'gridcell'}, showCount(calls[arcs[index]])),
      ...[caller, callee].map((end) => element('span', {class: 'c-function', role: 'gridcell'}, functionLink(end[arcs[index]], 'walk')))),
    open: (index) => go(functionChanges(caller[arcs[index]])),
  });
  list.reset(arcs.length);
  requestAnimationFrame(() => list.redraw());
  return element('section', {class: 'arcs'}, element('h2', {}, 'Calls within, the rarest first'), scroller);
}

function cycleEntry(cycle) {
  const {self, children} = timesOfCycle(cycle);
  const whole = self + children;
  return [
    element('section', {class: 'entry'},
      element('h2', {}, ...entryNumber(-1 - profile.cycles.indexOf(cycle)),
        `cycle ${cycle.number} as a whole`,
        element('span', {class: 'steps'}, ...neighbours(-1 - profile.cycles.indexOf(cycle)))),
      element('p', {class: 'note'}, 'Functions that call one another, directly or not: ' + (measured
        ? 'the total of each contains that of those it calls, so totals overlap. That of the cycle counts each stack once.'
        : 'calls between them do not divide their time, so callers share the cycle’s time.')),
      figures([...timeFigures(self, children),
        ...showsAll() ? [['called', `${showCount(cycle.calls)} + ${showCount(cycle.internal)} within`]] : [],
      ])),
    memberList(cycle, whole),
    showsAll() ? cycleCalls(cycle) : element('p', {class: 'note'}, noCallsNote()),
  ];
}

function showEntry(view, parts) {
  const entry = element('div', {class: 'graph'},
    ...partKinds.length ? [element('div', {class: 'tools'}, ...partChoices())] : [], ...parts);
  view.append(entry);
  const first = entry.querySelector('.entry');
  first.tabIndex = -1;
  entry.addEventListener('keydown', (event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const step = entry.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
    const list = {ArrowDown: '.callees .scroller', ArrowUp: '.callers .scroller'}[event.key];
    if (step && isPlain)
      step.click();
    else if (list && event.target === first)
      entry.querySelector(list)?.focus();
    else
      return;
    event.preventDefault();
  });
  first.focus({preventScroll: true});
}

/** Shows the entry of the chosen function or cycle; without one, the hot part, or the first entry. */
function showGraph(view) {
  if (state.cycle)
    return showEntry(view, cycleEntry(cycleOf.get(Number(state.cycle))));
  const f = chosenFunction();
  if ((f === NONE || state.drawn) && showDrawing(view, f))
    return undefined;
  const entry = f !== NONE ? f : profile.entries[0];
  if (entry === undefined)
    return showNothing(view, 'The profile has no call graph.');
  return showEntry(view, entry < 0 ? cycleEntry(profile.cycles[-1 - entry])
    : functionEntry(entry));
}
