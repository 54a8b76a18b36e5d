// The difference of two profiles, from the JSON that DiffHtml.cpp wrote: the facts of
// both, a table of all functions or lines, and a view of each row.

const rows = content.rows;
const thing = content.by_line ? 'line' : 'function';
const unit = content.by_share ? '%' : costUnit;
/** Without samples on both sides, the views have counts only. */
const hasTimes = content.old.samples > 0 || content.new.samples > 0;
const changes = rows.new_time.map((time, row) => time - rows.old_time[row]);
const inPercent = rows.new_time.map((time, row) =>
  time === rows.old_time[row] ? 0 : 100 * (time / rows.old_time[row] - 1));

function showAmount(time) {
  return content.by_share ? showFixed(time, 2) : showTime(time);
}

/** An error behind its number, if there are errors. */
function withError(showNumber, error) {
  return content.exact ? '' : ` ± ${showNumber(error)}`;
}

/** A number with its sign, also where it is rounded to 0. */
function signed(number, show) {
  const text = show(Math.abs(number));
  return number > 0 ? `+${text}` : number < 0 ? `\u2212${text}` : text;
}

function showPercentChange(percent) {
  return signed(percent, (each) => `${showFixed(each, content.exact ? 3 : 1)}%`);
}

/** Whether a profile has nothing of a function: neither calls nor a time, not even in what it calls. */
function isAbsent(side, row) {
  return rows[side].calls[row] === null && !rows[side].samples[row] && !(rows[`${side}_total`]?.[row] > 0);
}

function showInPercent(row) {
  const [isNew, isGone] = [isAbsent('old', row), isAbsent('new', row)];
  if (isNew !== isGone)
    return isNew ? 'new' : 'gone';
  return rows.old_time[row] && rows.new_time[row] ? showPercentChange(inPercent[row]) : '';
}

function showChance(chance) {
  return chance < 0.0001 ? '<0.0001' : showFixed(chance, 4);
}

function timePerCall(side, row) {
  return content[side].has_times ? rows[side].each_call[row] : 0;
}

/** The calls of a run, in the mean. */
function showCalls(side, row) {
  const calls = rows[side].calls[row];
  if (calls === null)
    return '–';
  const runs = BigInt(content[side].runs);
  if (BigInt(calls) % runs === 0n)
    return showCount(BigInt(calls) / runs);
  return showNumber(Number(calls) / Number(runs), 2);
}

/** Whether the time with callees was measured and changed. */
function hasOtherTotal(row) {
  return Boolean(content.measured && rows.total_significant[row]);
}

function totalChange(row) {
  return rows.new_total[row] - rows.old_total[row];
}

function isChanged(row) {
  return Boolean(rows.significant[row] || hasOtherTotal(row) || rows.other_calls[row]);
}

/** The verdict on a row in words and signs, for readers who do not see colours. */
function verdictOf(row) {
  const parts = [];
  if (rows.significant[row])
    parts.push(changes[row] > 0 ? '▲ more' : '▼ less');
  if (hasOtherTotal(row))
    parts.push(totalChange(row) > 0 ? '▲ total' : '▼ total');
  if (rows.other_calls[row])
    parts.push('calls');
  return parts.join(', ');
}

function verdictClass(row) {
  return rows.significant[row] ? changes[row] > 0 ? 'more' : 'less' : '';
}

function placeOf(row) {
  return placeText(rows.path[row], rows.line[row]);
}

const folded = foldNames(rows.name, rows.name.map((_, row) => placeOf(row)));

/** The names of rows in addresses. */
const {keys, indexOf: rowOfKey} = makeKeys(rows.name.map((name, row) =>
  content.by_line ? `${name} ${placeOf(row)}` : name));

function rowLink(row, more = '') {
  const name = rows.name[row];
  return element('a', {class: `name ${more}`, href: addressOf({view: 'row', fn: keys[row]}), title: name,
    'data-whole': name}, ...nameParts(folded[row], name));
}

// --- the overview ------------------------------------------------------------

