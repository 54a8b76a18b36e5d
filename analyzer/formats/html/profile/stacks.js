// The stacks of a profile as frames to draw, which also have `f`. Upright, a frame
// is a node of the tree. Inverted, the innermost functions are first, and each is above
// those that called it.

/** The frame of all stacks. */
function allFrames(isInverted) {
  const all = {kind: 'all', f: NONE, name: 'all', key: '', total: tree.time, own: 0, above: null};
  all.below = once(() => isInverted ? innermostFrames(all) : tree.roots.map((node) => uprightFrame(node, all)));
  return all;
}

function uprightFrame(node, above) {
  const frame = {kind: tree.kind[node], f: tree.kind[node] === 'f' ? tree.index[node] : NONE, name: nodeName(node),
    total: tree.total[node], own: tree.own[node], inlined: tree.inlined?.[node] ? tree.total[node] : 0, above, key: keyOfNode(node)};
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
        name: nodeName(node), key, total: 0, own: 0, inlined: 0, above, pairs: []});
    const group = groups.get(key);
    group.total += time;
    group.inlined += tree.inlined?.[node] ? time : 0;
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

/** The times of a cycle in the shown part, or in all. */
function timesOfCycle({number, members, self, children}) {
  if (showsAll())
    return {self, children};
  const own = members.reduce((sum, f) => sum + cost.self[f], 0);
  return {self: own, children: matchingShare((f) => functions.cycle[f] === number) - own};
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
