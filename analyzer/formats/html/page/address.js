// The address after # is the whole state of the page, by name:
// #view=source&fn=Node::nearest&line=12. Links, bookmarks, reload and the browser's back
// and forward keys work, and every view follows the same selection.

/** The members of the state in the order in which an address has them. */
const members = ['view', 'fn', 'cycle', 'file', 'line', 'asm', 'at', 'thread', 'rank', 'label', 'sort', 'filter', 'group', 'in',
  'focus', 'drawn', 'most', 'find', 'shape', 'color', 'heat', 'up', 'down', 'all', 'names'];

/** The state: texts by member. Empty ones are missing. */
let state = {};

function readAddress() {
  const found = {};
  for (const [name, value] of new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B')))
    if (members.includes(name) && value)
      found[name] = value;
  return found;
}

/** Escapes what would end a value; the rest stays legible. */
function escapeValue(value) {
  return encodeURIComponent(value).replace(/%(3A|2C|3B|2F|40|7E)/g, decodeURIComponent);
}

/**
 * The address of the state with changes; a change to undefined removes a member. An
 * instruction stays chosen as long as its line does.
 */
function addressOf(changes, from = state) {
  const isElsewhere = ['fn', 'file', 'line'].some((name) => name in changes && String(changes[name]) !== from[name]);
  const next = {...from, ...isElsewhere ? {at: undefined} : {}, ...changes};
  return `#${members.filter((name) => next[name] !== undefined && next[name] !== '')
    .map((name) => `${name}=${escapeValue(next[name])}`).join('&')}`;
}

/** Names as one text, and back. Names may have any letters. */
function joinNames(names) {
  return names.map((name) => name.replace(/[%;|]/g, encodeURIComponent)).join(';');
}

function splitNames(text) {
  return text ? text.split(';').map((name) => {
    try {
      return decodeURIComponent(name);
    } catch {
      return name;
    }
  }) : [];
}

/** Where the view is scrolled to, for Back and reload. */
function placeOfView() {
  const place = {};
  for (const each of document.querySelectorAll('[data-place]'))
    place[each.dataset.place] = [each.scrollTop, each.scrollLeft];
  return place;
}

let placeTimer = 0;

function keepPlace() {
  clearTimeout(placeTimer);
  placeTimer = 0;
  history.replaceState({place: placeOfView()}, '');
}

function restorePlace(place) {
  for (const each of document.querySelectorAll('[data-place]'))
    if (place[each.dataset.place])
      [each.scrollTop, each.scrollLeft] = place[each.dataset.place];
}

/** Takes a step, which Back undoes. */
function go(changes) {
  const address = addressOf(changes);
  if (address === location.hash)
    return;
  keepPlace();
  history.pushState(null, '', address);
  show();
}

/**
 * Notes what the view shows already. If `isStep`, Back undoes it; else it belongs to the
 * step before, such as one more letter of a word.
 */
function note(changes, isStep = false) {
  const address = addressOf(changes);
  if (address === location.hash)
    return;
  if (isStep)
    keepPlace();
  history[isStep ? 'pushState' : 'replaceState'](isStep ? null : history.state, '', address);
  state = readAddress();
  markTabs();
}

let noteTimer = 0;

/** The same for changes that follow one another quickly. */
function noteSoon(changes) {
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => note(changes), 150);
}

document.addEventListener('scroll', () => {
  clearTimeout(placeTimer);
  placeTimer = setTimeout(keepPlace, 200);
}, {capture: true, passive: true});
document.addEventListener('click', (event) => {
  if (event.target.closest?.('a[href^="#"]'))
    keepPlace();
}, {capture: true});
window.addEventListener('pagehide', keepPlace);
window.addEventListener('popstate', (event) => {
  clearTimeout(placeTimer);
  clearTimeout(noteTimer);
  show(event.state?.place);
});
