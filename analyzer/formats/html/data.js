// Converts the JSON that Html.cpp wrote to the data of the views: columns of functions,
// arcs and a tree. Times are measured in the whole process, or else estimated from the
// program's own samples and calls.

const profile = content;

/** Facts that only profiles with stacks have. */
const {measured} = profile;

const functions = profile.functions;
const numFunctions = functions.name.length;

/** Each function's time including its callees. */
const allTotals = measured ? functions.total
  : functions.self.map((self, f) => self + functions.children[f]);

/** All calls of each function, including recursive calls; 0 if they were not counted. */
const allCalls = functions.calls.map(
  (calls, f) => Number(calls) + Number(measured ? 0 : functions.self_calls[f]));

/** The times of the chosen thread, or of all: of functions, arcs, and together. */
const cost = {self: functions.self, total: allTotals, arcs: null, all: profile.time};

/** The time that an arc has. */
function arcTime(arc) {
  const {arcs} = profile;
  if (cost.arcs)
    return cost.arcs[arc];
  return measured ? arcs.time[arc] : arcs.self[arc] + arcs.children[arc];
}

/** Whether an arc is that of code inlined into a caller, which has the calls, too. */
const isInlinedArc = (arc) => Boolean(measured && profile.arcs.inlined[arc]);

/** For each function its arcs: `column` has the callers or the callees of all arcs. */
function arcsBy(column) {
  const lists = functions.name.map(() => []);
  column.forEach((f, arc) => lists[f]?.push(arc));
  return lists;
}

const callersOf = arcsBy(profile.arcs.callee).map((arcs) => arcs.filter((arc) => !isInlinedArc(arc)));
const calleesOf = arcsBy(profile.arcs.caller);

/** Arcs in descending order of time and calls. */
function sortArcs(list) {
  const {calls} = profile.arcs;
  return [...list].sort((a, b) => arcTime(b) - arcTime(a) || Number(calls[b]) - Number(calls[a]) || a - b);
}

const cycleOf = new Map(profile.cycles.map((cycle) => [cycle.number, cycle]));

/** The name of a function's module, or an empty text. */
function moduleOf(f) {
  const module = measured ? functions.module[f] : NONE;
  return module === NONE ? '' : measured.modules[module].name;
}

/** "file.c:12", or an empty text. */
function placeOf(f) {
  return placeText(functions.path[f], functions.line[f]);
}

// --- names -------------------------------------------------------------------

const folded = foldNames(functions.name, functions.name.map((_, f) => placeOf(f) || moduleOf(f)));

/** What a view calls a function in a text. */
function shortName(f) {
  return state.names === 'whole' ? functions.name[f] : folded[f].head;
}

/** The names of functions in addresses: each has one function. */
const keys = [];
const functionOfKey = new Map();
functions.name.forEach((name, f) => {
  let key = name;
  if (functionOfKey.has(key))
    key = `${name}@${placeOf(f) || moduleOf(f)}`;
  for (let n = 2; functionOfKey.has(key); ++n)
    key = `${name}@${n}`;
  functionOfKey.set(key, f);
  keys.push(key);
});

/** The function that the address chooses, or NONE. */
function chosenFunction() {
  return functionOfKey.get(state.fn) ?? NONE;
}

/** The shortest ends of paths in which files differ. */
const fileKeys = profile.files.map((file) => profile.paths[file.path]);
const fileOfKey = new Map(fileKeys.map((key, i) => [key, i]));
const numByBase = new Map();
for (const path of fileKeys)
  numByBase.set(baseName(path), (numByBase.get(baseName(path)) || 0) + 1);
fileKeys.forEach((path, i) => {
  if (numByBase.get(baseName(path)) > 1)
    return;
  fileKeys[i] = baseName(path);
  fileOfKey.set(fileKeys[i], i);
});

/** The index in profile.files of each path. */
const fileOfPath = new Map(profile.files.map((file, i) => [file.path, i]));

/** The address of a line. */
function lineAddress(file, line) {
  return addressOf({view: 'source', file: fileKeys[file], line, cycle: undefined});
}

/** What changes when another function is chosen. */
function functionChanges(f, view = 'graph') {
  return {view, fn: keys[f], cycle: undefined, file: undefined, line: undefined, up: undefined,
    down: undefined};
}

/** A link to a function in the call graph. */
function functionLink(f, more = '') {
  return element('a', {class: `name ${more}`, 'data-whole': functions.name[f], title: functions.name[f],
    href: addressOf(functionChanges(f))},
  ...nameParts(folded[f], functions.name[f]));
}

/** A link to a function's first line, or its place as text. */
function placeLink(f) {
  const place = placeOf(f);
  const file = fileOfPath.get(functions.path[f]);
  if (!place || file === undefined)
    return place;
  return element('a', {class: 'place', title: profile.paths[functions.path[f]],
    href: addressOf({view: 'source', fn: keys[f], file: fileKeys[file], line: functions.line[f]})}, place);
}

function threadName({id, name}) {
  return `${name || 'thread'} ${Number(id) ? `(${id})` : ''}`.trim();
}

// --- stacks ------------------------------------------------------------------

/** The stacks: a node's total is its own time and that of all below. */
const tree = profile.tree;
tree.below = tree.parent.map(() => []);
tree.roots = [];
tree.parent.forEach((parent, node) =>
  (parent === NONE ? tree.roots : tree.below[parent]).push(node));

/** The node that calls another: of a call it is out of line, of inlined code it may be inlined. */
function callerOf(node) {
  let caller = tree.parent[node];
  while (!tree.inlined[node] && caller !== NONE && tree.inlined[caller])
    caller = tree.parent[caller];
  return caller;
}

