// The parts of a profile that can be chosen for all views: a thread, or the processes of a
// set with a rank, a label or both. Samples have the number of a part: threads are the first.

/** The names of threads, in addresses and elsewhere. Their ids differ from run to run. */
const {keys: threadNames, indexOf: threadOfName} = makeKeys(profile.threads.map(({id, name}) =>
  name || (Number(id) ? 'thread' : 'unknown threads')), (name, number) => `${name} ${number}`);

/** The processes of a set, by rank and label. */
const processGroups = profile.groups || [];

/** What a group of processes has of a kind of part, to sort by: those without a rank come last, those without a label first. */
const keyOfGroup = {rank: ({rank}) => rank ?? Infinity, label: ({label}) => label};
const otherKind = {rank: 'label', label: 'rank'};

/** Whether processes without a rank or label have this key: they are no rank or label. */
function isNoPart(key) {
  return key === Infinity || key === '';
}

/** What stands in place of a rank or label of the processes without. */
function nameWithout(kind) {
  return `without a ${kind}`;
}

/** A part in a sentence, with what shows its name: "label parser", "without a label". */
function partWords(kind, name, show = clippedName) {
  return name === nameWithout(kind) ? [name] : [`${kind} `, show(name)];
}

function nameOfGroup(kind, group) {
  const key = keyOfGroup[kind](group);
  return isNoPart(key) ? nameWithout(kind) : String(key);
}

/** Whether a group of processes is in the chosen rank or label, if there is one. */
function isInChosen(kind, group) {
  return state[kind] === undefined || nameOfGroup(kind, group) === state[kind];
}

/** Calls visit(f, samples, calls) for the functions of a group. */
function visitFunctions({functions: list}, visit) {
  for (let at = 0, f = 0; at < list.length; at += 3) {
    f += list[at];
    visit(f, list[at + 1], Number(list[at + 2]));
  }
}

/** The ranks or labels of groups, and a part of the processes without: {kind, name, key, time, calls} in the order of report --by. */
function partsOfGroups(kind, groups) {
  const sums = new Map();
  for (const group of groups) {
    const name = nameOfGroup(kind, group);
    const sum = sums.get(name) || {kind, name, key: keyOfGroup[kind](group), samples: 0, calls: 0};
    sum.samples += group.samples + (group.other_samples || 0);
    sum.calls += Number(group.calls);
    sums.set(name, sum);
  }
  return [...sums.values()].map((sum) => ({...sum, time: sum.samples / profile.rate}))
    .sort((a, b) => b.time - a.time || b.calls - a.calls || (a.key < b.key ? -1 : 1));
}

/** The ranks or labels by name. One alone is no choice. */
function choicesOf(kind) {
  const parts = partsOfGroups(kind, processGroups);
  return new Map(parts.length > 1 ? parts.map((part) => [part.name, part]) : []);
}

/** The ranks within the chosen label, or the labels within the chosen rank. */
function shownParts(kind) {
  return partsOfGroups(kind, processGroups.filter((group) => isInChosen(otherKind[kind], group)));
}

