// The call graph, entry by entry, as gprof prints it: callers above the function, callees
// below. Each name is a link to its entry.

/** A link to a function's cycle, shown beside its name. */
function cycleNote(f) {
  const number = measured ? 0 : functions.cycle[f];
  return number ? element('a', {class: 'tag', href: `#cycle/${number}`}, `cycle ${number}`)
    : null;
}

/** A row of callers or callees with measured times. */
function measuredRow(arc, other, whole) {
  const time = arcTime(arc);
  const calls = profile.arcs.calls[arc];
  const isOutside = other === NONE;
  const mark = profile.arcs.is_lower_bound[arc] ? '>=' : '';
  const perCall = Number(calls) && !profile.arcs.nested[arc]
    ? showShortTime(profile.arcs.time_of_calls[arc] / Number(calls)) : '';
  return element('tr', {},
    element('td', {class: 'share'}, bar(time / whole)),
    element('td', {class: 'number'}, showPercent(time, whole)),
    element('td', {class: 'number'}, mark + showTime(time)),
    element('td', {class: 'number'}, calls === null ? '' : showCount(calls)),
    element('td', {class: 'number'}, perCall && mark + perCall),
    element('td', {class: 'grow'},
      isOutside ? '<outside>, unknown callers' : functionLink(other, 'walk'), ' ',
      isOutside ? null : moduleTag(other)));
}

/** The module of a function that is not the program's. */
function moduleTag(f) {
  const module = moduleOf(f);
  return module && module !== heading && !functions.name[f].startsWith('[')
    ? element('span', {class: 'tag'}, module) : null;
}

/** A row of callers or callees. `whole` is the time of the entry. */
function arcRow(arc, other, whole) {
  if (measured)
    return measuredRow(arc, other, whole);
  const arcs = profile.arcs;
  const isInternal = arcs.internal[arc];
  const time = arcs.self[arc] + arcs.children[arc];
  const calls = isInternal ? showCount(arcs.calls[arc])
    : `${showCount(arcs.calls[arc])} / ${showCount(arcs.all[arc])}`;
  return element('tr', {},
    element('td', {class: 'share'}, isInternal ? '' : bar(time / whole)),
    element('td', {class: 'number'}, isInternal ? '' : showTime(arcs.self[arc])),
    element('td', {class: 'number'}, isInternal ? '' : showTime(arcs.children[arc])),
    element('td', {class: 'number'}, calls),
    element('td', {class: 'grow'}, functionLink(other, 'walk'), ' ',
      arcs.caller[arc] === arcs.callee[arc] ? element('span', {class: 'tag'}, 'itself')
        : cycleNote(other)));
}

function arcTable(title, rows, none) {
  const heads = measured
    ? [['share', costWord], ['number', '%'], ['number', 'total'], ['number', 'calls'],
      ['number', 'total/call'], ['grow', 'function']]
    : [['share', costWord], ['number', 'self'], ['number', 'children'],
      ['number', 'calls'], ['grow', 'function']];
  return element('section', {class: `arcs ${measured ? 'of-stacks' : ''}`}, element('h3', {}, title),
    rows.length
      ? element('div', {class: 'wide'}, element('table', {},
        element('thead', {}, element('tr', {}, ...heads.map(([kind, name]) =>
          element('th', {scope: 'col', class: kind}, name)))),
        element('tbody', {}, ...rows)))
      : element('p', {class: 'note'}, none));
}

/** Each entry's place. An entry is a function's index, or -1 - the index of a cycle. */
const placeOfEntry = new Map(profile.entries.map((entry, place) => [entry, place]));

function numberOfEntry(entry) {
  return entry < 0 ? profile.cycles[-1 - entry].entry : functions.entry[entry];
}

/** Links to the entries before and after one. */
function neighbours(entry) {
  if (!placeOfEntry.has(entry))
    return null;
  const link = (step, key) => {
    const place = placeOfEntry.get(entry) + step;
    if (!(place in profile.entries))
      return null;
    const number = numberOfEntry(profile.entries[place]);
    return element('a', {href: `#entry/${place}`, 'aria-keyshortcuts': key},
      step < 0 ? `‹ [${number}]` : `[${number}] ›`);
  };
  return element('p', {class: 'steps'}, link(-1, 'p'), link(1, 'n'));
}