function sideFacts() {
  const {old: before, new: after} = content;
  const fact = (name, show) => [element('th', {scope: 'row'}, name),
    ...[before, after].map((side) => element('td', {class: 'name'}, show(side)))];
  return card('The profiles', plainTable([hiddenText('fact'), 'Old', 'New'], [
    fact('Program', (side) => side.program),
    ...before.build_id || after.build_id
      ? [fact('Build-id', (side) => side.build_id || 'none')] : [],
    fact('Runs', (side) => showCount(side.runs)),
    ...!hasTimes ? [] : [fact(`${isTime ? 'Time' : 'Cost'} of a run`, (side) => side.has_times
      ? `${showTime(side.time)} ${costUnit}`
      : 'not in the profile data'),
    fact('Samples', (side) => showCount(Math.round(side.samples))),
    ...isTime ? [fact('Samples a second', (side) => side.rate)] : []],
  ]));
}

function numbered(number, words) {
  return `${showCount(number)} ${thing}${number === 1 ? '' : 's'}${words}`;
}

/** What a side lacks, or null. */
function unsampled(side) {
  const threads = content[side].unsampled_threads;
  if (hasTimes && !(content[side].samples > 0))
    return element('p', {class: 'finding'}, `The ${side} profile has no samples${
      content.lacks_samples ? `: changes of ${costWord} say nothing` : ''}.`);
  return threads ? element('p', {class: 'finding'}, `The samples of ${showCount(threads)} thread${
    threads === 1 ? '' : 's'} of the ${side} profile are missing.`) : null;
}

/** Which functions or lines are called more or less often, in words, or null. */
function callFinding() {
  const called = rows.other_calls.filter(Boolean).length;
  return called ? element('p', {class: 'finding'},
    `${numbered(called, called === 1 ? ' is' : ' are')} called more or less often in a run.`) : null;
}

/** The findings of profiles without samples. */
function countFindings() {
  const changed = [...rows.name.keys()].filter((row) => rows.other_calls[row]);
  const more = changed.filter((row) => moreCalls(row) > 0).length;
  return card('What changed',
    figures([['called more often', showCount(more)], ['less often', showCount(changed.length - more)]]),
    callFinding() || element('p', {class: 'finding'}, `Each ${thing} is called as often in a run as before.`),
    element('p', {class: 'note'}, 'The profiles have no samples, so there are no times. Calls are of a run, and exact.'));
}

function findings() {
  if (!hasTimes)
    return countFindings();
  const {old: before, new: after} = content;
  const significant = rows.significant.filter((self, row) => self || hasOtherTotal(row)).length;
  const chance = `chance makes such a difference in any in fewer than ${
    Number((100 * content.risk).toPrecision(6))} of 100 comparisons`;
  const all = before.time > 0
    ? showPercentChange(100 * (after.time / before.time - 1)) : '';
  return card('What changed',
    figures([
      ['old', `${showTime(before.time)} ${costUnit}`], ['new', `${showTime(after.time)} ${costUnit}`],
      ['change', all], ['significant', showCount(significant)],
    ]),
    content.lacks_samples ? null : element('p', {class: 'finding'}, content.exact
      ? `${numbered(significant, ' changed')}. The numbers of ${costWord} are ${
        content.varies ? 'counts, which vary from run to run' : 'exact'}.`
      : significant
      ? `${numbered(significant, ' changed significantly')}: ${chance}.`
      : `No significant change of ${costWord}: ${chance.replace('such a', 'a significant')}.`),
    content.measured && !content.by_share && !content.exact && !content.lacks_samples ? element('p', {class: 'finding'},
      `The change of all the time is ${content.measured.significant ? '' : 'not '}significant: ` +
      `chance ${showChance(content.measured.chance)}.`) : null,
    unsampled('old'), unsampled('new'), callFinding(),
    content.stacks_of ? element('p', {class: 'finding'}, `Only the ${content.stacks_of} profile has stacks: on both sides times ` +
      'are the program’s own, without its libraries and without callees.') : null,
    element('p', {class: 'note'}, `${isTime ? 'Times' : 'Costs'} and calls are of a run. Changes of ${
      Number((100 * content.tolerance).toPrecision(6))}% or less are ignored${
      content.by_share ? `; shares of all the ${costWord} are compared, not ${content.dimension}` : ''}.`));
}

