// The ranks of an MPI job: how their times differ, function by function, and the time in MPI.

/** The values of a count over the ranks, and what follows from them. */
function readDistribution([sum, least, leastRank, greatest, greatestRank, deviation], processes) {
  const mean = sum / processes;
  return {sum, least, leastRank, greatest, greatestRank, deviation, mean,
    imbalance: sum > 0 ? greatest / mean : 1, lost: greatest * processes - sum};
}

const {ranks, mpi} = profile;

/** The program's time outside of MPI and the time in MPI by samples, over the ranks. */
const rankTimes = ranks && readDistribution(ranks.program, ranks.processes);
const rankMpiTimes = ranks && readDistribution(ranks.mpi, ranks.processes);

/** What is shown of functions: times or, without samples, calls. */
const rankCount = rankTimes?.sum > 0 ? 'time' : 'calls';

/** MPI calls, the greatest time first. The first of the data is about all. */
const mpiCalls = mpi ? mpi.calls.map((call) => ({...call, calls: readDistribution(call.calls, mpi.processes),
  seconds: readDistribution(call.seconds, mpi.processes), bytes: readDistribution(call.bytes, mpi.processes)})) : [];

/** From the least to the greatest value as a strip with the mean and the deviation around it; its end is the greatest. */
function rankStrip({least, mean, greatest, deviation}) {
  const at = (value) => `${greatest > 0 ? 100 * Math.min(Math.max(value, least), greatest) / greatest : 0}%`;
  const parts = ['range', 'deviation', 'mean'].map((name) => element('span', {class: name}));
  const [range, around, mark] = parts;
  range.style.left = at(least);
  around.style.left = at(mean - deviation);
  around.style.right = `${100 - Number.parseFloat(at(mean + deviation))}%`;
  mark.style.left = at(mean);
  return element('span', {class: 'rank-strip', 'aria-hidden': 'true'}, ...parts);
}

/** Whether a probability is so small that the ranks are not balanced. */
function isUnbalanced(chance) {
  return chance < ranks.risk;
}

/** How the ranks differ, in words. */
function rankSummary() {
  const amount = (time) => `${showTime(time)} ${costUnit}`;
  const extremes = ({mean, least, leastRank, greatest, greatestRank}) =>
    `${amount(mean)}, from ${amount(least)} (rank ${leastRank}) to ${amount(greatest)} (rank ${greatestRank})`;
  const hasMpi = rankMpiTimes.sum > 0;
  return [`${showCount(ranks.processes)} ranks, mean${hasMpi ? ' outside of MPI' : ''} ${extremes(rankTimes)}: ` +
    `max/mean ${showFixed(rankTimes.imbalance, 2)}, ${amount(rankTimes.lost)} lost` +
    `${ranks.processes === 1 || isUnbalanced(ranks.chance) ? '' : ', which may be chance'}.`,
  ...hasMpi ? [`In MPI: mean ${extremes(rankMpiTimes)}.`] : []];
}

/** A list with a chosen row, between its title and `above`, and `below`. Columns are [head, class, contents of a row]. */
function rankList(title, columns, rows, id, open, {above = [], below = [], chosen = 0, rowHeight = heightOfRow()} = {}) {
  const scroller = element('div', {class: `scroller ${id}-rows`, role: 'grid', 'aria-label': title});
  const list = new VirtualList(scroller, {
    rowHeight, id,
    head: listHead(columns.map(([head, kind]) => [kind, head]), 'from the least to the greatest'),
    render: (index) => element('div', {class: 'row', role: 'row'}, ...columns.map(([, kind, show]) =>
      element('span', {role: 'gridcell', class: kind}, show(rows[index])))),
    open: (index) => open(rows[index]),
  });
  list.reset(rows.length);
  requestAnimationFrame(() => {
    list.redraw();
    if (chosen) // else Back keeps where the list was scrolled to
      list.choose(chosen);
  });
  return element('section', {class: 'arcs'}, element('h2', {}, title), ...above, scroller, ...below);
}

