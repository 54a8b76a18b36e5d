// Shows the view that the address names. Each page defines its own `views`, further views
// `within` their tabs, `viewKeys`, the `heading`, what is `shownThing`, and `findings` for the search.

function showNothing(view, text = 'The page has no item of that name.') {
  view.append(element('p', {class: 'note nothing'}, text));
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
  if (place)
    restorePlace(place);
}

/** Digits choose a view, letters do what keys.js says. */
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
