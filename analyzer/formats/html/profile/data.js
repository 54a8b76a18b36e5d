// Converts the JSON that Html.cpp wrote to the data of the views: columns of functions,
// arcs and a tree. Times are measured in the whole process, or else estimated from the
// program's own samples and calls.

const profile = content;

/** Whether stacks measure the times. */
const {measured} = profile;

/** Without samples, the views have counts only. */
const hasTimes = profile.time > 0;

const functions = profile.functions;
const numFunctions = functions.name.length;

/** All calls of each function, including recursive calls; 0 if they were not counted. */
const allCalls = functions.calls.map(Number);

/** The functions of the profile, without the runtime's mark for callers that are unknown. Without times, those
 * that were called. */
const listed = [...functions.name.keys()].filter((f) => functions.name[f] !== '<spontaneous>' && (hasTimes || allCalls[f] > 0));

/** The numbers of a function's calls by others and, if there are some, by itself. */
function callsOf(f) {
  const bySelf = BigInt(functions.self_calls[f]);
  return [String(BigInt(functions.calls[f]) - bySelf), ...bySelf ? [String(bySelf)] : []];
}

/** The calls of some functions together: those that were made, without executions of inlined copies. */
const sumOfCalls = (some, calls = allCalls) => some.reduce((sum, f) =>
  sum + (functions.has_inlined_calls[f] ? 0 : calls[f] || 0), 0);

/**
 * The times of the chosen part, or of all: of functions, arcs, and together; of other modules, if these have no functions
 * here; and the calls of functions, if they are known.
 */
const cost = {self: functions.self, total: functions.total, arcs: null, all: profile.time, others: profile.other_time, calls: allCalls};

/** The time that an arc has. */
function arcTime(arc) {
  return (cost.arcs ?? profile.arcs.time)[arc];
}

/** The part of an arc's time in which the callee is inlined. */
function inlinedTime(arc) {
  return cost.arcs ? cost.inlined[arc] : Math.max(0, profile.arcs.time[arc] - profile.arcs.time_of_calls[arc]);
}

/** Whether an arc is that of code inlined into a caller, which has the calls, too. */
const isInlinedArc = (arc) => Boolean(profile.arcs.inlined[arc]);

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

/** The counted calls between different members of a cycle, the rarest first. */
function rareCalls({number}) {
  const {caller, callee, calls} = profile.arcs;
  return [...caller.keys()].filter((arc) => functions.cycle[caller[arc]] === number && functions.cycle[callee[arc]] === number &&
      caller[arc] !== callee[arc] && !isInlinedArc(arc) && Number(calls[arc]) > 0)
    .sort((a, b) => Number(calls[a]) - Number(calls[b]) || a - b);
}

/** The name of a function's module, or an empty text. */
function moduleOf(f) {
  const module = measured ? functions.module[f] : NONE;
  return module === NONE ? '' : profile.modules[module]?.name || 'unknown module';
}

