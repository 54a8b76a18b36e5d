// A table of many rows: a click on a column's head sorts it, words filter it.

/**
 * A table of the rows 0 to `count` - 1 that `accepts` allows. A column's `show` makes the
 * contents of a cell; its `key` has each row's value for sorting. `searched` has each
 * row's text for the filter, in lower case. `state` has the user's choices (column,
 * direction and words), which stay while other views are shown. Rows with equal numbers
 * are in the order of `compare`, or else of their indices.
 */
class Table {
  constructor(view, {columns, count, state, searched, things, compare = () => 0, open, kind = '',
    accepts = () => true, tools = []}) {
    Object.assign(this, {columns, count, state, searched, things, compare, accepts});
    this.status = element('output', {class: 'status', role: 'status'});
    this.heads = columns.map((column) => this.makeHead(column));
    this.found = [];
    const head = element('div', {class: 'row head', role: 'row', 'aria-rowindex': '1'},
      ...this.heads);
    this.scroller = element('div', {class: `scroller ${kind}`, role: 'grid',
      'aria-label': things[0].toUpperCase() + things.slice(1)});
    this.list = new VirtualList(this.scroller, {
      rowHeight: narrow.matches ? 48 : isTouched ? 40 : 26, head,
      render: (index) => this.makeRow(this.found[index]),
      open: (index) => open(this.found[index]),
    });
    view.append(element('div', {class: 'tools'}, this.makeSearch(), ...tools, this.status),
      this.scroller);
    if (!state.order)
      this.sort();
    this.refresh();
    this.scroller.focus({preventScroll: true});
  }

  makeSearch() {
    const search = element('input', {
      id: 'search', type: 'search', placeholder: 'Filter by words of names and files',
      'aria-label': `Filter ${this.things}`, autocomplete: 'off', spellcheck: 'false',
      input: () => {
        this.state.words = search.value;
        this.refresh();
      },
      keydown: (event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'Enter')
          return;
        this.scroller.focus();
        event.preventDefault();
      },
    });
    search.value = this.state.words;
    return search;
  }

  makeHead(column) {
    const {state} = this;
    return element('span',
      {role: 'columnheader', class: `c-${column.id} ${column.isText ? '' : 'number'}`},
      element('button', {
        type: 'button', 'data-column': column.id,
        click: () => {
          state.isDescending = state.column === column ? !state.isDescending : !column.isText;
          state.column = column;
          this.sort();
          this.refresh();
        },
      }, column.title));
  }

  makeRow(row) {
    const cells = this.columns.map((column) => element('span',
      {role: 'gridcell', class: `${column.isText ? '' : 'number '}c-${column.id}`},
      ...[column.show(row)].flat()));
    return element('div', {class: 'row', role: 'row'}, ...cells);
  }

  /** Sorts by the chosen column and direction; without a column, keeps the order. */
  sort() {
    const {column, isDescending} = this.state;
    const sign = isDescending ? -1 : 1;
    const order = Array.from({length: this.count}, (_, row) => row);
    if (column) {
      const {key, isText} = column;
      order.sort(isText
        ? (a, b) => key[a] < key[b] ? -sign : key[a] > key[b] ? sign : a - b
        : (a, b) => sign * (key[a] - key[b]) || this.compare(a, b) || a - b);
    }
    this.state.order = order;
  }

  /** The rows whose searched text contains all words, in order. */
  filter() {
    const words = this.state.words.toLowerCase().split(/\s+/).filter((word) => word);
    return this.state.order.filter((row) => this.accepts(row) &&
      words.every((word) => this.searched[row].includes(word)));
  }

  refresh() {
    this.found = this.filter();
    this.heads.forEach((cell, i) => {
      if (this.columns[i] === this.state.column)
        cell.setAttribute('aria-sort', this.state.isDescending ? 'descending' : 'ascending');
      else
        cell.removeAttribute('aria-sort');
    });
    const all = `${showCount(this.count)} ${this.things}`;
    this.status.textContent = this.found.length === this.count ? all
      : `${showCount(this.found.length)} of ${all}`;
    this.scroller.scrollTop = 0;
    this.list.reset(this.found.length);
  }
}
