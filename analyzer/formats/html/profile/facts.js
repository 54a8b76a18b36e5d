// The facts of the run, which fold away below the overview.

/** How many processes took the elapsed time together, if there are several. */
function processesText(elapsed) {
  const runs = Number(profile.runs);
  if (runs <= 1)
    return '';
  const before = elapsed ? ' in ' : '; ';
  return Number(ranks?.processes) === runs
    ? `${before}${runs} ranks${elapsed ? `, ${showFixed(elapsed / runs, 2)} s each` : ''}` : `${before}${runs} runs`;
}

/** The time of the process: that of each module, and its clocks. Parts add up. */
function processLine() {
  const {is_elapsed: isElapsed, user, system, elapsed, waiting} = profile;
  const seconds = (value) => showFixed(value, 2);
  const time = isTime ? seconds : showTime;
  const fraction = 10 ** (isTime ? 2 : costDigits); // parts are rounded to the last digit
  const parts = profile.modules.filter(({self}) => self > 0).sort((a, b) => b.self - a.self);
  const isLarge = ({self}, i) => i < 6 && self >= profile.time / 100;
  const large = parts.filter(isLarge);
  const rest = parts.slice(large.length);
  if (rest.length > 1)
    large.push({name: `in ${rest.length} other places`, isRest: true, self: rest.reduce((sum, {self}) => sum + self, 0)});
  else
    large.push(...rest);
  let [sum, given] = [0, 0];
  const texts = large.map(({name, self, isRest}, i) => {
    sum += self;
    const part = Math.round(fraction * sum) / fraction - given;
    given += part;
    return `${time(part)} ${i || isRest ? '' : 'in '}${name}`;
  });
  const kind = !isTime ? ` ${profile.dimension}` : isElapsed ? ` s in all threads, ${time(profile.time - waiting)} running and ` +
    `${time(waiting)} waiting` : ' s CPU';
  // Samples may miss time of the kernel's clocks: then it is no part of theirs.
  const kernel = isTime && !isElapsed && system >= 0.01 && system >= user / 99 && system <= profile.time
    ? ` (${seconds(system)} in the kernel)` : '';
  return time(profile.time) + kind + kernel + (texts.length ? `: ${texts.join(', ')}` : '') +
    (elapsed ? `; ${seconds(elapsed)} s elapsed` : '') +
    (isElapsed && user + system ? `, ${seconds(user + system)} s CPU` : '') +
    processesText(elapsed);
}

/** Why totals are lower bounds. */
function boundsLine() {
  const names = profile.without_tables.map((module) => profile.modules[module].name);
  return `${showPercent(profile.incomplete, profile.time)}% of the samples have an incomplete ` +
    'stack. Totals with >= are lower bounds: these stacks may lack the function.' +
    (names.length ? ` Compile with -funwind-tables: ${names.join(', ')}.` : '');
}


