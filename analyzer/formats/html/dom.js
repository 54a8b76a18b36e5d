// Elements, and lists that only create their visible rows. Text from the profile only
// becomes text nodes: no name can be markup.

/** Makes an element. Functions in `attributes` are listeners; children may be text. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
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

const isTouched = window.matchMedia('(pointer: coarse)').matches;

/** The layout that puts names above their numbers; page.css has the same width. */
const narrow = window.matchMedia('(max-width: 700px)');

/**
 * A list that scrolls in `scroller` below its own `head`. `render(index)` makes a row
 * when it becomes visible; all rows are `rowHeight` pixels high.
 * Arrow keys choose a row, Enter opens it.
 */
class VirtualList {
  constructor(scroller, {rowHeight, render, open, head = null}) {
    this.scroller = scroller;
    this.rowHeight = rowHeight;
    this.render = render;
    this.open = open;
    this.head = head;
    this.count = 0;
    this.chosen = 0;
    this.rows = element('div', {class: 'rows', role: 'rowgroup'});
    this.space = element('div', {class: 'space', role: 'presentation'}, this.rows);
    this.space.style.setProperty('--row', `${rowHeight}px`);
    scroller.replaceChildren(...(head ? [head] : []), this.space);
    scroller.tabIndex = 0;
    scroller.addEventListener('scroll', () => this.update(), {passive: true});
    scroller.addEventListener('keydown', (event) => this.handleKey(event));
    new ResizeObserver(() => this.update()).observe(scroller);
  }

  /** Call this when the rows have changed. */
  reset(count, chosen = 0) {
    this.count = count;
    this.chosen = chosen;
    this.space.style.height = `${count * this.rowHeight}px`;
    this.scroller.setAttribute('aria-rowcount', count + (this.head ? 1 : 0));
    this.first = undefined;
    this.update();
  }

  get headHeight() {
    return this.head ? this.head.offsetHeight : 0;
  }

  /** Makes the visible rows, and some around them. */
  update() {
    const around = 8;
    const top = Math.floor(this.scroller.scrollTop / this.rowHeight);
    const inSight = Math.ceil(this.scroller.clientHeight / this.rowHeight);
    const first = Math.max(0, Math.min(top, this.count) - around);
    const last = Math.min(this.count, top + inSight + around);
    if (first === this.first && last === this.last)
      return;
    [this.first, this.last] = [first, last];
    const rows = [];
    for (let index = first; index < last; ++index)
      rows.push(this.makeRow(index));
    this.rows.style.transform = `translateY(${first * this.rowHeight}px)`;
    this.rows.replaceChildren(...rows);
    this.markChosen();
  }

  makeRow(index) {
    const row = this.render(index);
    row.id = `row-${index}`;
    row.setAttribute('aria-rowindex', index + (this.head ? 2 : 1));
    return row;
  }

  markChosen() {
    for (const row of this.rows.children)
      row.classList.toggle('chosen', row.id === `row-${this.chosen}`);
    this.scroller.setAttribute('aria-activedescendant', `row-${this.chosen}`);
  }

  /** Scrolls to a row; puts it in the middle if it was not visible. */
  choose(index, inMiddle = false) {
    this.chosen = Math.max(0, Math.min(index, this.count - 1));
    const top = this.chosen * this.rowHeight;
    const room = this.scroller.clientHeight - this.headHeight - this.rowHeight;
    if (inMiddle)
      this.scroller.scrollTop = top - room / 2;
    else if (top < this.scroller.scrollTop)
      this.scroller.scrollTop = top;
    else if (top > this.scroller.scrollTop + room)
      this.scroller.scrollTop = top - room;
    this.update();
    this.markChosen();
  }

  handleKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey)
      return;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / this.rowHeight) - 2);
    const moves = {
      ArrowDown: this.chosen + 1, ArrowUp: this.chosen - 1,
      PageDown: this.chosen + page, PageUp: this.chosen - page,
      Home: 0, End: this.count - 1,
    };
    if (event.key in moves)
      this.choose(moves[event.key]);
    else if (event.key === 'Enter' && event.target === this.scroller && this.count)
      this.open(this.chosen);
    else
      return;
    event.preventDefault();
  }
}

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