function rankFunctions() {
  const rows = ranks.functions.map((row) => ({...row, ...readDistribution(row[rankCount], ranks.processes)}))
    .filter(({sum}) => sum > 0);
  // What chance explains comes last, by its times.
  const isProof = ({chance}) => rankCount === 'calls' || isUnbalanced(chance);
  const key = (row) => isProof(row) ? row.lost : 0;
  rows.sort((a, b) => key(b) - key(a) || b.sum - a.sum);
  const show = (value) => rankCount === 'time' ? showTime(value) : showCount(Math.round(value));
  const columns = [
    [rankCount === 'time' ? 'lost' : 'fewer calls', 'number', ({lost}) => show(lost)],
    ['max/mean', 'number', ({imbalance}) => showFixed(imbalance, 2)],
    ...rankCount === 'time' ? [['chance', 'number', ({chance}) => chance < 0.0001 ? '<0.0001' : showFixed(chance, 4)]] : [],
    ['mean', 'number', ({mean}) => show(mean)],
    ['', 'share', rankStrip],
    ['min', 'number', ({least}) => show(least)], ['rank', 'number', ({leastRank}) => leastRank],
    ['max', 'number', ({greatest}) => show(greatest)], ['rank', 'number', ({greatestRank}) => greatestRank],
    ['function', 'c-function', ({function: f, name, is_part: isPart}) => {
      const text = isPart ? ' (split off)' : '';
      return f === undefined ? name + text : element('span', {class: 'name'}, functionLink(f, 'walk'), text);
    }],
  ];
  const list = rankList('Functions, by what the ranks lose', columns, rows, 'rank', ({function: f}) => f !== undefined && go(functionChanges(f)));
  list.querySelector('.scroller').classList.toggle('of-calls', rankCount === 'calls');
  return list;
}

/** Seconds of MPI, as report --mpi has them. */
function showMpiSeconds(seconds) {
  return showFixed(seconds, 3);
}

function mpiFunctions() {
  const [all, ...rest] = mpiCalls;
  const rows = rest.filter(({calls}) => calls.sum > 0).sort((a, b) => b.seconds.sum - a.seconds.sum);
  const columns = [
    ['time s', 'number', ({seconds}) => showMpiSeconds(seconds.sum)],
    ['MPI %', 'number', ({seconds}) => showPercent(seconds.sum, all.seconds.sum)],
    ['elapsed %', 'number', ({seconds}) => mpi.elapsed > 0 ? showPercent(seconds.sum, mpi.elapsed) : ''],
    ['calls', 'number', ({calls}) => showCount(calls.sum)],
    ['of call', 'number', ({seconds, calls}) => showSecondsOfCall(seconds.sum / calls.sum)],
    ['', 'share', ({seconds}) => rankStrip(seconds)],
    ['max/mean', 'number', ({seconds}) => showFixed(seconds.imbalance, 2)],
    ['max s', 'number', ({seconds}) => showMpiSeconds(seconds.greatest)],
    ['rank', 'number', ({seconds}) => seconds.greatestRank],
    ['bytes of call', 'number', ({bytes, calls}) => bytes.sum > 0 ? showCount(Math.round(bytes.sum / calls.sum)) : ''],
    ['of ranks', 'number', ({communicator}) => Number(communicator) ? communicator : ''],
    ['MPI function', 'c-function', ({name}) => element('span', {class: 'name'}, name)],
  ];
  const {mean, least, leastRank, greatest, greatestRank} = all.seconds;
  const ofElapsed = mpi.elapsed > 0 ? ` of ${showMpiSeconds(mpi.elapsed / mpi.processes)} s elapsed (${showPercent(all.seconds.sum, mpi.elapsed)}%)` : '';
  return [
    element('p', {class: 'mpi-summary'}, `${showCount(mpi.processes)} ranks, mean in MPI ${showMpiSeconds(mean)} s${ofElapsed}, ` +
      `from ${showMpiSeconds(least)} s (rank ${leastRank}) to ${showMpiSeconds(greatest)} s (rank ${greatestRank}).`),
    rankList('Time in MPI', columns, rows, 'mpi', () => {}),
  ];
}

/** A time of a call in seconds, whatever the page's times are. */
function showSecondsOfCall(seconds) {
  const [scale, name] = [[1, 's'], [1e-3, 'ms'], [1e-6, 'µs'], [1e-9, 'ns']].find(([each]) => seconds >= each) || [1e-9, 'ns'];
  return `${showQuotient(seconds, scale, 2)} ${name}`;
}

function showRanks(view) {
  const parts = element('div', {class: 'graph'});
  if (rankTimes?.sum > 0)
    parts.append(...rankSummary().map((text) => element('p', {class: 'rank-summary'}, text)));
  if (ranks)
    parts.append(rankFunctions(), element('p', {class: 'note'}, rankCount === 'time'
      ? 'Lost: if all ranks wait for the one that takes longest, they wait so long together. Samples in MPI are in no function. ' +
        'Chance: so often chance alone makes such a difference, in any function of a balanced job. The inner part of a strip is the deviation.'
      : 'Fewer calls: what the other ranks together have less than the one with most.'));
  if (mpi)
    parts.append(...mpiFunctions());
  view.append(parts);
  walkByArrows(parts);
}
