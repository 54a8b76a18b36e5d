// The parts of a profile that can be chosen for all views: a thread, or the processes of a
// set with a rank, a label or both. Samples have the number of a part: threads are the first.

/** The names of threads, in addresses and elsewhere. Their ids differ from run to run. */
const {keys: threadNames, indexOf: threadOfName} = makeKeys(profile.threads.map(({id, name}) =>
  name || (Number(id) ? 'thread' : 'unknown threads')), (name, number) => `${name} ${number}`);

/** The processes of a set, by rank and label. */
const processGroups = profile.groups || [];

/** What a process has of a kind of part. */
const nameOfGroup = {rank: ({rank}) => rank === undefined ? '(none)' : String(rank), label: ({label}) => label || '(none)'};

/** Calls visit(f, samples, calls) for the functions of a group. */
function visitFunctions({functions: list}, visit) {
  for (let at = 0, f = 0; at < list.length; at += 3) {
    f += list[at];
    visit(f, list[at + 1], Number(list[at + 2]));
  }
}

/** The ranks or labels: {name, time, calls}, by name. One alone is no choice. */
function partsOfGroups(kind) {
  const sums = new Map();
  for (const group of processGroups) {
    const name = nameOfGroup[kind](group);
    const sum = sums.get(name) || {name, time: 0, calls: 0};
    sum.time += group.samples / profile.rate;
    sum.calls += Number(group.calls);
    sums.set(name, sum);
  }
  return new Map(sums.size > 1 ? [...sums].sort(([, a], [, b]) => b.time - a.time || b.calls - a.calls) : []);
}

/** The parts of each kind by name, those with the most time first. Threads are a choice if their stacks are known. */
const partsOf = {
  thread: new Map(profile.tree.samples && profile.threads.length > 1
    ? orderBy(profile.threads.map(({time}) => time)).map((i) => [threadNames[i], {...profile.threads[i], name: threadNames[i]}]) : []),
  rank: partsOfGroups('rank'),
  label: partsOfGroups('label'),
};
const partKinds = Object.keys(partsOf).filter((kind) => partsOf[kind].size);

/** Whether the calls of all groups of processes add up to those of a function: those of libraries are not known by group. */
const hasCallsOfGroups = (() => {
  const sums = allCalls.map(() => 0);
  for (const group of processGroups)
    visitFunctions(group, (f, _, calls) => {
      sums[f] += calls;
    });
  return allCalls.map((calls, f) => calls === sums[f]);
})();

/** The chosen thread, or NONE; the chosen groups of processes, or null; and both as a text, or an empty one. */
let shownThread = NONE;
let shownGroups = null;
let shownText;

/** Whether the times are those of the whole profile. */
function showsAll() {
  return shownText === '';
}

/** Whether calls are shown, and the times of a call: of a thread no calls are known. */
function showsCalls() {
  return Boolean(cost.calls);
}

/** Whether totals are shown: of ranks and labels they need stacks. */
function showsTotals() {
  return !shownGroups || Boolean(tree.samples);
}

/** Why numbers are missing. */
function noCallsNote() {
  return shownGroups ? 'Calls of one function by another are counted for all processes together, and not shown here.'
    : 'Calls are counted for all threads together, and not shown here.';
}

/** What views without times of ranks and labels show. */
const viewsOfAll = ['source', 'ranks', ...profile.tree.samples ? [] : ['graph', 'flame']];

/** Follows the address: a rank and a label go before a thread. */
function followParts() {
  const {rank, label, thread} = state;
  const ofGroups = ['rank', 'label'].filter((kind) => state[kind] !== undefined);
  const isOfAll = ofGroups.length && viewsOfAll.includes(chosenView().id);
  if (isOfAll)
    showParts('', NONE, null);
  else if (ofGroups.length)
    showParts(ofGroups.map((kind) => `${kind} ${state[kind]}`).join(', '), NONE,
      [...processGroups.keys()].filter((i) => ofGroups.every((kind) => nameOfGroup[kind](processGroups[i]) === state[kind])));
  else
    showParts(thread === undefined ? '' : `thread ${thread}`, threadOfName.get(thread) ?? NONE, null);
}

/** Computes the times of one thread, of some groups of processes, or of all. */
function showParts(text, thread, groups) {
  if (text === shownText)
    return;
  [shownText, shownThread, shownGroups] = [text, thread, groups];
  if (tree.samples && !showsAll())
    takeSamples(new Set(groups ? groups.map((i) => profile.threads.length + i) : [thread]));
  else
    tree.own = tree.self;
  sumNodes();
  Object.assign(cost, {self: functions.self, total: allTotals, arcs: null, all: profile.time, calls: allCalls});
  if (showsAll())
    return;
  if (tree.samples)
    sumTree();
  if (groups)
    takeGroups(groups);
  else
    Object.assign(cost, {all: tree.time, calls: null});
}

/** The own times of nodes are those of the samples of some parts. */
function takeSamples(chosen) {
  tree.own = tree.self.map(() => 0);
  for (let i = 0; i < tree.samples.length; i += 3)
    if (chosen.has(tree.samples[i + 1]))
      tree.own[tree.samples[i]] += tree.samples[i + 2];
}