/** The figures of a function. */
function entryFigures(f, self, children) {
  const whole = self + children;
  const figures = [
    [`% ${costWord}`, showPercent(whole, profile.graph_time)], ['self', showTime(self)],
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
  return functions.total[f] > 0 ? 'No caller is on its stacks: it begins them.'
    : 'It was on no stack, and no call of it was counted.';
}

function functionEntry(f) {
  const self = measured ? functions.self[f] : functions.entry_self[f];
  const children = measured ? functions.total[f] - self : functions.entry_children[f];
  const whole = self + children;
  const number = placeOfEntry.has(f) ? functions.entry[f] : 0;
  const place = placeLink(f);
  const callers = callersOf[f].map((arc) => arcRow(arc, profile.arcs.caller[arc], whole));
  const callees = calleesOf[f].map((arc) => arcRow(arc, profile.arcs.callee[arc], whole));
  return [
    arcTable('Called by', callers, measured ? noCallers(f)
      : 'No counted calls: it was called from outside.'),
    element('section', {class: 'entry'},
      element('h2', {}, number ? element('span', {class: 'index'}, `[${number}]`) : null,
        element('span', {class: 'name'}, functions.name[f]), ' ', cycleNote(f)),
      element('p', {class: 'place'}, place || 'source unknown',
        measured && moduleOf(f) ? ` in ${moduleOf(f)}` : ''),
      figures(entryFigures(f, self, children)),
      whole > 0 ? element('p', {class: 'split'}, 'self ', bar(self / whole, 'self'),
        ' children') : null,
      neighbours(f)),
    arcTable('Calls', callees, measured ? 'No calls.' : 'No counted calls.'),
    element('p', {class: 'note'}, measured
      ? 'Times of callers and callees are measured: samples with this call on their stack, ' +
        'each once. Numbers of calls are exact. Calls that contain such calls have no time ' +
        'of one call.'
      : `${isTime ? 'Times' : 'Costs'} of callers and callees are e${estimateNote.slice(1)}`),
  ];
}

function cycleEntry(cycle) {
  const whole = cycle.self + cycle.children;
  const rows = cycle.members.map((f) => element('tr', {},
    element('td', {class: 'share'}, bar(totals[f] / whole)),
    element('td', {class: 'number'}, showTime(functions.self[f])),
    element('td', {class: 'number'}, showTime(functions.children[f])),
    element('td', {class: 'number'}, showCount(functions.calls[f])),
    element('td', {class: 'grow'}, functionLink(f, 'walk'))));
  return [
    element('section', {class: 'entry'},
      element('h2', {}, element('span', {class: 'index'}, `[${cycle.entry}]`),
        `cycle ${cycle.number} as a whole`),
      element('p', {class: 'note'}, 'Functions that call one another, directly or not: ' +
        'calls between them do not divide their time, so callers share the cycle’s time.'),
      figures([
        [`% ${costWord}`, showPercent(whole, profile.graph_time)], ['self', showTime(cycle.self)],
        ['children', showTime(cycle.children)],
        ['called', `${showCount(cycle.calls)} + ${showCount(cycle.internal)} within`],
      ]), neighbours(-1 - profile.cycles.indexOf(cycle))),
    arcTable('Members', rows, ''),
  ];
}

function showEntry(view, parts) {
  const entry = element('div', {class: 'graph'}, ...parts);
  walkByArrows(entry);
  view.append(entry);
  const first = entry.querySelector('.entry');
  first.tabIndex = -1;
  entry.addEventListener('keydown', (event) => {
    const step = entry.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
    if (step && !event.ctrlKey && !event.metaKey && !event.altKey)
      location.hash = step.hash;
  });
  first.focus({preventScroll: true});
  first.scrollIntoView({block: 'nearest'});
}

/** Shows the entry of a function; without a function, the first entry. */
function showGraph(view, [f]) {
  if (f === undefined)
    return showPlace(view, ['0']);
  const index = Number(f);
  if (!(index in functions.name))
    return showNothing(view);
  return showEntry(view, functionEntry(index));
}

function showCycle(view, [number]) {
  const cycle = cycleOf.get(Number(number));
  return cycle ? showEntry(view, cycleEntry(cycle)) : showNothing(view);
}

/** Shows the entry with this index in the order of the call graph. */
function showPlace(view, [place]) {
  const entry = profile.entries[Number(place)];
  if (entry === undefined)
    return showNothing(view, 'The profile has no call graph.');
  return showEntry(view, entry < 0 ? cycleEntry(profile.cycles[-1 - entry])
    : functionEntry(entry));
}
