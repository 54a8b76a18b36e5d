// The flat profile: all functions, in any order, filtered by name.

const columns = [
  {id: 'percent', title: `% ${costWord}`, key: functions.self,
    show: (f) => [showPercent(functions.self[f], profile.time),
      bar(functions.self[f] / profile.time)]},
  {id: 'self', title: 'self', key: functions.self, show: (f) => showTime(functions.self[f])},
  {id: 'total', title: 'total', key: totals, show: (f) => markOf(f) + showTime(totals[f])},
  {id: 'calls', title: 'calls', key: allCalls,
    show: (f) => showCalls(f)},
  {id: 'self-call', title: 'self/call', show: (f) => showShortTime(selfPerCall(f)),
    key: functions.name.map((_, f) => selfPerCall(f))},
  {id: 'total-call', title: 'total/call', show: (f) => showTotalPerCall(f),
    key: functions.name.map((_, f) => totalPerCall(f))},
  {id: 'function', title: 'function', isText: true,
    show: (f) => functionLink(f),
    key: functions.name.map((name) => name.toLowerCase())},
  {id: 'where', title: 'file', isText: true,
    show: (f) => placeLink(f),
    key: functions.name.map((_, f) => placeOf(f).toLowerCase())},
];

if (measured)
  columns.splice(-1, 0, {id: 'module', title: 'module', isText: true, show: moduleOf,
    key: functions.name.map((_, f) => moduleOf(f).toLowerCase())});

function showCalls(f) {
  if (measured)
    return functions.calls[f] === null ? '' : showCount(functions.calls[f]);
  return showCount(functions.calls[f]) +
    (Number(functions.self_calls[f]) ? `+${showCount(functions.self_calls[f])}` : '');
}

function perCall(time, calls) {
  return Number(calls) ? time / Number(calls) : 0;
}

/** The times of a call; 0 if they are unknown. Inlined copies are no calls. */
function selfPerCall(f) {
  return perCall((measured ? functions.self_of_calls : functions.self)[f], functions.calls[f]);
}

function totalPerCall(f) {
  return measured ? perCall(functions.total_of_calls[f], functions.timed_calls[f])
    : perCall(totals[f], functions.calls[f]);
}

/** What is in front of a total: incomplete stacks may lack the function. */
function markOf(f) {
  return measured && functions.is_lower_bound[f] ? '>=' : '';
}

function showTotalPerCall(f) {
  const time = showShortTime(totalPerCall(f));
  return time && markOf(f) + time;
}

/** The texts that the filter searches: names and places. */
const searched = functions.name.map(
  (name, f) => `${name} ${placeOf(f)} ${moduleOf(f)}`.toLowerCase());

/** The user's choices, which stay while other views are shown. */
const flat = {column: columns[1], isDescending: true, words: '', order: null};

function showFunctions(view) {
  const self = functions.self;
  new Table(view, {
    columns, count: numFunctions, state: flat, searched, things: 'functions',
    kind: measured ? 'flat in-modules' : 'flat',
    compare: (a, b) => self[b] - self[a] || allCalls[b] - allCalls[a],
    open: (f) => {
      location.hash = `#graph/${f}`;
    },
  });
}