function runFacts() {
  const facts = [['Program', profile.program]];
  if (profile.build_id)
    facts.push(['Build-id', profile.build_id]);
  for (const file of profile.data)
    facts.push(['Profile data', `${file.path}: version ${file.version}, ` +
      `histograms: ${showCount(file.histograms)}, arcs: ${showCount(file.arcs)}, ` +
      `records of blocks: ${showCount(file.blocks)}`]);
  if (hasTimes) {
    facts.push(isTime
      ? ['Time', `${showTime(profile.time)} ${profile.dimension}, ` +
        `${showCount(Math.round(profile.samples))} samples, ${profile.rate} a second`]
      : ['Cost', `${showTime(profile.time)} ${profile.dimension}`]);
    if (profile.user + profile.system)
      facts.push(['User and system time',
        `${showSeconds(profile.user)} and ${showSeconds(profile.system)} seconds`]);
    if (profile.is_elapsed)
      facts.push(['Time of waiting', `${showTime(profile.waiting)} seconds`]);
    if (Number(profile.lost) || Number(profile.folded))
      facts.push(['Missing stacks', `${showCount(profile.lost)} samples without a ` +
        `stack, ${showCount(profile.folded)} at a caller of their place`]);
    if (profile.other_time)
      facts.push([`${isTime ? 'Time' : 'Cost'} in other modules`, `${showTime(profile.other_time)} ` +
        `${profile.dimension}, in none of the tables`]);
    const error = Math.round(10 * Math.sqrt(profile.at_once));
    if (profile.counted && !profile.exact)
      facts.push(['Estimates', 'the numbers of some functions, between bounds']);
    if (!profile.counted)
      facts.push(['Sampling error', 'about the square root of the number of samples' +
      (profile.at_once > 1 ? `, times that of ${showFixed(profile.at_once, 1)}, taken at once` : '') +
      `: of a function with 100 samples, ${error}`]);
    if (profile.granularity)
      facts.push(['Code per histogram bin', `${profile.granularity} bytes`]);
  } else {
    facts.push(['Time', profile.has_times ? 'no samples' : 'not in the profile data']);
  }
  facts.push(['Functions', `${showCount(listed.length)} called or sampled`]);
  facts.push(['Calls', showCount(sumOfCalls(listed))]);
  facts.push(['Arcs of the call graph', showCount(profile.arcs.caller.length)]);
  if (profile.cycles.length)
    facts.push(['Cycles', showCount(profile.cycles.length)]);
  if (profile.hooks && isTime)
    facts.push(['Entry hooks', `about ${showTime(profile.hooks.time)} ` +
      `${profile.dimension}: ${showCount(profile.hooks.calls)} calls, ` +
      `${showShortTime(profile.hooks.each)} each`]);
  return card('The run', element('dl', {}, ...facts.flatMap(([name, value]) =>
    [element('dt', {}, name), element('dd', {class: 'name'}, value)])));
}

/** Whether calls of threads were counted. */
const hasThreadCalls = profile.threads.some(({calls}) => calls !== null);

function threadTable() {
  if (profile.threads.length < 2)
    return null;
  return card('Threads', plainTable(['Thread', 'Id', ...hasTimes ? [[costTitle(costWord), 'number']] : [],
    ...hasThreadCalls ? [['calls', 'number']] : []],
    profile.threads.map((thread, i) => [
      element('td', {class: 'name'}, partsOf.thread.size ? element('a', {class: 'walk', href: addressOf(partChanges('thread', threadNames[i]))}, threadNames[i])
        : threadNames[i]),
      element('td', {}, Number(thread.id) ? thread.id : ''),
      ...hasTimes ? [element('td', {class: 'number'}, showTime(thread.time))] : [],
      ...hasThreadCalls ? [element('td', {class: 'number'}, showCount(thread.calls ?? ''))] : []])));
}

function moduleTable() {
  const {modules} = profile;
  const order = [...modules.keys()].filter((i) => modules[i].total > 0)
    .sort((a, b) => modules[b].self - modules[a].self || modules[b].total - modules[a].total);
  if (!order.length)
    return null;
  const heads = [['self %', 'number'], [costTitle('self'), 'number'], [costTitle('total'), 'number'], 'Module'];
  return card('Modules', plainTable(heads, order.map((i) => [
    element('td', {class: 'number'}, showPercent(modules[i].self, profile.time)),
    element('td', {class: 'number'}, showTime(modules[i].self)),
    element('td', {class: 'number'},
      (modules[i].is_lower_bound ? '>=' : '') + showTime(modules[i].total)),
    element('td', {class: 'name grow', title: modules[i].path},
      modules[i].name)])));
}

/** The first functions of an order that have a value. */
function topFunctions(title, column, showValue, note) {
  const order = orderBy(column).slice(0, 10).filter((f) => column[f] > 0);
  return topCard(title, order.map((f) => [showValue(f), column[f], functionLink(f, 'walk')]),
    note);
}

/** All facts, folded away. */
function foldedFacts() {
  const cards = element('div', {class: 'cards'}, runFacts(), ...[moduleTable(),
    topFunctions(`Most ${costWord} including callees`, cost.total,
      (f) => `${showPercent(cost.total[f], cost.all)}%`,
      measured ? 'Measured: each sample counts once for each function on its stack.'
        : estimateNote),
    topFunctions('Most calls', allCalls, (f) => showCount(allCalls[f]))].filter(Boolean));
  return element('details', {class: 'facts'}, element('summary', {}, 'Facts of the run'), cards);
}
