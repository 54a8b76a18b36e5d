// Lists that only create their visible rows.

/** The height of a list's rows; on narrow screens `narrowHeight`, if names stand above their numbers. */
function heightOfRow(narrowHeight) {
  return narrowHeight && narrow.matches ? narrowHeight : isTouched ? 40 : 26;
}

/** The head of a list with columns [class, text]. Where there is no text, readers hear `hidden`. */
function listHead(columns, hidden = 'share') {
  return element('div', {class: 'row head', role: 'row', 'aria-rowindex': 1}, ...columns.map(([kind, text]) =>
    element('span', {role: 'columnheader', class: kind}, text || hiddenText(hidden))));
}

/**
 * A list that scrolls in `scroller` below its own `head`. `render(index)` makes a row
 * when it becomes visible; all rows are `rowHeight` pixels high. Arrow keys choose a row,
 * which `chose` hears of; Enter opens it. `id` names the rows, and the place that Back
 * restores.
 */
class VirtualList {
  constructor(scroller, {rowHeight, render, open, chose = () => {}, keys = () => false,
    head = null, id = 'row'}) {
    Object.assign(this, {scroller, rowHeight, render, open, chose, keys, head, id});
    this.count = 0;
    this.chosen = 0;
    this.rows = element('div', {class: 'rows', role: 'rowgroup'});
    this.space = element('div', {class: 'space', role: 'presentation'}, this.rows);
    scroller.style.setProperty('--row', `${rowHeight}px`);
    scroller.replaceChildren(...(head ? [head] : []), this.space);
    scroller.tabIndex = 0;
    scroller.dataset.place = id;
    scroller.addEventListener('scroll', () => this.update(), {passive: true});
    scroller.addEventListener('keydown', (event) => this.handleKey(event));
    new ResizeObserver(() => this.update()).observe(scroller);
    VirtualList.all.push(this);
  }

  /** Call this when the rows have changed; `isLater` if choose() follows, which draws them. */
  reset(count, chosen = 0, isLater = false) {
    this.count = count;
    this.chosen = Math.max(0, Math.min(chosen, count - 1));
    this.space.style.height = `${count * this.rowHeight}px`;
    this.scroller.setAttribute('aria-rowcount', count + (this.head ? 1 : 0));
    if (!isLater)
      this.redraw();
  }

  /** Call this when the rows look different. */
  redraw() {
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
    this.show(first, last);
  }

  show(first, last) {
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
    row.id = `${this.id}-${index}`;
    row.setAttribute('aria-rowindex', index + (this.head ? 2 : 1));
    return row;
  }

  markChosen() {
    const id = `${this.id}-${this.chosen}`;
    let isInSight = false;
    for (const row of this.rows.children) {
      row.classList.toggle('chosen', row.id === id);
      isInSight ||= row.id === id;
    }
    if (isInSight)
      this.scroller.setAttribute('aria-activedescendant', id);
    else
      this.scroller.removeAttribute('aria-activedescendant');
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
    if (event.key in moves && this.count) {
      this.choose(moves[event.key]);
      this.chose(this.chosen);
    } else if (event.key === 'Enter' && event.target === this.scroller && this.count) {
      this.open(this.chosen);
    } else if (!this.keys(event.key)) {
      return;
    }
    event.preventDefault();
  }

  /** Paper has all rows, in place of those in sight. */
  print(isPrinted) {
    this.paper?.remove();
    this.paper = isPrinted ? makePaper(this) : null;
    if (isPrinted)
      this.scroller.after(this.paper);
  }
}

/** The lists of the view that is shown. */
VirtualList.all = [];

window.addEventListener('beforeprint', () => VirtualList.all.forEach((list) => list.print(true)));
window.addEventListener('afterprint', () => VirtualList.all.forEach((list) => list.print(false)));