/** The inlined nodes between a node and its caller. */
function inlinedCallers(node) {
  const result = [];
  for (let at = tree.parent[node]; at !== callerOf(node); at = tree.parent[at])
    result.push(at);
  return result;
}

/** Adds up the times of functions and arcs, each of which counts once in a stack. */
function sumTree() {
  const self = functions.name.map(() => 0);
  const total = functions.name.map(() => 0);
  const {caller, callee} = profile.arcs;
  const arcs = caller.map(() => 0);
  const keyOf = (from, to, isInlined) => (from * numFunctions + to) * 2 + Number(isInlined);
  const arcOf = new Map(caller.map((f, arc) => [keyOf(f, callee[arc], isInlinedArc(arc)), arc]));
  const [depth, arcDepth] = [functions.name.map(() => 0), caller.map(() => 0)];
  const isFunction = (node) => node !== NONE && tree.kind[node] === 'f';
  const arcsAt = (node) => isFunction(node) && isFunction(callerOf(node))
    ? [arcOf.get(keyOf(tree.index[callerOf(node)], tree.index[node], false)),
      ...new Set(inlinedCallers(node).map((at) => arcOf.get(keyOf(tree.index[at], tree.index[node], true))))]
      .filter((arc) => arc !== undefined) : [];
  const work = tree.roots.map((node) => [node, false]);
  while (work.length) {
    const [node, isDone] = work.pop();
    const f = isFunction(node) ? tree.index[node] : NONE;
    const own = arcsAt(node);
    if (isDone) {
      --depth[f];
      for (const arc of own)
        --arcDepth[arc];
      continue;
    }
    if (f !== NONE) {
      self[f] += tree.own[node];
      if (depth[f]++ === 0)
        total[f] += tree.total[node];
      for (const arc of own)
        if (arcDepth[arc]++ === 0)
          arcs[arc] += tree.total[node];
      work.push([node, true]);
    } else if (tree.kind[node] === 'w') {
      self[tree.index[tree.parent[node]]] += tree.own[node];
    }
    for (const below of tree.below[node])
      work.push([below, false]);
  }
  Object.assign(cost, {self, total, arcs});
}

/** The thread whose times are shown, or NONE. */
let shownThread;

/** Computes the times of one thread or of all. */
function chooseThread(thread) {
  if (thread === shownThread)
    return;
  shownThread = thread;
  if (thread === NONE) {
    tree.own = tree.self;
  } else {
    tree.own = tree.self.map(() => 0);
    for (let i = 0; i < tree.samples.length; i += 3)
      if (tree.samples[i + 1] === thread)
        tree.own[tree.samples[i]] += tree.samples[i + 2];
  }
  tree.total = tree.own.slice();
  for (let node = tree.parent.length - 1; node >= 0; --node)
    if (tree.parent[node] !== NONE)
      tree.total[tree.parent[node]] += tree.total[node];
  for (const nodes of [tree.roots, ...tree.below])
    nodes.sort((a, b) => tree.total[b] - tree.total[a] || a - b);
  tree.time = tree.roots.reduce((sum, node) => sum + tree.total[node], 0);
  if (thread === NONE)
    Object.assign(cost, {self: functions.self, total: allTotals, arcs: null, all: profile.time});
  else
    sumTree();
  if (thread !== NONE)
    cost.all = tree.time;
}

/** Follows the address: the thread of that name, or all. */
function followThread() {
  const found = tree.samples ? profile.threads.findIndex((thread) => threadName(thread) === state.thread) : NONE;
  chooseThread(found);
}

/** The list of threads, one of which can be chosen for all views. */
function threadChoice() {
  if (!tree.samples)
    return null;
  const choice = element('select', {id: 'thread', change: () => go({thread: choice.value, focus: undefined})},
    element('option', {value: ''}, 'all'),
    ...orderBy(profile.threads.map(({time}) => time))
      .filter((i) => profile.threads[i].time > 0)
      .map((i) => element('option', {value: threadName(profile.threads[i])}, threadName(profile.threads[i]))));
  choice.value = shownThread === NONE ? '' : threadName(profile.threads[shownThread]);
  return element('label', {}, 'Thread ', choice);
}

/** Indices in descending order of a column. */
function orderBy(column) {
  return [...column.keys()].sort((a, b) => column[b] - column[a] || a - b);
}

/** The name of a tree node. */
function nodeName(node) {
  const index = tree.index[node];
  switch (tree.kind[node]) {
  case 'f':
    return shortName(index);
  case 'c':
    return `cycle ${profile.cycles[index].number} as a whole`;
  case 'p':
    return 'too little time to be shown';
  case 'w':
    return 'waiting';
  default:
    return 'in no known function';
  }
}

/** The standard error of a time: of samples, the square root of their number. */
function errorOf(time) {
  return profile.exact || profile.counted ? 0 : Math.sqrt(Math.max(0, time) * profile.rate * profile.at_once) / profile.rate;
}

/** What estimates assume. */
const estimateNote = isTime ? 'Estimated: as if all calls of a function took equally long.'
  : 'Estimated: as if all calls of a function cost the same.';

/** What is in front of a total: incomplete stacks may lack the function. */
function markOf(f) {
  return measured && functions.is_lower_bound[f] ? '>=' : '';
}

function perCall(time, calls) {
  return Number(calls) ? time / Number(calls) : 0;
}

/** The times of a call; 0 if they are unknown. Inlined copies are no calls. */
function selfPerCall(f) {
  return perCall((measured ? functions.self_of_calls : functions.self)[f], functions.calls[f]);
}

function totalPerCall(f) {
  return measured ? perCall(functions.total_of_calls[f], functions.timed_calls[f])
    : perCall(allTotals[f], functions.calls[f]);
}