/** Adds up the nodes of the tree. */
function sumNodes() {
  tree.total = tree.own.slice();
  for (let node = tree.parent.length - 1; node >= 0; --node)
    if (tree.parent[node] !== NONE)
      tree.total[tree.parent[node]] += tree.total[node];
  for (const nodes of [tree.roots, ...tree.below])
    nodes.sort((a, b) => tree.total[b] - tree.total[a] || a - b);
  tree.time = tree.roots.reduce((sum, node) => sum + tree.total[node], 0);
}

/** Takes the times and calls of groups of processes. Their totals are exact, also of stacks that are not in the tree. */
function takeGroups(groups) {
  const total = functions.name.map(() => 0);
  const calls = hasCallsOfGroups.map((isKnown) => isKnown ? 0 : null);
  let all = 0;
  for (const i of groups) {
    all += processGroups[i].samples / profile.rate;
    visitFunctions(processGroups[i], (f, samples, more) => {
      total[f] += samples / profile.rate;
      calls[f] = calls[f] === null ? null : calls[f] + more;
    });
  }
  Object.assign(cost, {total, calls, all, ...tree.samples ? {} : {self: total}});
}

/** What a file's lines have in the shown part, or in all. Counts are those of all. */
function linesOf(file) {
  if (showsAll())
    return file;
  return file.threads?.find(({thread}) => thread === shownThread) || {time: 0, times: [], totals: [], calls: []};
}

/** What changes when a part is chosen. A thread excludes ranks and labels. */
function partChanges(kind, name) {
  return {...kind === 'thread' ? {rank: undefined, label: undefined} : {thread: undefined}, focus: undefined, [kind]: name};
}

/** Lists of threads, ranks and labels, one of which can be chosen for all views. */
function partChoices() {
  return partKinds.map((kind) => {
    const choice = element('select', {id: kind, change: () => go(partChanges(kind, choice.value))},
      element('option', {value: ''}, 'all'),
      ...[...partsOf[kind].values()].filter(({name, time, calls}) => time > 0 || (kind !== 'thread' && calls > 0) || name === state[kind])
        .map(({name}) => element('option', {value: name}, name)));
    choice.value = state[kind] ?? '';
    return element('label', {}, `${kind[0].toUpperCase()}${kind.slice(1)} `, choice);
  });
}

/** The shown part in front of its numbers: "Rank 3, label parser". */
function shownTitle() {
  return shownText[0].toUpperCase() + shownText.slice(1);
}

/** A bar for each part, sorted by what it has; a bar of several is as high as the greatest. */
function partBars(rows, valueOf) {
  const step = Math.ceil(rows.length / 200);
  const most = Math.max(...rows.map(valueOf));
  return element('div', {class: 'part-bars', 'aria-hidden': 'true'}, ...Array.from({length: Math.ceil(rows.length / step)}, (_, i) => {
    const some = rows.slice(step * i, step * (i + 1));
    const made = element('a', {title: some.length > 1 ? `${some[0].name} … ${some.at(-1).name}` : some[0].name, tabindex: -1,
      href: addressOf(partChanges(some[0].kind, some[0].name)), class: some.some(({kind, name}) => state[kind] === name) ? 'of-chosen' : ''});
    made.style.height = `${100 * valueOf(some[0]) / most}%`;
    return made;
  }));
}

/** How the ranks or labels differ: in words, as bars and as a list. */
function partCard(kind) {
  const rows = [...partsOf[kind].values()].map((part) => ({...part, kind}));
  const ofTime = rows[0].time > 0;
  const valueOf = ({time, calls}) => ofTime ? time : calls;
  const show = (value) => ofTime ? `${showTime(value)} ${costUnit}` : `${showCount(Math.round(value))} calls`;
  if (!ofTime)
    rows.sort((a, b) => b.calls - a.calls);
  const sum = rows.reduce((all, row) => all + valueOf(row), 0);
  const [mean, first, last] = [sum / rows.length, rows[0], rows.at(-1)];
  const nameOf = ({name}) => kind === 'rank' ? `rank ${name}` : name;
  const link = ({name}) => element('a', {class: 'name walk', title: name, href: addressOf(partChanges(kind, name))}, name);
  return element('section', {class: 'card part-card'},
    rankList(kind === 'rank' ? 'Ranks' : 'Labels', [
      ...ofTime ? [[`${costWord} %`, 'number', ({time}) => showPercent(time, sum)], [costTitle(costWord), 'number', ({time}) => showTime(time)]] : [],
      ['calls', 'number', ({calls}) => showCount(calls)],
      ['', 'share', (row) => bar(valueOf(row) / valueOf(first))],
      [kind, 'c-function', link],
    ], rows, `part-${ofTime ? 'times' : 'calls'}`, ({name}) => go(partChanges(kind, name)), {
      chosen: Math.max(0, rows.findIndex(({name}) => name === state[kind])),
      above: [element('p', {}, `${showCount(rows.length)} ${kind}s: mean ${show(mean)}, from ${show(valueOf(last))} (${nameOf(last)}) to ${show(valueOf(first))} (${nameOf(first)})` +
      `${mean > 0 ? `, max/mean ${showFixed(valueOf(first) / mean, 2)}` : ''}.`), partBars(rows, valueOf)],
    }));
}
