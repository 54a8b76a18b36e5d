// Lists on paper: all rows as lines of text in columns. A browser needs minutes to lay out
// tens of thousands of rows of elements on pages, and a second or two for their text.

const widestColumn = 60;
const linesOfBlock = 100;

/** The text of a cell, without buttons that open it. */
function textOfCell(cell) {
  const indent = '  '.repeat(Number(cell.style.getPropertyValue('--depth')) || 0);
  const text = cell.querySelector('.opener') ? cell.textContent.replace(/^[▸▾]/, '') : cell.textContent;
  return indent + text.trimEnd();
}

/** Texts in columns, without those that are empty in all rows. */
function paperLine(texts, columns) {
  return texts.map((text, i) => columns[i].isNumber ? text.padStart(columns[i].width) : text.padEnd(columns[i].width))
    .filter((_, i) => columns[i].width).join('  ').trimEnd();
}

/** The columns of `rows`, each a list of texts; a row of another length spans them. */
function paperColumns(rows, head) {
  const whole = rows.filter(({texts}) => texts.length === head.length);
  return head.map((title, i) => {
    const most = whole.reduce((width, {texts}) => Math.max(width, texts[i].length), 0);
    return {isNumber: whole[0]?.isNumber[i], width: most && Math.max(title.length, Math.min(most, widestColumn))};
  });
}

/** A row as texts. What has half of the greatest heat is hot. */
function rowOnPaper(row) {
  const cells = [...row.children];
  return {texts: cells.map(textOfCell), isNumber: cells.map((cell) => cell.classList.contains('number')),
    isHot: Number(row.style.getPropertyValue('--heat')) >= 0.5};
}

/** The rows of `list` as text, below their head, which each page repeats. */
function makePaper(list) {
  const head = list.head ? [...list.head.children].map((cell) => cell.querySelector('.hidden-text') ? '' : cell.textContent) : [];
  const rows = Array.from({length: list.count}, (_, index) => rowOnPaper(list.render(index)));
  const columns = paperColumns(rows, head);
  const lineOf = ({texts}) => texts.length === columns.length ? paperLine(texts, columns) : texts.join('  ').trimEnd();
  const block = (lines) => element('tr', {}, element('td', {}, element('pre', {}, ...lines)));
  const blocks = [];
  for (let at = 0; at < rows.length; at += linesOfBlock)
    blocks.push(block(rows.slice(at, at + linesOfBlock).flatMap((row) =>
      [row.isHot ? element('b', {}, lineOf(row)) : lineOf(row), '\n'])));
  return element('table', {class: 'paper'},
    element('thead', {}, block([paperLine(head, columns)])),
    element('tbody', {}, ...blocks));
}
