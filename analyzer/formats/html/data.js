// Converts the JSON that Html.cpp wrote to the data of the views: columns of functions,
// arcs and a tree.

const profile = content;

const functions = profile.functions;
const numFunctions = functions.name.length;

/** Each function's time including its callees. */
const totals = functions.self.map((self, f) => self + functions.children[f]);

/** All calls of each function, including recursive calls. */
const allCalls = functions.calls.map(
  (calls, f) => Number(calls) + Number(functions.self_calls[f]));

/** For each function its arcs: `column` has the callers or the callees of all arcs. */
function arcsBy(column) {
  const lists = functions.name.map(() => []);
  column.forEach((f, arc) => lists[f].push(arc));
  const arcs = profile.arcs;
  const weight = (arc) => arcs.self[arc] + arcs.children[arc];
  const byWeight = (a, b) => weight(b) - weight(a) ||
    Number(arcs.calls[b]) - Number(arcs.calls[a]) || a - b;
  for (const list of lists)
    list.sort(byWeight);
  return lists;
}

const callersOf = arcsBy(profile.arcs.callee);
const calleesOf = arcsBy(profile.arcs.caller);

const cycleOf = new Map(profile.cycles.map((cycle) => [cycle.number, cycle]));

/** The estimated stacks: a node's total is its own time and that of all below. */
const tree = profile.tree;
tree.total = tree.self.slice();
tree.below = tree.self.map(() => []);
tree.roots = [];
for (let node = tree.parent.length - 1; node >= 0; --node) {
  const parent = tree.parent[node];
  if (parent === NONE) {
    tree.roots.push(node);
    continue;
  }
  tree.total[parent] += tree.total[node];
  tree.below[parent].push(node);
}
for (const nodes of [tree.roots, ...tree.below])
  nodes.sort((a, b) => tree.total[b] - tree.total[a] || a - b);

/** The name of a tree node. */
function nodeName(node) {
  const index = tree.index[node];
  switch (tree.kind[node]) {
  case 'f':
    return functions.name[index];
  case 'c':
    return `cycle ${profile.cycles[index].number} as a whole`;
  case 'p':
    return 'below stacks that were cut: they took too little time';
  default:
    return 'in no known function';
  }
}

/** The index in profile.files of each path. */
const fileOfPath = new Map(profile.files.map((file, i) => [file.path, i]));

/** "file.c:12", or an empty text. */
function placeOf(f) {
  return placeText(functions.path[f], functions.line[f]);
}

/** A link to a function's entry. `f` is a function. */
function functionLink(f, more = '') {
  const name = functions.name[f];
  return element('a', {class: `name ${more}`, href: `#graph/${f}`, title: name}, name);
}

/** A link to a function's first line, or nothing. */
function placeLink(f) {
  const place = placeOf(f);
  const file = fileOfPath.get(functions.path[f]);
  if (!place || file === undefined)
    return place;
  return element('a', {class: 'place', href: `#source/${file}/${functions.line[f]}`},
    place);
}
