// The flat profile: all functions, in any order, filtered by name.

const columns = [
  {id: 'percent', title: '% time', key: functions.self,
    show: (f) => showPercent(functions.self[f], profile.time)},
  {id: 'self', title: 'self', key: functions.self, show: (f) => showTime(functions.self[f])},
  {id: 'total', title: 'total', key: totals, show: (f) => showTime(totals[f])},
  {id: 'calls', title: 'calls', key: allCalls,
    show: (f) => showCount(functions.calls[f]) +
      (Number(functions.self_calls[f]) ? `+${showCount(functions.self_calls[f])}` : '')},
  {id: 'self-call', title: 'self/call', show: (f) => showShortTime(perCall(functions.self, f)),
    key: functions.name.map((_, f) => perCall(functions.self, f))},
  {id: 'total-call', title: 'total/call', show: (f) => showShortTime(perCall(totals, f)),
    key: functions.name.map((_, f) => perCall(totals, f))},
  {id: 'function', title: 'function', isText: true,
    key: functions.name.map((name) => name.toLowerCase())},
  {id: 'where', title: 'file', isText: true,
    key: functions.name.map((_, f) => placeOf(f).toLowerCase())},
];

function perCall(times, f) {
  const calls = Number(functions.calls[f]);
  return calls ? times[f] / calls : 0;
}

/** What the view looks like stays as the user had it, whatever else was looked at. */
const flat = {column: columns[1], isDescending: true, words: '', order: null};

/** Text in ascending order, numbers as the user wants; then the most time first. */
function sortFunctions() {
  const {key, isText} = flat.column;
  const sign = flat.isDescending ? -1 : 1;
  const self = functions.self;
  const compare = isText
    ? (a, b) => key[a] < key[b] ? -sign : key[a] > key[b] ? sign : a - b
    : (a, b) => sign * (key[a] - key[b]) || self[b] - self[a] || allCalls[b] - allCalls[a] || a - b;
  flat.order = functions.name.map((_, f) => f).sort(compare);
}

/** The functions, in order, that have all words in their name or place. */
function filterFunctions() {
  const words = flat.words.toLowerCase().split(/\s+/).filter((word) => word);
  const names = columns.find((column) => column.id === 'function').key;
  const places = columns.find((column) => column.id === 'where').key;
  return flat.order.filter((f) =>
    words.every((word) => names[f].includes(word) || places[f].includes(word)));
}

function functionRow(f) {
  const cells = columns.map((column) => {
    if (column.id === 'function')
      return element('span', {role: 'gridcell', class: 'c-function'}, functionLink(f));
    if (column.id === 'where')
      return element('span', {role: 'gridcell', class: 'c-where'}, placeLink(f));
    return element('span', {role: 'gridcell', class: `number c-${column.id}`},
      column.show(f), column.id === 'percent' ? bar(functions.self[f] / profile.time) : null);
  });
  return element('div', {class: 'row', role: 'row'}, ...cells);
}

function showFunctions(view) {
  let found = [];
  const status = element('output', {class: 'status', role: 'status'});
  const search = element('input', {
    id: 'search', type: 'search', placeholder: 'Filter by words of names and files',
    'aria-label': 'Filter functions', autocomplete: 'off', spellcheck: 'false',
    input: () => {
      flat.words = search.value;
      refresh();
    },
    keydown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'Enter')
        return;
      scroller.focus();
      event.preventDefault();
    },
  });
  search.value = flat.words;
  const heads = columns.map((column) => element('span',
    {role: 'columnheader', class: `c-${column.id} ${column.isText ? '' : 'number'}`},
    element('button', {
      type: 'button', 'data-column': column.id,
      click: () => {
        flat.isDescending = flat.column === column ? !flat.isDescending : !column.isText;
        flat.column = column;
        sortFunctions();
        refresh();
      },
    }, column.title)));
  const head = element('div', {class: 'row head', role: 'row', 'aria-rowindex': '1'}, ...heads);
  const scroller = element('div', {class: 'scroller', role: 'grid',
    'aria-label': 'Functions'});
  const list = new VirtualList(scroller, {
    rowHeight: narrow.matches ? 48 : isTouched ? 40 : 26, head,
    render: (index) => functionRow(found[index]),
    open: (index) => {
      location.hash = `#graph/${found[index]}`;
    },
  });
  function refresh() {
    found = filterFunctions();
    heads.forEach((cell, i) => {
      if (columns[i] === flat.column)
        cell.setAttribute('aria-sort', flat.isDescending ? 'descending' : 'ascending');
      else
        cell.removeAttribute('aria-sort');
    });
    status.textContent = found.length === numFunctions
      ? `${showCount(numFunctions)} functions`
      : `${showCount(found.length)} of ${showCount(numFunctions)} functions`;
    scroller.scrollTop = 0;
    list.reset(found.length);
  }
  view.append(element('div', {class: 'tools'}, search, status), scroller);
  if (!flat.order)
    sortFunctions();
  refresh();
  scroller.focus({preventScroll: true});
}
