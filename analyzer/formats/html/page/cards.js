// Building blocks of views: cards with facts, lists and figures.

function card(title, ...parts) {
  return element('section', {class: 'card'}, element('h2', {}, title), ...parts);
}

/**
 * A table that neither sorts nor filters. The cells of each row are elements. A head may
 * have a class: [name, class]. Rows of the kind `stacked` have two lines on narrow screens.
 */
function plainTable(heads, rows, kind = '') {
  return element('div', {class: `wide ${kind}`}, element('table', {},
    element('thead', {}, element('tr', {},
      ...heads.map((head) => [head].flat())
        .map(([name, kind]) => element('th', {scope: 'col', class: kind}, name)))),
    element('tbody', {}, ...rows.map((cells) => element('tr', {}, ...cells)))));
}

/** A list of the greatest values: each row has a text, its number, and a link. */
function topCard(title, rows, note) {
  if (!rows.length)
    return null;
  const whole = Math.max(...rows.map(([, value]) => value));
  return card(title,
    element('ol', {class: 'top'}, ...rows.map(([text, value, link]) => element('li', {},
      element('span', {class: 'number'}, text), bar(value / whole), link))),
    note ? element('p', {class: 'note'}, note) : null);
}

/** Names and values in large figures. */
function figures(list) {
  return element('dl', {class: 'figures'}, ...list.map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value))));
}
