// The search for everything, and the list of keys: dialogs above the view.

let dialog = null;

function closeDialog() {
  dialog?.remove();
  dialog = null;
}

/** Shows a dialog, whose first input or button has the focus. */
function openDialog(label, ...parts) {
  closeDialog();
  const before = document.activeElement;
  dialog = element('div', {class: 'dialog', role: 'dialog', 'aria-modal': 'true', 'aria-label': label,
    keydown: (event) => {
      if (event.key !== 'Escape')
        return;
      closeDialog();
      before?.focus({preventScroll: true});
      event.preventDefault();
      event.stopPropagation();
    },
    click: (event) => {
      if (event.target === dialog)
        closeDialog();
    }}, element('div', {class: 'card'}, ...parts));
  document.body.append(dialog);
  dialog.querySelector('input, button').focus();
}

/**
 * Whether a repeated group of a regular expression contains a repetition, as in (\w+ ?)+. Such an
 * expression may take forever, and nothing can stop it.
 */
function repeatsRepetition(text) {
  const outer = []; // for each open group, whether what is around it has a repetition
  let hasOne = false; // the innermost open group
  let lastHasOne = false; // the item that a repetition would repeat
  for (let i = 0; i < text.length; ++i) {
    const repetition = /^(?:[*+]|\{\d*,\d*\})/.exec(text.slice(i));
    if (repetition && lastHasOne)
      return true;
    const ended = hasOne;
    lastHasOne = false;
    if (repetition) {
      hasOne = true;
      i += repetition[0].length - 1;
    } else if (text[i] === '\\') {
      ++i;
    } else if (text[i] === '[') {
      while (i < text.length && text[i] !== ']')
        i += text[i] === '\\' ? 2 : 1;
    } else if (text[i] === '(') {
      outer.push(hasOne);
      hasOne = false;
    } else if (text[i] === ')') {
      lastHasOne = ended;
      hasOne = outer.pop() || ended;
    }
  }
  return false;
}

function isPattern(text) {
  try {
    return Boolean(new RegExp(text, 'i')) && !repeatsRepetition(text);
  } catch {
    return false;
  }
}

/** A pattern for a text as it stands and, if it is one, for the regular expression. */
function patternOf(text) {
  const plain = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(isPattern(text) ? `${plain}|${text}` : plain, 'i');
}

/** Why words are searched as they stand. */
function whyPlain(words) {
  if (words.some(repeatsRepetition))
    return 'might take forever as a regular expression';
  return words.length === 1 ? 'is not a regular expression' : 'are not regular expressions';
}

/**
 * What all boxes search for: texts in which the whole text or each of its words is found. `note`
 * says which of them are searched as they stand. Null for no text.
 */
function makeMatcher(text = '') {
  const words = text.split(/\s+/).filter(Boolean);
  if (!words.length)
    return null;
  const whole = patternOf(text.trim());
  const each = words.map(patternOf);
  const plain = isPattern(text.trim()) ? [] : words.filter((word) => !isPattern(word));
  return {
    test: (searched) => whole.test(searched) || each.every((word) => word.test(searched)),
    note: !plain.length ? '' : `${plain.map((word) => `“${word}”`).join(', ')} ` +
      `${whyPlain(plain)}: searched as text.`,
  };
}

/**
 * Finds functions, files and lines. Arrow keys choose
 * one, Enter shows it.
 */
function openSearch() {
  let [found, chosen] = [[], 0];
  const list = element('ul', {class: 'found', role: 'listbox', id: 'found', 'aria-label': 'Found'});
  const status = element('output', {class: 'status', role: 'status'});
  const mark = () => {
    [...list.children].forEach((item, i) => item.setAttribute('aria-selected', i === chosen));
    input.setAttribute('aria-activedescendant', found.length ? `found-${chosen}` : '');
    list.children[chosen]?.scrollIntoView({block: 'nearest'});
  };
  const take = (i) => {
    const {changes} = found[i];
    closeDialog();
    go(changes);
  };
  const search = () => {
    const matcher = makeMatcher(input.value);
    const {items, more} = matcher ? findAll(matcher) : {items: [], more: 0};
    [found, chosen] = [items, 0];
    list.replaceChildren(...items.map(({kind, text, note: side}, i) => element('li',
      {role: 'option', id: `found-${i}`, click: () => take(i)},
      element('span', {class: 'kind'}, kind), element('span', {class: 'name', title: text}, text),
      element('span', {class: 'number'}, side || ''))));
    const number = !items.length ? 'Nothing matches.' : more ? `${showCount(more)} more match: type more.` : `${items.length} found.`;
    status.textContent = matcher ? [number, matcher.note].join(' ').trim() : '';
    mark();
  };
  const input = element('input', {id: 'everywhere', type: 'search', role: 'combobox', 'aria-expanded': 'true',
    'aria-controls': 'found', 'aria-label': 'Search', autocomplete: 'off', spellcheck: 'false',
    placeholder: `Search ${searchedThings}: words or a regular expression`,
    input: search,
    keydown: (event) => {
      const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
      if (step && found.length)
        chosen = (chosen + step + found.length) % found.length;
      else if (event.key === 'Enter' && found.length)
        return take(chosen);
      else
        return undefined;
      event.preventDefault();
      return mark();
    }});
  openDialog('Search', input, status, list);
}

/** What keys do. `pageKeys` has those of the page's views. */
function keyTexts() {
  return [
    [`1 to ${views.length}`, 'views, in the order of the tabs'], ['/', 'search everywhere'],
    ['f', 'filter of the table'], ['w', 'whole or short names'],
    ['↑ ↓ PageUp PageDown Home End', 'rows'], ['Enter', 'open the row'],
    ...pageKeys, ['?', 'these keys'],
  ];
}

function openKeys() {
  openDialog('Keys', element('h2', {}, 'Keys'),
    element('dl', {class: 'keys'}, ...keyTexts().flatMap(([key, text]) =>
      [element('dt', {}, element('kbd', {}, key)), element('dd', {}, text)])),
    element('button', {type: 'button', click: closeDialog}, 'Close'));
}
