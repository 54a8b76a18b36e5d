// Converts the JSON that Html.cpp wrote to the data of the views: columns of functions,
// arcs and a tree. Times are measured in the whole process, or else estimated from the
// program's own samples and calls.

const profile = content;

/** Facts that only profiles with stacks have. */
const {measured} = profile;

const functions = profile.functions;
const numFunctions = functions.name.length;

/** Each function's time including its callees. */
const totals = measured ? functions.total
  : functions.self.map((self, f) => self + functions.children[f]);

/** All calls of each function, including recursive calls; 0 if they were not counted. */
const allCalls = functions.calls.map(
  (calls, f) => Number(calls) + Number(measured ? 0 : functions.self_calls[f]));

/** The time that an arc has. */
function arcTime(arc) {
  const arcs = profile.arcs;
  return measured ? arcs.time[arc] : arcs.self[arc] + arcs.children[arc];
}

/** For each function its arcs: `column` has the callers or the callees of all arcs. */
function arcsBy(column) {
  const lists = functions.name.map(() => []);
  column.forEach((f, arc) => lists[f]?.push(arc));
  const {calls} = profile.arcs;
  const byWeight = (a, b) => arcTime(b) - arcTime(a) ||
    Number(calls[b]) - Number(calls[a]) || a - b;
  for (const list of lists)
    list.sort(byWeight);
  return lists;
}

const callersOf = arcsBy(profile.arcs.callee);
const calleesOf = arcsBy(profile.arcs.caller);

const cycleOf = new Map(profile.cycles.map((cycle) => [cycle.number, cycle]));

/** The stacks: a node's total is its own time and that of all below. */
const tree = profile.tree;
tree.below = tree.parent.map(() => []);
tree.roots = [];
tree.parent.forEach((parent, node) =>
  (parent === NONE ? tree.roots : tree.below[parent]).push(node));

/** Computes the tree's times, those of one thread or of all. */
function chooseThread(thread) {
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
}

chooseThread(NONE);

/** The name of a tree node. */
function nodeName(node) {
  const index = tree.index[node];
  switch (tree.kind[node]) {
  case 'f':
    return functions.name[index];
  case 'c':
    return `cycle ${profile.cycles[index].number} as a whole`;
  case 'p':
    return measured ? 'in stacks that took too little time'
      : 'below stacks that were cut: they took too little time';
  case 'w':
    return 'waiting';
  default:
    return 'in no known function';
  }
}

function threadName({id, name}) {
  return `${name || 'thread'} ${Number(id) ? `(${id})` : ''}`.trim();
}

/** The name of a function's module, or an empty text. */
function moduleOf(f) {
  const module = measured ? functions.module[f] : NONE;
  return module === NONE ? '' : measured.modules[module].name;
}

/** What estimates assume. */
const estimateNote = isTime ? 'Estimated: as if all calls of a function took equally long.'
  : 'Estimated: as if all calls of a function cost the same.';

/** The time of the process: that of each module, and its clocks. Parts add up. */
function processLine() {
  const {is_elapsed: isElapsed, user, system, elapsed, waiting} = measured;
  const seconds = (value) => value.toFixed(2);
  const time = isTime ? seconds : showTime;
  const hundred = isTime ? 100 : 1; // parts are rounded to hundredths of a second
  const parts = measured.modules.filter(({self}) => self > 0).sort((a, b) => b.self - a.self);
  const isLarge = ({self}, i) => i < 6 && self >= profile.time / 100;
  const large = parts.filter(isLarge);
  const rest = parts.slice(large.length);
  if (rest.length > 1)
    large.push({name: `${rest.length} others`, self: rest.reduce((sum, {self}) => sum + self, 0)});
  else
    large.push(...rest);
  let [sum, given] = [0, 0];
  const texts = large.map(({name, self}, i) => {
    sum += self;
    const part = Math.round(hundred * sum) / hundred - given;
    given += part;
    return `${time(part)} ${i ? '' : 'in '}${name}`;
  });
  const kind = !isTime ? ` ${profile.dimension}` : isElapsed ? ` s in all threads, ${time(profile.time - waiting)} running and ` +
    `${time(waiting)} waiting` : ' s CPU';
  const kernel = isTime && !isElapsed && system >= 0.01 && system >= user / 99
    ? ` (${seconds(system)} in the kernel)` : '';
  return time(profile.time) + kind + kernel + (texts.length ? `: ${texts.join(', ')}` : '') +
    (elapsed ? `; ${seconds(elapsed)} s elapsed` : '') +
    (isElapsed && user + system ? `, ${seconds(user + system)} s CPU` : '') +
    (Number(measured.runs) > 1 ? `, ${measured.runs} runs` : '');
}

/** Why totals are lower bounds. */
function boundsLine() {
  const names = measured.without_tables.map((module) => measured.modules[module].name);
  return `${showPercent(measured.incomplete, profile.time)}% of the samples have an incomplete ` +
    'stack. Totals with >= are lower bounds: these stacks may lack the function.' +
    (names.length ? ` Compile with -funwind-tables: ${names.join(', ')}.` : '');
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
