// Names of C++ and Rust: the last component first of all; namespaces, arguments and
// template arguments fold. The whole name is shown by the pointer, and copied.

// "operator<<char>" is a "<" of chars.
const operators = /^operator(\(\)|\[\]|<=>|<<=?(?=[<(]|$)|>>=?|->\*?|&&|\|\||\+\+|--|[-+*/%^&|~!=<>]=?|,| ?(new|delete)(\[\])?|\s?""\s?\w+)/;
const behindParameters = /^( const| volatile| &&?| noexcept| \[[^\]]*\]| \(\.[^)]*\)|\[abi:[^\]]*\])*$/;

// A lambda in "f(int) const".
const behindOuterParameters = /^( const| volatile| &&?| noexcept)+(?=::)/;

const likeComponent = /^(~?[\p{L}\w$]+|operator.*|'\w+'|\(anonymous namespace\)|[{<].*)$/u;

/** The index behind the bracket that closes the one at `at`. */
function behindBracket(text, at) {
  let depth = 0;
  for (let i = at; i < text.length; ++i) {
    if ('<({['.includes(text[i]))
      ++depth;
    else if ('>)}]'.includes(text[i]) && !(text[i] === '>' && text[i - 1] === '-') && --depth === 0)
      return i + 1;
  }
  return text.length;
}

/**
 * The parts of a name: components [name, arguments] and parameters. Null if it has only
 * one component, or if it is not like a name of C++.
 */
function splitName(whole) {
  if (!/::|[(<]/.test(whole) || '[<'.includes(whole[0]) && !whole.includes('::'))
    return null;
  const parts = [];
  let [name, more, parameters] = ['', '', ''];
  const end = () => parts.push([name, more]);
  for (let i = 0; i < whole.length;) {
    const symbol = name === '' && whole.startsWith('operator', i) && operators.exec(whole.slice(i, i + 40));
    if (symbol) {
      name = symbol[0];
      i += name.length;
      if (whole.startsWith(' <', i)) // "operator< <char>", as other demanglers have it
        ++i;
    } else if (name === '' && whole.startsWith('operator ', i)) { // a conversion
      const open = whole.indexOf('(', i);
      const last = open < 0 ? whole.length : open;
      name = whole.slice(i, last);
      i = last;
    } else if (whole.startsWith('::', i)) {
      if (name)
        end();
      [name, more] = ['', ''];
      i += 2;
    } else if (whole.startsWith('(anonymous namespace)', i)) {
      name = '(anonymous namespace)';
      i += name.length;
    } else if (name === '' && '{<'.includes(whole[i])) { // a lambda, a type of Rust
      const last = behindBracket(whole, i);
      name = whole.slice(i, last);
      i = last;
    } else if (whole[i] === '<' || whole[i] === '[' || whole[i] === '{') {
      const last = behindBracket(whole, i);
      if (whole[i] !== '[')
        more += whole.slice(i, last);
      i = last;
    } else if (whole[i] === '(') {
      const last = behindBracket(whole, i);
      if (behindParameters.test(whole.slice(last))) {
        parameters = whole.slice(i);
        break;
      }
      more += whole.slice(i, last);
      i = last;
    } else if (more.endsWith(')') && behindOuterParameters.test(whole.slice(i, i + 40))) {
      i += behindOuterParameters.exec(whole.slice(i, i + 40))[0].length;
    } else if (whole[i] === ' ') { // what was in front is the type of the result
      [name, more] = ['', ''];
      parts.length = 0;
      ++i;
    } else {
      name += whole[i++];
    }
  }
  if (name)
    end();
  return parts.length && parts.every(([text]) => likeComponent.test(text)) ? {parts, parameters} : null;
}

/** Types without namespaces, and with the arguments of `depth` levels. */
function shortTypes(text, depth) {
  const types = text.replace(/(?:[\w~]+|\(anonymous namespace\))::/g, '');
  let [result, level] = ['', 0];
  for (let i = 0; i < types.length; ++i) {
    const each = types[i];
    if ('<('.includes(each)) {
      ++level;
      if (level <= depth + 1)
        result += level > depth && !'>)'.includes(types[i + 1]) ? `${each}…` : each;
    } else if ('>)'.includes(each)) {
      if (level <= depth + 1)
        result += each;
      --level;
    } else if (level <= depth) {
      result += each;
    }
  }
  return result;
}

const isLambda = (name) => /^('|\{)(lambda|unnamed|closure)|^\$_\d/.test(name);

/** What a component is called alone: a lambda is called by what contains it. */
function ownName(parts, last = parts.length - 1) {
  const [name] = parts[last];
  const outer = parts[last - 1]?.[0];
  if (isLambda(name))
    return `${/\d/.test(name) ? `lambda ${/\d+/.exec(name)[0]}` : 'lambda'}${outer ? ` in ${ownName(parts, last - 1)}` : ''}`;
  if (outer === undefined)
    return name;
  if (name === 'operator()' && isLambda(outer))
    return ownName(parts, last - 1);
  if (name.startsWith('operator') || name.startsWith('~') || name === outer || /^\{/.test(name))
    return `${ownName(parts, last - 1)}::${name}`;
  return name;
}

/** The forms of a name. Of a list, the shortest that tells names apart is taken. */
const nameForms = [
  [({parts}) => ownName(parts)],
  [({parts}) => parts.slice(-2).map(([name]) => name).join('::')],
  [({parts}) => parts.map(([name]) => name).join('::')],
  [
    ({parts, parameters}) => ownName(parts) + shortTypes(parameters, 1),
    ({parts}) => ownName(parts) + shortTypes(parts[parts.length - 1][1], 1),
    ({parts}) => parts.slice(-2).map(([name, more]) => name + shortTypes(more, 1)).join('::'),
  ],
  [({parts, parameters}) => parts.slice(-2).map(([name, more]) => name + shortTypes(more, 3)).join('::') +
    shortTypes(parameters, 1)],
];

/** The names of a group in the form of a list that has the most and the shortest texts. */
function namesOfGroup(names, forms) {
  let best = null;
  for (const form of forms) {
    const texts = names.map(form);
    const rank = [new Set(texts).size, -texts.join('').length];
    if (!best || rank[0] > best.rank[0] || rank[0] === best.rank[0] && rank[1] > best.rank[1])
      best = {texts, rank};
  }
  return best.texts;
}

/** The groups of indices with equal texts that have more than one. */
function alike(indices, texts) {
  const groups = new Map();
  for (const i of indices) {
    if (!groups.has(texts[i]))
      groups.set(texts[i], []);
    groups.get(texts[i]).push(i);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** The components around those that a head names. */
function scopeOf(parts, head) {
  const outer = parts.slice(0, -1).map(([name]) => name);
  if (outer.length && head.startsWith(outer[outer.length - 1]))
    outer.pop();
  while (outer.length && (isLambda(outer[outer.length - 1]) || head.endsWith(` in ${outer[outer.length - 1]}`)))
    outer.pop();
  return outer.join('::');
}

/**
 * For each name {head, scope}: the shortest form in which it differs from others, and
 * where it belongs. `places` tells functions of one name apart.
 */
function foldNames(names, places) {
  const split = names.map(splitName);
  const heads = split.map((each, i) => each ? nameForms[0][0](each) : names[i]);
  for (const forms of nameForms.slice(1))
    for (const group of alike(heads.keys(), heads)) {
      const open = group.filter((i) => split[i]);
      namesOfGroup(open.map((i) => split[i]), forms).forEach((text, at) => {
        heads[open[at]] = text;
      });
    }
  for (const i of alike(heads.keys(), heads).flat())
    heads[i] = names[i];
  for (const i of alike(heads.keys(), heads).flat())
    heads[i] += places[i] ? ` (${places[i]})` : '';
  return names.map((name, i) => {
    const parts = split[i]?.parts;
    const isWhole = !parts || heads[i] === name;
    return {head: heads[i], scope: isWhole ? '' : scopeOf(parts, heads[i])};
  });
}

/**
 * The names of things in addresses: {keys, indexOf}. Each has one thing: of equal names, the later
 * ones are what `numbered(name, number, index)` returns.
 */
function makeKeys(names, numbered = (name, number) => `${name}@${number}`) {
  const keys = [];
  const indexOf = new Map();
  names.forEach((name, i) => {
    let key = name;
    for (let number = 2; indexOf.has(key); ++number)
      key = numbered(name, number, i);
    indexOf.set(key, i);
    keys.push(key);
  });
  return {keys, indexOf};
}

/** The parts of a name as elements. */
function nameParts({head, scope}, whole) {
  return state.names === 'whole' ? [whole]
    : [head, scope ? element('span', {class: 'scope'}, ` in ${scope}`) : null];
}

// A copied name is whole.
document.addEventListener('copy', (event) => {
  const selection = getSelection();
  if (!selection.rangeCount || event.target.matches?.('input'))
    return;
  const range = selection.getRangeAt(0);
  const start = range.startContainer.parentElement?.closest('[data-whole]');
  const isInOne = start && start.contains(range.endContainer);
  const part = range.cloneContents();
  for (const each of part.querySelectorAll('[data-whole]'))
    each.textContent = each.dataset.whole;
  if (!isInOne && !part.querySelector('[data-whole]'))
    return;
  event.clipboardData.setData('text/plain', isInOne ? start.dataset.whole
    : [...part.childNodes].map((each) => each.innerText ?? each.textContent).join('\n'));
  event.preventDefault();
});
