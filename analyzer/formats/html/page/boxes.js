// Frames to draw, {kind, key, name, total, own, below(), above}, and the boxes that show them.

/** A function that computes its result once. */
function once(compute) {
  let result;
  return () => result ??= compute();
}

/** The frame that the names of `focus` lead to, or the last one that exists. */
function findFrame(all, focus) {
  let frame = all;
  for (const name of splitNames(focus)) {
    const next = frame.below().find(({key}) => key === name);
    if (!next)
      break;
    frame = next;
  }
  return frame;
}

/** The number of frames above one. */
function depthOf(frame) {
  return frame.above ? 1 + depthOf(frame.above) : 0;
}

/** The names that lead to a frame. */
function focusOf(frame) {
  const names = [];
  for (let each = frame; each.above; each = each.above)
    names.unshift(each.key);
  return joinNames(names);
}

const mostBoxes = 3000;

/** The boxes to draw: {frame, depth, left, width}; left and width are from 0 to 1. */
function layOut(zoom, least) {
  const drawn = [];
  for (let frame = zoom; frame; frame = frame.above)
    drawn.unshift({frame, left: 0, width: 1, isAbove: frame !== zoom});
  drawn.forEach((box, depth) => {
    box.depth = depth;
  });
  const whole = zoom.total;
  const work = [drawn[drawn.length - 1]];
  while (work.length && drawn.length < 20_000) {
    const {frame, depth, left} = work.pop();
    let next = left;
    for (const below of frame.below()) {
      const width = below.total / whole;
      if (!(width >= least && width > 0))
        break; // the next ones are narrower
      const box = {frame: below, depth: depth + 1, left: next, width};
      drawn.push(box);
      work.push(box);
      next += width;
    }
  }
  if (drawn.length <= mostBoxes)
    return drawn;
  // The widest: a frame is at least as wide as those below it.
  return drawn.sort((a, b) => b.width - a.width || a.depth - b.depth).slice(0, mostBoxes);
}

/** A text with its middle left out, so that it has at most `most` letters. */
function cutMiddle(text, most) {
  if (text.length <= most)
    return text;
  const end = Math.floor((most - 1) / 2);
  return most < 3 ? '' : `${text.slice(0, most - 1 - end)}…${end ? text.slice(-end) : ''}`;
}

/** What measures the texts of boxes; page.css has the same size. */
const pen = once(() => {
  const context = document.createElement('canvas').getContext('2d');
  context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  return context;
});

/** A text with its middle left out, so that it is at most so many pixels wide; null if that leaves nothing. */
function cutToWidth(text, pixels) {
  let [shown, most] = [text, text.length];
  while (shown) {
    const {width} = pen().measureText(shown);
    if (width <= pixels)
      return shown;
    most = Math.min(most - 1, Math.floor(shown.length * pixels / width));
    shown = cutMiddle(text, most);
  }
  return null;
}
