// The address after # names the view that is shown, so links, bookmarks and the browser's
// back and forward keys work. Each page defines its own `views`, further views `within`
// their tabs, and the `heading`.

function showNothing(view, text = 'The page has no item of that name.') {
  view.append(element('p', {class: 'note nothing'}, text));
}

function show() {
  const [id, ...rest] = location.hash.slice(1).split('/');
  const chosen = views.find((view) => view.id === id) || within[id] || views[0];
  const tab = chosen.tab || chosen.id;
  for (const link of document.querySelectorAll('#tabs a')) {
    if (link.hash === `#${tab}`)
      link.setAttribute('aria-current', 'page');
    else
      link.removeAttribute('aria-current');
  }
  const view = document.getElementById('view');
  view.className = `view-${tab}`;
  view.replaceChildren();
  view.scrollTop = 0;
  chosen.show(view, rest);
}

/** Digits choose a view, / moves to the filter. */
function handleKey(event) {
  const isTyping = event.target.matches('input, select, textarea');
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping)
    return;
  const view = views[Number(event.key) - 1];
  if (view) {
    location.hash = `#${view.id}`;
  } else if (event.key === '/') {
    event.preventDefault();
    if (!document.getElementById('search'))
      location.hash = '#functions';
    setTimeout(() => document.getElementById('search').focus());
  }
}

document.title = `${heading} – llvm-gprof`;
document.getElementById('heading').textContent = heading;
document.getElementById('tabs').append(...views.map((view, i) =>
  element('a', {href: `#${view.id}`, 'aria-keyshortcuts': i + 1}, view.title)));
document.querySelector('.skip').addEventListener('click', (event) => {
  document.getElementById('view').focus();
  event.preventDefault(); // the address after # must keep naming the view
});
window.addEventListener('hashchange', show);
narrow.addEventListener('change', show);
document.addEventListener('keydown', handleKey);
show();