/** The parts of each kind by name, those with the most time first. Threads are a choice if their stacks are known. */
const partsOf = {
  thread: new Map(profile.tree.samples && profile.threads.length > 1
    ? orderBy(profile.threads.map(({time}) => time)).map((i) => [threadNames[i], {...profile.threads[i], name: threadNames[i]}]) : []),
  rank: choicesOf('rank'),
  label: choicesOf('label'),
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

/** The kinds of which a rank or label is chosen. */
function chosenGroupKinds() {
  return ['rank', 'label'].filter((kind) => state[kind] !== undefined);
}

/** Follows the address: a rank and a label go before a thread. */
function followParts() {
  const {thread} = state;
  const ofGroups = chosenGroupKinds();
  const isOfAll = ofGroups.length && viewsOfAll.includes(chosenView().id);
  if (isOfAll)
    showParts('', NONE, null);
  else if (ofGroups.length)
    showParts(ofGroups.map((kind) => partWords(kind, state[kind], String).join('')).join(', '), NONE,
      [...processGroups.keys()].filter((i) => ofGroups.every((kind) => isInChosen(kind, processGroups[i]))));
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
  Object.assign(cost, {self: functions.self, total: functions.total, arcs: null, all: profile.time, others: profile.other_time, calls: allCalls});
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
  let others = 0;
  for (const i of groups) {
    all += processGroups[i].samples / profile.rate;
    others += (processGroups[i].other_samples || 0) / profile.rate;
    visitFunctions(processGroups[i], (f, samples, more) => {
      total[f] += samples / profile.rate;
      calls[f] = calls[f] === null ? null : calls[f] + more;
    });
  }
  Object.assign(cost, {total, calls, all, others, ...tree.samples ? {} : {self: total}});
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
function partChoices(kinds = partKinds) {
  return kinds.map((kind) => {
    const choice = element('select', {id: kind, title: state[kind], change: () => go(partChanges(kind, choice.value))},
      element('option', {value: ''}, 'all'),
      ...[...partsOf[kind].values()].filter(({name, time, calls}) => time > 0 || (kind !== 'thread' && calls > 0) || name === state[kind])
        .map(({name}) => element('option', {value: name}, name)));
    choice.value = state[kind] ?? '';
    return element('label', {}, `${kind[0].toUpperCase()}${kind.slice(1)} `, choice);
  });
}

/** A name that is cut where it is too wide; the pointer shows the whole. */
function clippedName(name) {
  return element('span', {class: 'name clipped', title: name}, name);
}

/** The shown part in front of its numbers: "Rank 3, label parser". */
function shownTitle() {
  const [first, ...others] = (shownGroups ? chosenGroupKinds() : ['thread']).flatMap((kind, i) =>
    [...i ? [', '] : [], ...partWords(kind, state[kind])]);
  return [`${first[0].toUpperCase()}${first.slice(1)}`, ...others];
}

/** The rows of a list of ranks or labels that are seen without scrolling; page.css has the same number. */
const rowsInSight = 8;

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

/** Whose calls those of ranks and labels are; times are those of all modules. */
function noteOfCalls() {
  return `Calls are those of ${heading} alone.`;
}

/** How the ranks or labels differ in words. Those of equal values are named by the lowest rank, or the first label of the list. */
function partSummary(kind, listed, valueOf, show) {
  const parts = kind === 'rank' ? [...listed].sort((a, b) => a.key - b.key) : listed;
  const chosen = state[otherKind[kind]];
  const within = chosen === undefined ? [] : [chosen === nameWithout(otherKind[kind]) ? ' ' : ' with ', ...partWords(otherKind[kind], chosen)];
  const number = [`${showCount(parts.length)} ${kind}${parts.length === 1 ? '' : 's'}`, ...within];
  if (parts.length < 2)
    return element('p', {}, ...number, ...parts.map((part) => `: ${show(valueOf(part))}`), '.');
  const mean = parts.reduce((sum, part) => sum + valueOf(part), 0) / parts.length;
  const least = parts.reduce((best, part) => valueOf(part) < valueOf(best) ? part : best);
  const most = parts.reduce((best, part) => valueOf(part) > valueOf(best) ? part : best);
  const named = (part) => [`${show(valueOf(part))} (`, ...kind === 'rank' ? [`rank ${part.name}`] : [clippedName(part.name)], ')'];
  return element('p', {}, ...number, `: mean ${show(mean)}, from `, ...named(least), ' to ', ...named(most),
    `${mean > 0 ? `, max/mean ${showFixed(valueOf(most) / mean, 2)}` : ''}.`);
}

/** How the ranks or labels differ: in words, as bars and as a list. */
function partCard(kind) {
  const rows = shownParts(kind);
  const parts = rows.filter(({key}) => !isNoPart(key));
  const ofTime = rows[0].time > 0;
  const valueOf = ({time, calls}) => ofTime ? time : calls;
  const show = (value) => ofTime ? `${showTime(value)} ${costUnit}` : `${showCount(Math.round(value))} calls`;
  const sum = rows.reduce((all, row) => all + row.time, 0);
  const link = ({name}) => element('a', {class: 'name walk', title: name, href: addressOf(partChanges(kind, name))}, name);
  return element('section', {class: 'card part-card'},
    rankList(kind === 'rank' ? 'Ranks' : 'Labels', [
      ...ofTime ? [[`${costWord} %`, 'number', ({time}) => showPercent(time, sum)], [costTitle(costWord), 'number', ({time}) => showTime(time)]] : [],
      ['calls', 'number', ({calls}) => showCount(calls)],
      ['', 'share', (row) => bar(valueOf(row) / valueOf(rows[0]))],
      [kind, 'c-function', link],
    ], rows, `part-${ofTime ? 'times' : 'calls'}`, ({name}) => go(partChanges(kind, name)), {
      rowHeight: heightOfRow(48), chosen: Math.max(0, rows.findIndex(({name}) => name === state[kind])),
      above: [partSummary(kind, parts, valueOf, show), ...parts.length > 1 ? [partBars(parts, valueOf)] : []],
      below: [element('p', {class: 'note'}, rows.length <= rowsInSight ? null
        : element('span', {class: 'scrolls'}, `${rowsInSight} of ${showCount(rows.length)} rows are in sight: scroll for the others. `), noteOfCalls())],
    }));
}