/** The two times of a row that may change. */
const selfTime = {change: (row) => changes[row], error: (row) => rows.error[row],
  isSignificant: (row) => rows.significant[row]};
const totalTime = {change: totalChange, error: (row) => rows.total_error[row], isSignificant: hasOtherTotal};

/** How sure a change is, in words. */
function sureness(row, time) {
  if (content.exact)
    return 'exact';
  return `± ${showAmount(time.error(row))}, ${time.isSignificant(row) ? 'significant' : 'may be chance'}`;
}

/** The greatest changes of a time, up or down, and how sure they are; without those that are 0.00. */
function topChanges(title, time, sign) {
  const change = (row) => sign * time.change(row);
  const isSeen = (row) => time.isSignificant(row) || Number(showAmount(change(row)).replace(/[^\d.]/g, '')) > 0;
  const chosen = [...rows.name.keys()].filter((row) => change(row) > 0 && isSeen(row))
    .sort((a, b) => change(b) - change(a)).slice(0, 10);
  return topCard(title, chosen.map((row) =>
    [`${signed(time.change(row), showAmount)} ${unit}`, change(row),
      element('span', {class: 'change'}, rowLink(row, 'walk'), element('span', {class: 'note'}, ` ${sureness(row, time)}`))]));
}

/** The change in the number of calls per run. */
function moreCalls(row) {
  return Number(rows.new.calls[row]) / content.new.runs -
    Number(rows.old.calls[row]) / content.old.runs;
}

function showMoreCalls(row) {
  return rows.other_calls[row] ? signed(moreCalls(row), (each) => showNumber(each, Number.isInteger(each) ? 0 : 2)) : '';
}

function topCalls() {
  const size = (row) => Math.abs(moreCalls(row));
  const chosen = [...rows.name.keys()].filter((row) => rows.other_calls[row])
    .sort((a, b) => size(b) - size(a) || a - b).slice(0, 10);
  return topCard('Called more or less often', chosen.map((row) =>
    [showMoreCalls(row), size(row), rowLink(row, 'walk')]));
}

function showOverview(view) {
  const called = content.by_line ? 'what the line calls' : 'callees';
  const cards = element('div', {class: 'cards'}, ...[findings(), sideFacts(),
    topChanges(`More ${costWord}`, selfTime, 1),
    topChanges(`Less ${costWord}`, selfTime, -1),
    ...content.measured ? [topChanges(`More total ${costWord}, with ${called}`, totalTime, 1),
      topChanges(`Less total ${costWord}, with ${called}`, totalTime, -1)] : [],
    topCalls()].filter(Boolean));
  walkByArrows(cards);
  view.append(cards);
}

// --- the table ---------------------------------------------------------------

