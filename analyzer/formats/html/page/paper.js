// Lists on paper: all rows as lines of text in columns. A browser needs minutes to lay out
// tens of thousands of rows of elements on pages, and a second or two for their text.

// The letters that a line of A4 has, in the letters of page.css and in small ones, and the least that a column
// of texts is shortened to.
const lettersOfLine = 112;
const smallLettersOfLine = 136;
const leastText = 14;
const linesOfBlock = 100;

/** The text of a cell, without buttons that open it. */
function textOfCell(cell) {
  const indent = '  '.repeat(Number(cell.style.getPropertyValue('--depth')) || 0);
  const text = cell.querySelector('.opener') ? cell.textContent.replace(/^[▸▾]/, '') : cell.textContent;
  return indent + text.trimEnd();
}

/** A text in a column: names that are too long lack their middle. */
function paperCell(text, {isNumber, isCode, width}) {
  if (isNumber)
    return text.padStart(width);
  return (isCode ? text : cutMiddle(text, width)).padEnd(width);
}

/** Texts in columns, without those that are empty in all rows. */
function paperLine(texts, columns) {
  return texts.map((text, i) => paperCell(text, columns[i])).filter((_, i) => columns[i].width).join('  ').trimEnd();
}

/** The letters of a line. Code goes on below. */
function widthOf(columns) {
  return columns.filter(({isCode, width}) => !isCode && width).reduce((sum, {width}) => sum + width + 2, -2);
}

/** Makes columns of texts narrower until a line of small letters has room: the widest first, names of functions last. */
function fitColumns(columns) {
  const size = ({width, isName}) => width <= leastText ? 0 : isName ? width / 2 : width;
  const texts = columns.filter(({isNumber, isCode}) => !isNumber && !isCode);
  while (texts.length && widthOf(columns) > smallLettersOfLine) {
    const widest = texts.reduce((most, each) => size(each) > size(most) ? each : most);
    if (!size(widest))
      break;
    --widest.width;
  }
  return columns;
}

/** The columns of `rows`, each a list of texts; a row of another length spans them. */
function paperColumns(rows, head) {
  const whole = rows.filter(({texts}) => texts.length === head.length);
  return fitColumns(head.map((title, i) => {
    const most = whole.reduce((width, {texts}) => Math.max(width, texts[i].length), 0);
    return {isNumber: whole[0]?.isNumber[i], isCode: whole[0]?.isCode[i], isName: whole[0]?.isName[i], width: most && Math.max(title.length, most)};
  }));
}

/** A row as texts. What has half of the greatest heat is hot. */
function rowOnPaper(row) {
  const cells = [...row.children];
  return {texts: cells.map(textOfCell), isNumber: cells.map((cell) => cell.classList.contains('number')),
    isCode: cells.map((cell) => cell.matches('.l-text, .l-code')), isName: cells.map((cell) => cell.matches('.c-function')),
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
  return element('table', {class: `paper ${widthOf(columns) > lettersOfLine ? 'small' : ''}`},
    element('thead', {}, block([paperLine(head, columns)])),
    element('tbody', {}, ...blocks));
}