/** Whether a function is the program's, whatever the program was called when the page was made. */
function isOfProgram(f) {
  return Boolean(profile.modules[functions.module[f]]?.is_program);
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

/** The names of functions in addresses. */
const {keys, indexOf: functionOfKey} = makeKeys(functions.name, (name, number, f) =>
  `${name}@${number === 2 && (placeOf(f) || moduleOf(f)) || number}`);

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

/** The functions of each file's lines that have time of their own: by line, those with the most time first. */
const ownersOfLines = profile.files.map(({owners}) => {
  const result = new Map();
  for (let i = 0; i < owners.length; i += 2)
    result.set(owners[i], [...result.get(owners[i]) || [], owners[i + 1]]);
  return result;
});

/** The functions that have time in a line of a file, that with the most first. */
function ownersOf(file, line) {
  return ownersOfLines[file].get(line) || [];
}

/** The function that has most of the time of a line of a file, or NONE. */
function ownerOf(file, line) {
  return ownersOf(file, line)[0] ?? NONE;
}

/** What changes when a line is chosen: its function is, too, so that other views show that. */
function lineChanges(file, line) {
  const owner = ownerOf(file, line);
  return {file: fileKeys[file], line, ...owner === NONE ? {} : {fn: keys[owner]}};
}

/** The address of a line. */
function lineAddress(file, line) {
  return addressOf({view: 'source', cycle: undefined, ...lineChanges(file, line)});
}

/** What changes when another function is chosen. */
function functionChanges(f, view = 'graph') {
  return {view, fn: keys[f], cycle: undefined, file: undefined, line: undefined, up: undefined,
    down: undefined, drawn: undefined};
}

/** A link to a function in the call graph. */
function functionLink(f, more = '') {
  return element('a', {class: `name ${more}`, 'data-whole': functions.name[f], title: functions.name[f],
    href: addressOf(functionChanges(f))},
  ...nameParts(folded[f], functions.name[f]));
}

/** A function's place, of which the file is cut where there is no room, not the line. */
function placeParts(f) {
  const [path, line] = [functions.path[f], functions.line[f]];
  return path === NONE ? [] : [element('span', {class: 'file'}, baseName(profile.paths[path])), line ? `:${line}` : ''];
}

/** A link to a function's first line, or its place as text. */
function placeLink(f) {
  const place = placeParts(f);
  const file = fileOfPath.get(functions.path[f]);
  if (!place.length || file === undefined)
    return place.length ? element('span', {class: 'place'}, ...place) : '';
  return element('a', {class: 'place', title: profile.paths[functions.path[f]],
    href: addressOf({view: 'source', fn: keys[f], file: fileKeys[file], line: functions.line[f] || undefined})}, ...place);
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

/** Calls enter(node) for each node of the tree, and leave(node) behind all below it. */
function walkTree(enter, leave) {
  const work = tree.roots.map((node) => [node, false]);
  while (work.length) {
    const [node, isDone] = work.pop();
    if (isDone) {
      leave(node);
      continue;
    }
    enter(node);
    work.push([node, true]);
    for (const below of tree.below[node])
      work.push([below, false]);
  }
}

const isFunctionNode = (node) => node !== NONE && tree.kind[node] === 'f';

/** Adds up the times of functions and arcs, each of which counts once in a stack. */
function sumTree() {
  const self = functions.name.map(() => 0);
  const total = functions.name.map(() => 0);
  const {caller, callee} = profile.arcs;
  const arcs = caller.map(() => 0);
  const inlined = caller.map(() => 0);
  const keyOf = (from, to, isInlined) => (from * numFunctions + to) * 2 + Number(isInlined);
  const arcOf = new Map(caller.map((f, arc) => [keyOf(f, callee[arc], isInlinedArc(arc)), arc]));
  const [depth, arcDepth] = [functions.name.map(() => 0), caller.map(() => 0)];
  const arcsAt = (node) => isFunctionNode(node) && isFunctionNode(callerOf(node))
    ? [arcOf.get(keyOf(tree.index[callerOf(node)], tree.index[node], false)),
      ...new Set(inlinedCallers(node).map((at) => arcOf.get(keyOf(tree.index[at], tree.index[node], true))))]
      .filter((arc) => arc !== undefined) : [];
  walkTree((node) => {
    if (tree.kind[node] === 'w')
      self[tree.index[tree.parent[node]]] += tree.own[node];
    if (!isFunctionNode(node))
      return;
    const f = tree.index[node];
    self[f] += tree.own[node];
    if (depth[f]++ === 0)
      total[f] += tree.total[node];
    for (const arc of arcsAt(node))
      if (arcDepth[arc]++ === 0) {
        arcs[arc] += tree.total[node];
        inlined[arc] += tree.inlined[node] ? tree.total[node] : 0;
      }
  }, (node) => {
    if (!isFunctionNode(node))
      return;
    --depth[tree.index[node]];
    for (const arc of arcsAt(node))
      --arcDepth[arc];
  });
  Object.assign(cost, {self, total, arcs, inlined});
}

/** "inlined", "30% inlined" or an empty text: how much of a time is in inlined copies. */
function inlinedText(part, whole) {
  const percent = whole > 0 ? Math.round(100 * part / whole) : 0;
  return percent >= 100 ? 'inlined' : percent > 0 ? `${percent}% inlined` : '';
}

/** The same as a mark beside a name. */
function inlinedTag(part, whole) {
  const text = inlinedText(part, whole);
  return text ? element('span', {class: 'tag', title: 'its code is part of the function that contains it'}, text) : null;
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
  return functions.is_lower_bound[f] ? '>=' : '';
}

function perCall(time, calls) {
  return Number(calls) ? time / Number(calls) : 0;
}

/** The times of a call; 0 if they are unknown. Inlined copies are no calls. */
function selfPerCall(f) {
  return perCall(functions.self_of_calls[f], functions.calls[f]);
}

function totalPerCall(f) {
  return perCall(functions.total_of_calls[f], functions.timed_calls[f]);
}
