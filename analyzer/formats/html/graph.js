// The call graph, entry by entry: callers above the function, callees below, as deep as
// one opens them. Each name is a link to its entry.

/** A link to a function's cycle, shown beside its name. */
function cycleNote(f) {
  const number = measured ? 0 : functions.cycle[f];
  return number ? element('a', {class: 'tag', href: addressOf({view: 'graph', fn: undefined, cycle: number})}, `cycle ${number}`)
    : null;
}

/** The module of a function that is not the program's. */
function moduleTag(f) {
  const module = moduleOf(f);
  return module && module !== heading && !functions.name[f].startsWith('[')
    ? element('span', {class: 'tag'}, module) : null;
}

/** The numbers of a row with measured times. */
function measuredCells({arc, time}, whole) {
  const {arcs} = profile;
  const calls = arc === undefined || cost.arcs ? null : arcs.calls[arc];
  const mark = arc !== undefined && arcs.is_lower_bound[arc] ? '>=' : '';
  const each = Number(calls) && !arcs.nested[arc] ? showShortTime(arcs.time_of_calls[arc] / Number(calls)) : '';
  return [showPercent(time, whole), mark + showTime(time), calls === null ? '' : showCount(calls), each && mark + each];
}

/** The numbers of a row with estimated times. */
function estimatedCells({arc, time}, whole) {
  const {arcs} = profile;
  if (arc === undefined)
    return [showPercent(time, whole), showTime(time), '', ''];
  if (arcs.internal[arc])
    return ['', '', '', showCount(arcs.calls[arc])];
  return [showPercent(time, whole), showTime(arcs.self[arc]), showTime(arcs.children[arc]),
    `${showCount(arcs.calls[arc])} / ${showCount(arcs.all[arc])}`];
}

const arcHeads = measured ? ['%', 'total', 'calls', 'total/call'] : ['%', 'self', 'children', 'calls'];

/** The names of a row: what opens it, the function, and where it belongs. */
function rowName(row, isUp, toggle) {
  const {arc, f} = row;
  const isItself = arc !== undefined && profile.arcs.caller[arc] === profile.arcs.callee[arc];
  const opener = canOpen(row, isUp) ? element('button', {type: 'button', class: 'opener', tabindex: '-1',
    'aria-expanded': String(row.isOpen), 'aria-label': row.isOpen ? 'Close' : 'Open', click: () => toggle(row)},
  row.isOpen ? '▾' : '▸') : element('span', {class: 'opener'});
  const cell = element('span', {role: 'gridcell', class: 'c-function'}, opener,
    ...f === NONE ? [row.name || '<outside>, unknown callers']
      : [functionLink(f, 'walk'), ' ', isItself ? element('span', {class: 'tag'}, 'itself') : cycleNote(f), moduleTag(f)].filter(Boolean));
  cell.style.setProperty('--depth', row.depth);
  return cell;
}

