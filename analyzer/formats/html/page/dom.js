// Makes elements. Text from the profile only becomes text nodes: no name can be markup.

/** Makes an element. Functions in `attributes` are listeners; children may be text. */
function element(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** Makes an element of a drawing. */
function drawn(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function furnish(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function')
      made.addEventListener(name, value);
    else if (value !== undefined && value !== null && value !== false)
      made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A bar that fills the given part, from 0 to 1, of its width. */
function bar(part, kind = '') {
  const fill = element('span', {class: 'fill'});
  fill.style.width = `${100 * Math.min(1, Math.max(0, part || 0))}%`;
  return element('span', {class: `bar ${kind}`, 'aria-hidden': 'true'}, fill);
}

/** A text for readers that do not see what stands for it. */
function hiddenText(text) {
  return element('span', {class: 'hidden-text'}, text);
}

const isTouched = window.matchMedia('(pointer: coarse)').matches;

/** The layout that puts names above their numbers; page.css has the same width. */
const narrow = window.matchMedia('(max-width: 700px)');

/** Lets the up and down keys move through the links of `container`. */
function walkByArrows(container) {
  container.addEventListener('keydown', (event) => {
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (!step)
      return;
    const links = [...container.querySelectorAll('a.walk')];
    const at = links.indexOf(document.activeElement);
    const next = links[at === NONE ? 0 : at + step];
    if (!next)
      return;
    next.focus();
    event.preventDefault();
  });
}
