// Colours for source text: comments, strings, numbers, words of the language and lines of
// the preprocessor. It knows no grammar, and does for C, C++, Rust and their like.

const words = new Set(`alignas alignof as async auto await bool break case catch char class const constexpr
  consteval constinit const_cast continue crate decltype default delete do double dyn dynamic_cast else enum
  explicit extern false final float fn for friend goto if impl in inline int let long loop match mod move
  mut namespace new noexcept nullptr operator override private protected pub public ref register
  reinterpret_cast requires return self short signed sizeof static static_assert static_cast struct super
  switch template this thread_local throw trait true try typedef typename union unsafe unsigned use using
  virtual void volatile where while co_await co_return co_yield concept wchar_t`.split(/\s+/));

const token = /(\/\/.*)|(\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)+')|(\b\d[\w.']*)|([A-Za-z_]\w*)|(^\s*#\s*\w+)/g;

/** The parts of a line as elements and texts. `isComment`: it begins within a comment. */
function colored(line, isComment = false) {
  const parts = [];
  let at = 0;
  if (isComment) {
    const end = line.indexOf('*/');
    at = end < 0 ? line.length : end + 2;
    parts.push(element('span', {class: 's-comment'}, line.slice(0, at)));
  }
  token.lastIndex = at;
  for (let found; (found = token.exec(line));) {
    const [text, comment, block, string, number, word, directive] = found;
    const kind = comment || block ? 's-comment' : string ? 's-string' : number ? 's-number'
      : directive || word && words.has(word) ? 's-word' : '';
    if (!kind)
      continue;
    if (found.index > at)
      parts.push(line.slice(at, found.index));
    parts.push(element('span', {class: kind}, text));
    at = found.index + text.length;
  }
  if (at < line.length)
    parts.push(line.slice(at));
  return parts;
}

/** Whether the line after one is within a comment. */
function endsInComment(line, isComment) {
  if (!isComment && !line.includes('/*'))
    return false;
  let at = 0;
  if (isComment) {
    const end = line.indexOf('*/');
    if (end < 0)
      return true;
    at = end + 2;
  }
  token.lastIndex = at;
  for (let found; (found = token.exec(line));)
    if (found[2])
      return !found[2].endsWith('*/') || found[2] === '/*/';
  return false;
}
