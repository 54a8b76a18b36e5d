// The stacks as frames to draw: {f, kind, name, total, own, below(), above}. Upright, a frame
// is a node of the tree. Inverted, the innermost functions are first, and each is above
// those that called it.

/** The frame of all stacks. */
function allFrames(isInverted) {
  const all = {kind: 'all', f: NONE, name: 'all', key: '', total: tree.time, own: 0, above: null};
  all.below = once(() => isInverted ? innermostFrames(all) : tree.roots.map((node) => uprightFrame(node, all)));
  return all;
}

/** A function that computes its result once. */
function once(compute) {
  let result;
  return () => result ??= compute();
}

function uprightFrame(node, above) {
  const frame = {kind: tree.kind[node], f: tree.kind[node] === 'f' ? tree.index[node] : NONE, name: nodeName(node),
    total: tree.total[node], own: tree.own[node], above, key: keyOfNode(node)};
  frame.below = once(() => tree.below[node].map((each) => uprightFrame(each, frame)));
  return frame;
}

/** The name of a node in addresses. */
function keyOfNode(node) {
  return tree.kind[node] === 'f' ? keys[tree.index[node]] : `<${nodeName(node)}>`;
}

/** The frames that `pairs` of a node and a time make, one for each function. */
function joinFrames(pairs, above) {
  const groups = new Map();
  for (const [node, time] of pairs) {
    const key = keyOfNode(node);
    if (!groups.has(key))
      groups.set(key, {kind: tree.kind[node], f: tree.kind[node] === 'f' ? tree.index[node] : NONE,
        name: nodeName(node), key, total: 0, own: 0, above, pairs: []});
    const group = groups.get(key);
    group.total += time;
    group.pairs.push([node, time]);
    if (tree.parent[node] === NONE)
      group.own += time;
  }
  const frames = [...groups.values()].sort((a, b) => b.total - a.total);
  for (const frame of frames)
    frame.below = once(() => joinFrames(frame.pairs.filter(([node]) => tree.parent[node] !== NONE)
      .map(([node, time]) => [tree.parent[node], time]), frame));
  return frames;
}

function innermostFrames(all) {
  const pairs = [];
  tree.own.forEach((time, node) => time > 0 && pairs.push([node, time]));
  return joinFrames(pairs, all);
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

/** The part of all stacks with a frame that matches; a stack counts once. */
function matchingShare(matches) {
  let time = 0;
  const work = [...tree.roots];
  while (work.length) {
    const node = work.pop();
    if (tree.kind[node] === 'f' && matches(tree.index[node]))
      time += tree.total[node];
    else
      work.push(...tree.below[node]);
  }
  return time;
}
