// A table of many rows: a click on a column's head sorts it, words filter it.

/**
 * A table of those of `rows`, numbers, that `accepts` allows. A column's `show` makes the
 * contents of a cell; its `key` has each row's value for sorting. `searched` has each
 * row's text for the filter. The address has the column, its direction and the filter.
 * Rows with equal numbers are in the order of `compare`, or else of their indices.
 * `chosen` is the row of the address, `chose` notes another one. `narrowHeight` is that of rows
 * on narrow screens.
 */
class Table {
  constructor(view, {columns, rows, sort, searched, things, compare = () => 0, open, kind = '',
    accepts = () => true, tools = [], narrowHeight = 48, chosen = NONE, chose = () => {}}) {
    Object.assign(this, {columns, rows, searched, things, compare, accepts});
    this.readSort(state.sort);
    if (!this.column)
      this.readSort(sort);
    this.status = element('output', {class: 'status', role: 'status'});
    this.heads = columns.map((column) => this.makeHead(column));
    this.found = [];
    const head = element('div', {class: 'row head', role: 'row', 'aria-rowindex': '1'},
      ...this.heads);
    this.scroller = element('div', {class: `scroller ${kind}`, role: 'grid',
      'aria-label': things[0].toUpperCase() + things.slice(1)});
    this.list = new VirtualList(this.scroller, {
      rowHeight: heightOfRow(narrowHeight), head,
      render: (index) => this.makeRow(this.found[index]),
      open: (index) => open(this.found[index]),
      chose: (index) => chose(this.found[index]),
    });
    view.append(element('div', {class: 'tools'}, this.makeSearch(), ...tools, this.status),
      this.scroller);
    this.sort();
    this.refresh(chosen);
    this.scroller.focus({preventScroll: true});
  }

  /** Reads "self" or, for ascending numbers and descending texts, "-self". */
  readSort(text = '') {
    const id = text.replace(/^-/, '');
    this.column = this.columns.find((column) => column.id === id);
    this.isDescending = Boolean(this.column) && Boolean(this.column.isText) === text.startsWith('-');
  }

  makeSearch() {
    let isTyped = false;
    const search = element('input', {
      id: 'search', type: 'search', placeholder: 'Filter: words or a regular expression',
      'aria-label': `Filter ${this.things}`, autocomplete: 'off', spellcheck: 'false',
      input: () => {
        note({filter: search.value}, !isTyped);
        isTyped = true;
        this.refresh();
      },
      keydown: (event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'Enter')
          return;
        this.scroller.focus();
        event.preventDefault();
      },
    });
    search.value = state.filter || '';
    return search;
  }

  makeHead(column) {
    return element('span',
      {role: 'columnheader', class: `c-${column.id} ${column.isText ? '' : 'number'}`},
      element('button', {
        type: 'button', 'data-column': column.id, title: column.tip,
        click: () => {
          const isTurned = column === this.column && this.isDescending !== Boolean(column.isText);
          go({sort: isTurned ? `-${column.id}` : column.id});
        },
      }, column.title));
  }

  makeRow(row) {
    const cells = this.columns.map((column) => {
      const shown = column.show(row);
      return element('span', {role: 'gridcell', class: `${column.isText ? '' : 'number '}c-${column.id}`,
        title: column.isText && typeof shown === 'string' && shown || null}, ...[shown].flat());
    });
    return element('div', {class: 'row', role: 'row'}, ...cells);
  }

  /** Sorts by the chosen column and direction; without a column, keeps the order. */
  sort() {
    const sign = this.isDescending ? -1 : 1;
    const order = [...this.rows];
    if (this.column) {
      const {isText} = this.column;
      const key = this.column.key();
      order.sort(isText
        ? (a, b) => key[a] < key[b] ? -sign : key[a] > key[b] ? sign : a - b
        : (a, b) => sign * (key[a] - key[b]) || this.compare(a, b) || a - b);
    }
    this.order = order;
  }

  /** Shows the rows whose searched text the filter matches. */
  refresh(chosen = NONE) {
    const matcher = makeMatcher(state.filter);
    this.found = this.order.filter((row) => this.accepts(row) && (!matcher || matcher.test(this.searched[row])));
    this.heads.forEach((cell, i) => {
      if (this.columns[i] === this.column)
        cell.setAttribute('aria-sort', this.isDescending ? 'descending' : 'ascending');
      else
        cell.removeAttribute('aria-sort');
    });
    const all = `${showCount(this.rows.length)} ${this.things}`;
    const number = this.found.length === this.rows.length ? all : `${showCount(this.found.length)} of ${all}`;
    this.status.textContent = matcher?.note ? `${number}. ${matcher.note}` : number;
    this.scroller.scrollTop = 0;
    const at = chosen === NONE ? 0 : this.found.indexOf(chosen);
    this.list.reset(this.found.length, at);
    if (at > 0)
      this.list.choose(at, true);
  }
}