const allColumns = [
  {id: 'verdict', title: 'result', isText: true,
    key: () => rows.name.map((_, row) => verdictOf(row) || '~'),
    show: (row) => element('span', {class: verdictClass(row)}, verdictOf(row))},
  {id: 'old', isOfTime: true, title: `old ${unit}`, key: () => rows.old_time,
    show: (row) => showAmount(rows.old_time[row])},
  {id: 'new', isOfTime: true, title: `new ${unit}`, key: () => rows.new_time,
    show: (row) => showAmount(rows.new_time[row])},
  {id: 'change', isOfTime: true, title: 'change', key: () => changes,
    show: (row) => element('span', {class: verdictClass(row)}, signed(changes[row], showAmount))},
  ...content.exact ? [] : [{id: 'error', isOfTime: true, title: '±', key: () => rows.error,
    show: (row) => showAmount(rows.error[row])}],
  {id: 'percent', isOfTime: true, title: '%', key: () => inPercent, show: showInPercent},
  ...content.exact ? [] : [{id: 'chance', isOfTime: true, title: 'chance', key: () => rows.chance,
    show: (row) => showChance(rows.chance[row])}],
  ...content.measured ? [
    {id: 'old-total', isOfTime: true, title: `old total ${unit}`, key: () => rows.old_total,
      show: (row) => showAmount(rows.old_total[row])},
    {id: 'new-total', isOfTime: true, title: `new total ${unit}`, key: () => rows.new_total,
      show: (row) => showAmount(rows.new_total[row])},
    ...content.exact ? [] : [
      {id: 'total-error', isOfTime: true, title: '± total', key: () => rows.total_error,
        show: (row) => showAmount(rows.total_error[row])},
      {id: 'total-chance', isOfTime: true, title: 'chance of total', key: () => rows.total_chance,
        show: (row) => showChance(rows.total_chance[row])},
    ],
  ] : [],
  ...['old', 'new'].map((side) => ({id: `${side}-calls`, title: `${side} calls`,
    key: () => rows[side].calls.map((calls) =>
      calls === null ? -1 : Number(calls) / content[side].runs),
    show: (row) => showCalls(side, row)})),
  ...hasTimes ? [] : [{id: 'more-calls', title: 'change', key: () => rows.name.map((_, row) => moreCalls(row)), show: showMoreCalls}],
  ...['old', 'new'].map((side) => ({id: `${side}-call`, isOfTime: true, title: `${side}/call`,
    key: () => rows.name.map((_, row) => timePerCall(side, row)),
    show: (row) => showShortTime(timePerCall(side, row))})),
  {id: 'function', title: thing, isText: true,
    key: () => rows.name.map((_, row) => folded[row].head.toLowerCase()), show: (row) => rowLink(row)},
];

const columns = allColumns.filter(({isOfTime}) => hasTimes || !isOfTime);

/** All rows; without times, those with the greatest change of calls first, then those with the most calls. */
function orderOfRows() {
  const order = [...rows.name.keys()];
  return hasTimes ? order : order.sort((a, b) => Math.abs(moreCalls(b)) - Math.abs(moreCalls(a)) ||
    Number(rows.new.calls[b]) - Number(rows.new.calls[a]) || a - b);
}

/** The texts that the filter searches: names and places. */
const searched = rows.name.map((name, row) => `${name} ${placeOf(row)}`);

const hasChanges = rows.name.some((_, row) => isChanged(row));

function showRows(view) {
  const choice = element('input', {type: 'checkbox', id: 'changed',
    change: () => go({all: choice.checked ? undefined : 'yes'})});
  choice.checked = hasChanges && state.all !== 'yes';
  return new Table(view, {
    columns, rows: orderOfRows(), searched, things: `${thing}s`,
    kind: !hasTimes ? 'diff only-counts' : content.measured ? 'diff in-totals' : 'diff',
    accepts: (row) => !choice.checked || isChanged(row),
    narrowHeight: hasTimes && content.measured ? 66 : 48, chosen: rowOfKey.get(state.fn) ?? NONE,
    chose: (row) => noteSoon({fn: keys[row]}),
    open: (row) => go({view: 'row', fn: keys[row]}),
    tools: hasChanges ? [element('label', {class: 'choice'}, choice, ' Only what changed')] : [],
  });
}

// --- a single row ------------------------------------------------------------

const sideHeads = [hiddenText('profile'), ...hasTimes ? [`${isTime ? 'Time' : 'Cost'} of a run`, 'Samples'] : [], 'Calls of a run',
  ...hasTimes ? [`${isTime ? 'Time' : 'Cost'} of a call`] : []];

function sideCells(side, name, row) {
  const {rate, runs} = content[side];
  const samples = rows[side].samples[row];
  const cells = isAbsent(side, row) ? ['not in it', '', '', ''].slice(0, sideHeads.length - 1) : !hasTimes ? [showCalls(side, row)] : [
    `${showTime(samples / rate / runs)}${withError(showTime, rows[side].error[row])} ${costUnit}`,
    showCount(Number(samples.toPrecision(6))), showCalls(side, row),
    showShortTime(timePerCall(side, row))];
  return [element('th', {scope: 'row'}, name),
    ...cells.map((cell) => element('td', {}, cell))];
}

