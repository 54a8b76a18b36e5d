// Callers of callers, and callees of callees: the rows of the call graph that one opens.
// Measured ones come from the tree of stacks. Estimated ones divide a row's time as the
// call graph divides that of the function.

let nodesByFunction = null;

/** The nodes of a function that are not below another one of it. */
function outermostNodes(f) {
  if (!nodesByFunction) {
    nodesByFunction = functions.name.map(() => []);
    tree.kind.forEach((kind, node) => kind === 'f' && nodesByFunction[tree.index[node]].push(node));
  }
  return nodesByFunction[f].filter((node) => {
    for (let above = tree.parent[node]; above !== NONE; above = tree.parent[above])
      if (tree.kind[above] === 'f' && tree.index[above] === f)
        return false;
    return true;
  });
}

/**
 * Rows of the nodes that `next` finds from `pairs` of a node and the one that has the time: of
 * callers the function at the bottom, of callees NONE. Inlined is the time of inlined callees.
 */
function groupNodes(pairs, next) {
  const groups = new Map();
  for (const [node, weight] of pairs)
    for (const at of next(node)) {
      const key = tree.kind[at] + tree.index[at];
      if (!groups.has(key))
        groups.set(key, {kind: tree.kind[at], f: tree.kind[at] === 'f' ? tree.index[at] : NONE, name: nodeName(at), time: 0, inlined: 0, pairs: []});
      const group = groups.get(key);
      const source = weight === NONE ? at : weight;
      group.time += tree.total[source];
      group.inlined += tree.inlined[weight === NONE ? at : node] ? tree.total[source] : 0;
      group.pairs.push([at, weight]);
    }
  return [...groups.values()].filter(({time}) => time > 0).sort((a, b) => b.time - a.time);
}

const callerNodes = (node) => callerOf(node) === NONE ? [] : [callerOf(node)];
const calleeNodes = (node) => tree.below[node];

/** What the code of a node calls, also that of inlined functions; and these. */
function allCalleeNodes(node) {
  const result = [...tree.below[node]];
  const inlined = result.filter((below) => tree.inlined[below]);
  for (const at of inlined)
    for (const below of tree.below[at])
      if (tree.inlined[below])
        inlined.push(below);
      else if (tree.kind[below] === 'f')
        result.push(below);
  return result;
}

/** The rows below a row of `f`'s callers, if `isUp`, or callees. */
function rowsBelow(f, row, isUp) {
  if (measured) {
    if (!row.pairs) {
      const from = outermostNodes(f).map((node) => [node, isUp ? node : NONE]);
      row.pairs = groupNodes(from, isUp ? callerNodes : allCalleeNodes).find((each) => each.f === row.f)?.pairs || [];
    }
    return groupNodes(row.pairs, isUp ? callerNodes : calleeNodes);
  }
  const arcs = (isUp ? callersOf : calleesOf)[row.f].filter((arc) => !profile.arcs.nested[arc]);
  const whole = isUp ? arcs.reduce((sum, arc) => sum + arcTime(arc), 0) : cost.total[row.f];
  return sortArcs(arcs).map((arc) => ({kind: 'f', f: profile.arcs[isUp ? 'caller' : 'callee'][arc],
    time: whole > 0 ? row.time * arcTime(arc) / whole : 0}));
}

/** Whether a row can be opened. */
function canOpen(row, isUp) {
  if (row.pairs)
    return row.pairs.some(([node]) => isUp ? tree.parent[node] !== NONE : tree.below[node].length > 0);
  if (row.f === NONE || !(row.time > 0))
    return false;
  return measured ? (isUp ? callersOf : calleesOf)[row.f].some((arc) => arcTime(arc) > 0 &&
      profile.arcs[isUp ? 'caller' : 'callee'][arc] !== NONE)
    : (isUp ? callersOf : calleesOf)[row.f].some((arc) => !profile.arcs.nested[arc]);
}

/** The rows of a list, with those below open rows: `opened` has the chains of names. */
function openRows(f, first, isUp, opened) {
  const rows = [];
  const add = (list, depth, chain) => {
    for (const row of list) {
      const key = joinNames([...chain, row.f === NONE ? row.name || '?' : keys[row.f]]);
      Object.assign(row, {depth, chain: key, isOpen: opened.has(key)});
      rows.push(row);
      if (row.isOpen)
        add(rowsBelow(f, row, isUp), depth + 1, splitNames(key));
    }
  };
  add(first, 0, []);
  return rows;
}
