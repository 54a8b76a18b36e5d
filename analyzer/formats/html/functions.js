// The flat profile: all functions, in any order, filtered by name.

const columns = [
  {id: 'percent', title: '% time', key: functions.self,
    show: (f) => [showPercent(functions.self[f], profile.time),
      bar(functions.self[f] / profile.time)]},
  {id: 'self', title: 'self', key: functions.self, show: (f) => showTime(functions.self[f])},
  {id: 'total', title: 'total', key: totals, show: (f) => showTime(totals[f])},
  {id: 'calls', title: 'calls', key: allCalls,
    show: (f) => showCalls(f)},
  {id: 'self-call', title: 'self/call', show: (f) => showShortTime(perCall(functions.self, f)),
    key: functions.name.map((_, f) => perCall(functions.self, f))},
  {id: 'total-call', title: 'total/call', show: (f) => showShortTime(perCall(totals, f)),
    key: functions.name.map((_, f) => perCall(totals, f))},
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

/** The time of a call; 0 if it is unknown. */
function perCall(times, f) {
  const isTotal = measured && times === totals;
  const calls = Number((isTotal ? functions.timed_calls : functions.calls)[f]);
  return calls ? times[f] / calls : 0;
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
