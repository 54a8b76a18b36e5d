// Shows the view that the address names. Each page defines its own `views`, further views
// `within` their tabs, `viewKeys`, the `heading`, what is `shownThing`, what members of the
// state are `named` after, and `findAll` for the search.

function showNothing(view, text) {
  view.append(element('p', {class: 'note nothing'}, text));
}

/** What members of the state name in each page. */
const namedInAll = {
  view: {thing: 'view', has: (id) => views.some((view) => view.id === id) || Object.hasOwn(within, id)},
  sort: {thing: 'column', has: (id) => columns.some((column) => column.id === id.replace(/^-/, ''))},
};

/** Takes names of what the page lacks, and what belongs to it, out of the state. Returns them. */
function takeUnknown() {
  const unknown = [];
  for (const [member, {thing, has, parts = []}] of Object.entries({...namedInAll, ...named})) {
    if (state[member] === undefined || has(state[member]))
      continue;
    unknown.push(`${thing} “${state[member]}”`);
    for (const each of [member, ...parts])
      delete state[each];
  }
  return unknown;
}

/** Lists above a view the names in the address that the page does not have. */
function tellUnknown(view, unknown) {
  if (unknown.length)
    view.prepend(element('p', {class: 'unknown', role: 'alert'},
      `This page does not have what its address names: ${unknown.join(', ')}.`));
}

function chosenView() {
  return views.find(({id}) => id === state.view) || within[state.view] || views[0];
}

/** Tabs keep the selection: their addresses change with it. The title says what is shown. */
function markTabs() {
  const chosen = chosenView();
  const tab = chosen.tab || chosen.id;
  for (const link of document.querySelectorAll('#tabs a')) {
    const {id} = views[Number(link.dataset.index)];
    link.href = addressOf(tabChanges(id));
    if (id === tab)
      link.setAttribute('aria-current', 'page');
    else
      link.removeAttribute('aria-current');
  }
  const {title} = views.find(({id}) => id === tab);
  document.title = [shownThing(tab), title, heading, 'llvm-gprof'].filter(Boolean).join(' – ');
}

/** Shows the view. `place` has what Back and reload restore. */
function show(place) {
  state = readAddress();
  const unknown = takeUnknown();
  prepare();
  const chosen = chosenView();
  const view = document.getElementById('view');
  VirtualList.all = [];
  closeDialog();
  view.className = `view-${chosen.tab || chosen.id}`;
  view.replaceChildren();
  view.scrollTop = 0;
  markTabs();
  chosen.show(view);
  tellUnknown(view, unknown);
  if (place)
    restorePlace(place);
}

/** Digits choose a view, letters do what the list of keys, in search.js, says. */
function handleKey(event) {
  const isTyping = event.target.matches('input, select, textarea');
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping)
    return;
  const view = views[Number(event.key) - 1];
  if (view)
    go(tabChanges(view.id));
  else if (event.key === '/')
    openSearch();
  else if (event.key === 'f' && document.getElementById('search'))
    document.getElementById('search').focus();
  else if (event.key === '?')
    openKeys();
  else if (event.key === 'w')
    go({names: state.names ? undefined : 'whole'});
  else if (event.key in viewKeys)
    viewKeys[event.key]();
  else
    return;
  event.preventDefault();
}

document.getElementById('heading').textContent = heading;
document.getElementById('tabs').append(...views.map((view, i) =>
  element('a', {'data-index': i, 'aria-keyshortcuts': i + 1}, view.title)));
document.getElementById('tools').append(
  element('button', {type: 'button', id: 'open-search', 'aria-keyshortcuts': '/', click: () => openSearch()}, 'Search ', element('kbd', {}, '/')),
  element('button', {type: 'button', id: 'open-keys', 'aria-label': 'Keys', 'aria-keyshortcuts': '?', click: () => openKeys()}, '?'));
document.querySelector('.skip').addEventListener('click', (event) => {
  document.getElementById('view').focus();
  event.preventDefault(); // the address after # must keep naming the view
});
for (const width of layouts)
  width.addEventListener('change', () => show(placeOfView()));
document.addEventListener('keydown', handleKey);
show(history.state?.place);