/** The figures of a row's times. */
function timeFigures(row) {
  return [
    [`old ${unit}`, showAmount(rows.old_time[row])],
    [`new ${unit}`, showAmount(rows.new_time[row])],
    [`change ${unit}`,
      signed(changes[row], showAmount) + withError(showAmount, rows.error[row])],
    ['change %', showInPercent(row) || '–'],
    ...content.exact ? [] : [
      [`by chance in any ${thing}`, showChance(rows.chance[row])],
      [`in this ${thing} alone`, showChance(rows.alone[row])],
    ],
    ...content.measured ? [
      [`old total ${unit}`, showAmount(rows.old_total[row])],
      [`new total ${unit}`, showAmount(rows.new_total[row])],
      [`change of total ${unit}`,
        signed(totalChange(row), showAmount) + withError(showAmount, rows.total_error[row])],
      ...content.exact ? [] : [['total by chance', showChance(rows.total_chance[row])]],
    ] : [],
  ];
}

function showRow(view) {
  const row = rowOfKey.get(state.fn);
  const path = rows.path[row];
  const verdict = verdictOf(row);
  const entry = element('section', {class: 'entry', tabindex: '-1'},
    element('h2', {class: 'name', 'data-whole': rows.name[row]}, ...nameParts(folded[row], rows.name[row]), ' ',
      verdict ? element('span', {class: `tag ${verdictClass(row)}`}, verdict) : null),
    element('p', {class: 'place name'}, path === NONE ? 'source unknown'
      : `${content.paths[path]}:${rows.line[row]}`),
    figures(hasTimes ? timeFigures(row) : [['change of calls', showMoreCalls(row) || 'none']]),
    plainTable(sideHeads,
      [sideCells('old', 'Old', row), sideCells('new', 'New', row)]),
    rows.link_name[row] === rows.name[row] ? null
      : element('p', {class: 'note name'}, rows.link_name[row]));
  view.append(element('div', {class: 'graph'}, entry,
    sourcesOfRow(row), content.exact || !hasTimes ? null : element('p', {class: 'note'}, 'The error follows from the numbers ' +
      'of samples. The probability is that chance alone makes such a difference.')));
  const lines = view.querySelector('.pairs');
  const shown = view.querySelector('.half.shown');
  if (shown)
    lines.scrollTop = shown.offsetTop - lines.offsetTop - lines.clientHeight / 3;
  entry.focus({preventScroll: true});
}

// --- the views ---------------------------------------------------------------

const views = [
  {id: 'overview', title: 'Overview', show: showOverview},
  {id: 'functions', title: content.by_line ? 'Lines' : 'Functions', show: showRows},
  ...stacks && hasTimes ? [{id: 'flame', title: 'Flame', show: showDiffFlame}] : [],
];

/** Further views, each with the tab that it belongs to. */
const viewKeys = {};

const layouts = [narrow];

const within = {row: {tab: 'functions', show: showRow}};

const heading = [...new Set([content.old.program, content.new.program].map(baseName))]
  .join(' → ');

function tabChanges(id) {
  return {view: id};
}

/** What members of the state name. */
const named = {
  fn: {thing, has: (name) => rowOfKey.has(name)},
};

/** The view of a row needs one. */
function prepare() {
  if (state.view === 'row' && state.fn === undefined)
    state.view = 'functions';
}

/** What the title names first. */
function shownThing() {
  return state.view === 'row' ? folded[rowOfKey.get(state.fn)]?.head
    : state.view === 'functions' && state.filter ? `“${state.filter}”` : '';
}

const searchedThings = `${thing}s`;

/** What the search finds. */
function findAll(matcher) {
  const most = 60;
  const found = [...rows.name.keys()].filter((row) => matcher.test(searched[row]));
  return {more: Math.max(0, found.length - most), items: found.slice(0, most).map((row) => ({kind: thing,
    text: rows.name[row], note: hasTimes ? `${signed(changes[row], showAmount)} ${unit}` : showMoreCalls(row),
    changes: {view: 'row', fn: keys[row]}}))};
}

const pageKeys = [];
