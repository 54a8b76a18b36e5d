// The facts of the run, and what took the most time.

function listOf(title, order, valueOf, showValue, note) {
  const whole = Math.max(...order.slice(0, 10).map(valueOf), 0);
  const rows = order.slice(0, 10).filter((f) => valueOf(f) > 0).map((f) =>
    element('li', {},
      element('span', {class: 'number'}, showValue(f)), bar(valueOf(f) / whole),
      functionLink(f, 'walk')));
  if (!rows.length)
    return null;
  return element('section', {class: 'card'}, element('h2', {}, title),
    element('ol', {class: 'top'}, ...rows),
    note ? element('p', {class: 'note'}, note) : null);
}

/** The functions in descending order of a column. */
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
    facts.push(['Time', `${showTime(profile.time)} ${profile.dimension}, ` +
      `${showCount(Math.round(profile.samples))} samples, ${profile.rate} a second`]);
    facts.push(['Sampling error', 'about the square root of the number of samples: ' +
      'of a function with 100 samples, 10']);
    facts.push(['A sample tells apart', `${profile.granularity} bytes of code`]);
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
  if (profile.hooks)
    facts.push(['Entry hooks', `about ${showTime(profile.hooks.time)} ` +
      `${profile.dimension}: ${showCount(profile.hooks.calls)} calls, ` +
      `${showShortTime(profile.hooks.each)} each`]);
  return element('section', {class: 'card'}, element('h2', {}, 'The run'),
    element('dl', {}, ...facts.flatMap(([name, value]) =>
      [element('dt', {}, name), element('dd', {class: 'name'}, value)])));
}

function threadTable() {
  if (!profile.threads.length)
    return null;
  const head = ['Thread', 'Name', profile.dimension, 'Calls'];
  return element('section', {class: 'card'}, element('h2', {}, 'Threads'),
    element('table', {}, element('thead', {}, element('tr', {},
      ...head.map((name) => element('th', {scope: 'col'}, name)))),
    element('tbody', {}, ...profile.threads.map((thread) => element('tr', {},
      element('td', {}, thread.id), element('td', {class: 'name'}, thread.name),
      element('td', {class: 'number'}, showTime(thread.time)),
      element('td', {class: 'number'}, showCount(thread.calls)))))));
}

function showOverview(view) {
  const cards = element('div', {class: 'cards'},
    runFacts(),
    listOf('Most time of their own', orderBy(functions.self),
      (f) => functions.self[f], (f) => `${showPercent(functions.self[f], profile.time)}%`),
    listOf('Most time with what they called', orderBy(totals), (f) => totals[f],
      (f) => `${showPercent(totals[f], profile.time)}%`,
      'Estimated: as if all calls of a function took equally long.'),
    listOf('Most calls', orderBy(allCalls), (f) => allCalls[f],
      (f) => showCount(allCalls[f])),
    threadTable());
  walkByArrows(cards);
  view.append(cards);
}
