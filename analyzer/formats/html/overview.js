// The facts of the run, and the functions that took the most time.

/** Functions in descending order of a column. */
function orderBy(column) {
  return [...column.keys()].sort((a, b) => column[b] - column[a] || a - b);
}

function runFacts() {
  const facts = [['Program', profile.program]];
  if (profile.build_id)
    facts.push(['Build-id', profile.build_id]);
  for (const file of profile.data)
    facts.push(['Profile data', `${file.path}: version ${file.version}, ` +
      `histograms: ${showCount(file.histograms)}, arcs: ${showCount(file.arcs)}, ` +
      `records of blocks: ${showCount(file.blocks)}`]);
  if (profile.has_times) {
    facts.push(isTime
      ? ['Time', `${showTime(profile.time)} ${profile.dimension}, ` +
        `${showCount(Math.round(profile.samples))} samples, ${profile.rate} a second`]
      : ['Cost', `${showTime(profile.time)} ${profile.dimension}`]);
    if (measured) {
      facts.push(['User and system time',
        `${showSeconds(measured.user)} and ${showSeconds(measured.system)} seconds`]);
      if (measured.is_elapsed)
        facts.push(['Time of waiting', `${showTime(measured.waiting)} seconds`]);
      if (Number(measured.lost) || Number(measured.folded))
        facts.push(['Missing stacks', `${showCount(measured.lost)} samples without a ` +
          `stack, ${showCount(measured.folded)} at a caller of their place`]);
    }
    if (profile.other_time)
      facts.push([`${isTime ? 'Time' : 'Cost'} in other modules`, `${showTime(profile.other_time)} ` +
        `${profile.dimension}, in none of the tables`]);
    const error = Math.round(10 * Math.sqrt(profile.at_once));
    if (profile.counted && !profile.exact)
      facts.push(['Estimates', 'the numbers of some functions, between bounds']);
    if (!profile.counted)
      facts.push(['Sampling error', 'about the square root of the number of samples' +
      (profile.at_once > 1 ? `, times that of ${profile.at_once.toFixed(1)}, taken at once` : '') +
      `: of a function with 100 samples, ${error}`]);
    if (profile.granularity)
      facts.push(['Code per histogram bin', `${profile.granularity} bytes`]);
  } else {
    facts.push(['Time', 'not in the profile data']);
  }
  facts.push(['Functions', `${showCount(numFunctions)} called or sampled`]);
  facts.push(['Calls', showCount(allCalls.reduce((sum, calls) => sum + calls, 0))]);
  facts.push(['Arcs of the call graph', showCount(profile.arcs.caller.length)]);
  if (profile.cycles.length)
    facts.push(['Cycles', showCount(profile.cycles.length)]);
  if (profile.broken)
    facts.push(['Arcs taken out of cycles', showCount(profile.broken)]);
  if (profile.hooks && isTime)
    facts.push(['Entry hooks', `about ${showTime(profile.hooks.time)} ` +
      `${profile.dimension}: ${showCount(profile.hooks.calls)} calls, ` +
      `${showShortTime(profile.hooks.each)} each`]);
  return card('The run', element('dl', {}, ...facts.flatMap(([name, value]) =>
    [element('dt', {}, name), element('dd', {class: 'name'}, value)])));
}

function threadTable() {
  if (!profile.threads.length)
    return null;
  return card('Threads', plainTable(['Thread', 'Name', profile.dimension, 'Calls'],
    profile.threads.map((thread) => [
      element('td', {}, thread.id), element('td', {class: 'name'}, thread.name),
      element('td', {class: 'number'}, showTime(thread.time)),
      element('td', {class: 'number'}, thread.calls === null ? '' : showCount(thread.calls))])));
}

function moduleTable() {
  if (!measured)
    return null;
  const {modules} = measured;
  const order = [...modules.keys()].filter((i) => modules[i].total > 0)
    .sort((a, b) => modules[b].self - modules[a].self || modules[b].total - modules[a].total);
  const heads = [[`% ${costWord}`, 'number'], ['self', 'number'], ['total', 'number'], 'Module'];
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

function showOverview(view) {
  if (measured)
    view.append(element('p', {class: 'process'}, processLine()));
  if (measured?.has_lower_bounds)
    view.append(element('p', {class: 'bounds'}, boundsLine()));
  const cards = element('div', {class: 'cards'},
    runFacts(),
    topFunctions(`Most self ${costWord}`, functions.self,
      (f) => `${showPercent(functions.self[f], profile.time)}%`),
    topFunctions(`Most ${costWord} including callees`, totals,
      (f) => `${showPercent(totals[f], profile.time)}%`,
      measured ? 'Measured: each sample counts once for each function on its stack.'
        : estimateNote),
    moduleTable(),
    topFunctions('Most calls', allCalls, (f) => showCount(allCalls[f])),
    threadTable());
  walkByArrows(cards);
  view.append(cards);
}