/** A list of callers or callees. Without rows, it says `none`. */
function arcList(title, f, arcs, isUp, whole, none) {
  const section = element('section', {class: `arcs ${isUp ? 'callers' : 'callees'}`}, element('h2', {}, title));
  if (!arcs.length) {
    section.append(element('p', {class: 'note'}, none));
    return section;
  }
  const member = isUp ? 'up' : 'down';
  const opened = new Set(state[member]?.split('|'));
  const first = sortArcs(arcs).map((arc) => ({arc, time: arcTime(arc), f: profile.arcs[isUp ? 'caller' : 'callee'][arc]}));
  let rows = openRows(f, first, isUp, opened);
  const head = element('div', {class: 'row head', role: 'row', 'aria-rowindex': 1},
    element('span', {role: 'columnheader', class: 'share'}, hiddenText('share')),
    ...arcHeads.map((text, i) => element('span', {role: 'columnheader', class: `number a-${i}`}, text)),
    element('span', {role: 'columnheader', class: 'c-function'}, 'function'));
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
    head, rowHeight: narrow.matches ? 44 : isTouched ? 40 : 26, id: member,
    render: (index) => {
      const row = rows[index];
      const cells = (measured ? measuredCells : estimatedCells)(row, whole);
      return element('div', {class: 'row', role: 'row', 'aria-level': row.depth + 1,
        'aria-expanded': canOpen(row, isUp) ? String(row.isOpen) : null},
      element('span', {role: 'gridcell', class: 'share'}, cells[0] ? bar(row.time / whole) : ''),
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

function numberOfEntry(entry) {
  return entry < 0 ? profile.cycles[-1 - entry].entry : functions.entry[entry];
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
    const number = numberOfEntry(next);
    return element('a', {href: addressOf(entryChanges(next)), 'aria-keyshortcuts': key,
      'aria-label': `Entry ${number}`}, step < 0 ? `‹ [${number}]` : `[${number}] ›`);
  };
  return [link(-1, 'p'), link(1, 'n')].filter(Boolean);
}

/** The figures of a function. */
function entryFigures(f, self, children) {
  const whole = self + children;
  const figures = [
    [`% ${costWord}`, showPercent(whole, cost.arcs ? cost.all : profile.graph_time)], ['self', showTime(self)],
    ['children', markOf(f) + showTime(children)],
  ];
  if (!measured) {
    const selfCalls = Number(functions.self_calls[f]);
    figures.push(['called', showCount(functions.calls[f]) +
      (selfCalls ? ` + ${showCount(functions.self_calls[f])} by itself` : '')]);
  } else if (functions.calls[f] !== null) {
    figures.push(['called', showCount(functions.calls[f])],
      ['total/call', showTotalPerCall(f)]);
  }
  return figures.filter(([, value]) => value !== '');
}

/** Why a function with measured times has no callers. */
function noCallers(f) {
  return cost.total[f] > 0 ? 'No caller is on its stacks: it begins them.'
    : 'It was on no stack, and no call of it was counted.';
}

function functionEntry(f) {
  const self = measured ? cost.self[f] : functions.entry_self[f];
  const children = measured ? cost.total[f] - self : functions.entry_children[f];
  const whole = self + children;
  const number = placeOfEntry.has(f) ? functions.entry[f] : 0;
  const name = functions.name[f];
  const isFolded = folded[f].head !== name && state.names !== 'whole';
  return [
    arcList('Called by', f, callersOf[f], true, whole, measured ? noCallers(f)
      : 'No counted calls: it was called from outside.'),
    element('section', {class: 'entry'},
      element('h2', {}, number ? element('span', {class: 'index'}, `[${number}]`) : null,
        element('span', {class: 'name', 'data-whole': name, title: name}, ...nameParts(folded[f], name)), ' ', cycleNote(f),
        element('span', {class: 'steps'}, ...neighbours(f))),
      isFolded ? element('p', {class: 'whole name note'}, name) : null,
      element('p', {class: 'place'}, placeLink(f) || 'source unknown',
        measured && moduleOf(f) ? ` in ${moduleOf(f)}` : '',
        tree.parent.length && whole > 0 ? ' · ' : '', tree.parent.length && whole > 0 ? element('a', {href: addressOf({...functionChanges(f, 'flame'), focus: undefined})}, 'in the flame') : null,
        ...assemblyLink(f)),
      figures(entryFigures(f, self, children)),
      whole > 0 ? element('p', {class: 'split'}, 'self ', bar(self / whole, 'self'),
        ' children') : null),
    arcList('Calls', f, calleesOf[f], false, whole, measured ? 'No calls.' : 'No counted calls.'),
    element('p', {class: 'note'}, measured
      ? 'Times of callers and callees are measured: samples with this call on their stack, ' +
        'each once. Numbers of calls are exact. Calls that contain such calls have no time ' +
        'of one call.'
      : `${isTime ? 'Times' : 'Costs'} of callers and callees are e${estimateNote.slice(1)}`),
  ];
}

/** The members of a cycle. */
function memberList(cycle, whole) {
  const heads = [['share', ''], ['number a-0', '%'], ['number a-1', 'self'], ['number a-2', 'children'], ['number a-3', 'called'],
    ['c-function', 'function']];
  const scroller = element('div', {class: 'scroller arc-rows', role: 'grid', 'aria-label': 'Members'});
  const list = new VirtualList(scroller, {
    rowHeight: narrow.matches ? 44 : isTouched ? 40 : 26, id: 'member',
    head: element('div', {class: 'row head', role: 'row', 'aria-rowindex': 1},
      ...heads.map(([kind, text]) => element('span', {role: 'columnheader', class: kind}, text || hiddenText('share')))),
    render: (index) => {
      const f = cycle.members[index];
      const cells = [showPercent(allTotals[f], whole), showTime(functions.self[f]), showTime(functions.children[f]), showCount(functions.calls[f])];
      return element('div', {class: 'row', role: 'row'},
        element('span', {class: 'share', role: 'gridcell'}, bar(allTotals[f] / whole)),
        ...cells.map((cell, i) => element('span', {class: `number a-${i}`, role: 'gridcell'}, cell)),
        element('span', {class: 'c-function', role: 'gridcell'}, functionLink(f, 'walk')));
    },
    open: (index) => go(functionChanges(cycle.members[index])),
  });
  list.reset(cycle.members.length);
  requestAnimationFrame(() => list.redraw());
  return element('section', {class: 'arcs callees'}, element('h2', {}, 'Members'), scroller);
}

function cycleEntry(cycle) {
  const whole = cycle.self + cycle.children;
  return [
    element('section', {class: 'entry'},
      element('h2', {}, element('span', {class: 'index'}, `[${cycle.entry}]`),
        `cycle ${cycle.number} as a whole`,
        element('span', {class: 'steps'}, ...neighbours(-1 - profile.cycles.indexOf(cycle)))),
      element('p', {class: 'note'}, 'Functions that call one another, directly or not: ' +
        'calls between them do not divide their time, so callers share the cycle’s time.'),
      figures([
        [`% ${costWord}`, showPercent(whole, profile.graph_time)], ['self', showTime(cycle.self)],
        ['children', showTime(cycle.children)],
        ['called', `${showCount(cycle.calls)} + ${showCount(cycle.internal)} within`],
      ])),
    memberList(cycle, whole),
  ];
}

function showEntry(view, parts) {
  const entry = element('div', {class: 'graph'},
    ...threadChoice() ? [element('div', {class: 'tools'}, threadChoice())] : [], ...parts);
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

/** Shows the entry of the chosen function or cycle; without one, the first entry. */
function showGraph(view) {
  if (state.cycle) {
    const cycle = cycleOf.get(Number(state.cycle));
    return cycle ? showEntry(view, cycleEntry(cycle)) : showNothing(view);
  }
  const f = chosenFunction();
  if (state.fn !== undefined && f === NONE)
    return showNothing(view);
  const entry = f !== NONE ? f : profile.entries[0];
  if (entry === undefined)
    return showNothing(view, 'The profile has no call graph.');
  return showEntry(view, entry < 0 ? cycleEntry(profile.cycles[-1 - entry])
    : functionEntry(entry));
}
