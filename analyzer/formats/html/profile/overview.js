// The first screen: where the time is, why, and what to do.

/** The parts of the time: [name, time, note], the greatest first. Waiting is the last. */
function whereParts() {
  const waitingOf = new Map();
  let waiting = 0;
  tree.kind.forEach((kind, node) => {
    if (kind !== 'w' || !tree.own[node])
      return;
    const module = moduleOf(tree.index[tree.parent[node]]);
    waitingOf.set(module, (waitingOf.get(module) || 0) + tree.own[node]);
    waiting += tree.own[node];
  });
  const sums = new Map();
  if (showsAll())
    profile.modules.forEach(({name, self}) => sums.set(name, (sums.get(name) || 0) + self));
  else
    functions.name.forEach((name, f) => {
      const module = moduleOf(f) || name;
      sums.set(module, (sums.get(module) || 0) + cost.self[f]);
    });
  const parts = [...sums].map(([name, self]) => [name, self - (waitingOf.get(name) || 0)])
    .filter(([, self]) => self > 1e-9).sort((a, b) => b[1] - a[1]);
  const most = 5;
  if (parts.length > most + 1) {
    const rest = parts.splice(most);
    parts.push([`${rest.length} other modules`, rest.reduce((sum, [, self]) => sum + self, 0)]);
  }
  if (waiting > 0)
    parts.push(['waiting', waiting]);
  return parts;
}

/** A bar of parts with a legend. */
function partsBar(parts, whole) {
  const color = ([name], i) => name === 'waiting' ? 'part-wait' : `part-${Math.min(i, 5)}`;
  return [
    element('div', {class: 'parts', 'aria-hidden': 'true'}, ...parts.map((part, i) => {
      const piece = element('span', {class: color(part, i), title: part[0]});
      piece.style.flexGrow = part[1] / whole;
      return piece;
    })),
    element('ul', {class: 'legend'}, ...parts.map((part, i) => element('li', {},
      element('span', {class: `swatch ${color(part, i)}`, 'aria-hidden': 'true'}),
      element('span', {class: 'name'}, part[0]), ' ',
      element('span', {class: 'number'}, `${showPercent(part[1], whole)}%`)))),
  ];
}

/** What ran, in numbers, of a profile without times. */
function countsCard() {
  const calls = sumOfCalls(listed, cost.calls);
  const [executed, counted] = profile.files.reduce(([a, b], file) => [a + file.executed, b + file.counted], [0, 0]);
  return card('What ran', figures([['calls', showCount(calls)], ['functions called', showCount(listed.filter((f) => cost.calls[f] > 0).length)],
    ...counted && showsAll() ? [['lines executed', `${showCount(executed)} of ${showCount(counted)}`]] : []]),
  element('p', {}, profile.has_times ? 'The profile has no samples, so no times: the program ran too short, or without a sampler. '
    : 'The profile has no times. ', 'Its counts are exact.'),
  measured ? null : element('p', {class: 'note'}, 'Calls are those of the program’s own functions; llvm-gprof report has those of libraries, too.'));
}

/** How sure the shares are, in words. */
function howSure() {
  if (profile.counted || profile.exact)
    return profile.exact ? 'Exact: counted, not sampled.' : 'Counted; the numbers of some functions are estimates between bounds.';
  const samples = cost.all * profile.rate;
  if (samples < 1)
    return 'There are no samples.';
  const error = 100 * errorOf(cost.all / 10) / cost.all;
  const word = samples >= 2500 ? 'Sure' : samples >= 300 ? 'Fairly sure' : 'A guess';
  return `${word}: ${showCount(Math.round(samples))} samples. A share of 10% has an error of ±${showFixed(error, error < 1 ? 2 : 1)}.`;
}

function whereCard() {
  const parts = measured ? whereParts() : [[heading, cost.all],
    ...cost.others ? [['other modules, in none of the tables', cost.others]] : []];
  const whole = parts.reduce((sum, [, time]) => sum + time, 0);
  const part = showsAll() ? null : element('p', {class: 'part'}, ...shownTitle(), `: ${showTime(cost.all)} ${costUnit}${measured ? '' : ` in ${heading}`}`);
  const system = isTime && !part && profile.user + profile.system > 0 ? element('p', {class: 'note'},
    `CPU time by the kernel’s clocks: ${showSeconds(profile.user)} s user, ${showSeconds(profile.system)} s system ` +
    `(${showPercent(profile.system, profile.user + profile.system)}%).`) : null;
  return card('Where', ...[
    part || element('p', {class: 'process'}, measured ? processLine()
      : `${showTime(profile.time)} ${costUnit} in ${heading}`),
    ...whole > 0 ? partsBar(parts, whole) : [],
    element('p', {class: 'sure'}, howSure()), system,
    profile.has_lower_bounds ? element('p', {class: 'bounds note'}, boundsLine()) : null,
    measured ? null : element('p', {class: 'note'}, `There are no measured stacks beside this profile. Totals are e${estimateNote.slice(1)}`),
  ].filter(Boolean));
}

/**
 * The path along which most of the time is: to each node's greatest part, while it has half. What calls main, or the
 * function that a thread runs, says nothing about the program.
 */
function hotPath() {
  const path = [];
  let nodes = tree.roots;
  let whole = tree.time;
  while (nodes.length && path.length < 200 && whole > 0) {
    const [next] = nodes;
    if (tree.total[next] < whole / 2 || tree.kind[next] === 'p')
      break;
    path.push(next);
    nodes = tree.below[next];
    whole = tree.total[next];
  }
  const isMine = (node) => tree.kind[node] === 'f' && isOfProgram(tree.index[node]);
  const main = path.findIndex((node) => nodeName(node) === 'main');
  return path.slice(Math.max(main < 0 ? path.findIndex(isMine) : main, 0));
}

/** The hot path as links; of a long one the ends. */
function breadcrumbs() {
  const path = hotPath();
  if (path.length < 2)
    return null;
  const isLong = path.length > 9;
  const shown = isLong ? [...path.slice(0, 2), ...path.slice(-6)] : path;
  return element('nav', {class: 'path', 'aria-label': 'Hot path'}, element('ol', {}, ...shown.flatMap((node, i) => [
    isLong && i === 2 ? element('li', {class: 'note'}, `${path.length - 8} more`) : null,
    element('li', {}, tree.kind[node] === 'f' ? functionLink(tree.index[node], 'walk') : nodeName(node), ' ',
      element('span', {class: 'number'}, percentOf(tree.total[node]) + (tree.inlined?.[node] ? ', inlined' : '')))]).filter(Boolean)));
}

function functionRows() {
  const order = cost.all > 0 ? cost.self : cost.calls;
  return orderBy(order).slice(0, 5).filter((f) => order[f] > 0).map((f) => [
    ...hasTimes ? [element('td', {class: 'number'}, showPercent(cost.self[f], cost.all)),
      ...showsTotals() ? [element('td', {class: 'number'}, markOf(f) + showPercent(cost.total[f], cost.all))] : []] : [],
    ...showsCalls() ? [element('td', {class: 'number'}, functions.calls[f] === null || !cost.calls[f] ? '' : showRoundCount(cost.calls[f]))] : [],
    ...showsAll() && hasTimes ? [element('td', {class: 'number more-room'}, showShortTime(selfPerCall(f)))] : [],
    element('td', {class: 'grow'}, functionLink(f, 'walk')),
    element('td', {class: 'more-room'}, placeLink(f) || moduleOf(f))]);
}

/** The lines with the most time or, without times, the greatest counts: [file, line]. */
function hotLines(most) {
  const lines = [];
  profile.files.forEach((file, i) => {
    const list = hasTimes ? linesOf(file).times : file.counts;
    for (let at = 0; at < list.length; at += 2)
      lines.push([i, list[at], Number(list[at + 1])]);
  });
  return lines.sort((a, b) => b[2] - a[2]).slice(0, most);
}

/** The function that has the time of a line. If several share it, that with the most, and how many more. */
function ownerCell(file, line) {
  const owners = ownersOf(file, line);
  return element('td', {class: 'more-room'}, ...owners.slice(0, 1).map((f) => functionLink(f)),
    ...owners.length > 1 ? [' ', element('span', {class: 'note', title: owners.map((f) => functions.name[f]).join('\n')},
      `and ${showCount(owners.length - 1)} more`)] : []);
}

/** The hottest lines as a table, or nothing. */
function lineTable() {
  if (shownGroups)
    return [];
  const lines = hotLines(5);
  // Counts are those of all threads.
  const hasCounts = profile.has_counts && showsAll();
  const hasOwners = lines.some(([i, line]) => ownerOf(i, line) !== NONE);
  const rows = lines.map(([i, line]) => {
    const file = profile.files[i];
    const time = pairs(linesOf(file).times).get(line) || 0;
    const count = pairs(file.counts).get(line);
    const text = (textOfLine(file, line) || '').trim();
    return [
      ...hasTimes ? [element('td', {class: 'number'}, showPercent(time, cost.all))] : [],
      ...hasCounts ? [element('td', {class: 'number'}, count === undefined ? '' : showRoundCount(Number(count)))] : [],
      element('td', {}, element('a', {class: 'place walk', title: profile.paths[file.path], href: lineAddress(i, line)},
        `${baseName(profile.paths[file.path])}:${line}`)),
      ...hasOwners ? [ownerCell(i, line)] : [],
      element('td', {class: 'grow'}, text ? element('code', {class: 'code', title: text}, ...colored(text)) : element('span', {class: 'note'}, 'source not found'))];
  });
  return !rows.length ? [] : [element('h3', {}, hasTimes ? `Lines with the most ${costWord}` : 'Lines with the greatest counts'),
    plainTable([...hasTimes ? [['self %', 'number']] : [], ...hasCounts ? [['count', 'number']] : [], 'line',
      ...hasOwners ? [['function', 'more-room']] : [], ['source', 'grow']], rows, 'stacked')];
}

function whyCard() {
  const rows = functionRows();
  if (!rows.length)
    return null;
  const path = showsTotals() && breadcrumbs();
  return card(hasTimes ? 'Why' : 'Most often', ...[
    path && element('h3', {}, measured ? 'Hot path, measured' : 'Hot path, estimated'), path,
    element('h3', {}, cost.all > 0 ? `Functions with the most ${costWord} of their own` : 'Functions with the most calls'),
    plainTable([...hasTimes ? [['self %', 'number'], ...showsTotals() ? [['total %', 'number']] : []] : [], ...showsCalls() ? [['calls', 'number']] : [],
      ...showsAll() && hasTimes ? [['self/call', 'number more-room']] : [], ['function', 'grow'], ['place', 'more-room']], rows),
    showsCalls() ? null : element('p', {class: 'note'}, noCallsNote()),
    ...lineTable(),
  ].filter(Boolean));
}

function whatCard() {
  const list = adviceList();
  return list.length ? card('What to do', element('ul', {class: 'advice'},
    ...list.map((parts) => element('li', {}, ...parts)))) : null;
}

function showOverview(view) {
  const answers = element('div', {class: 'answers'}, ...[
    partKinds.length ? element('div', {class: 'tools'}, ...partChoices()) : null,
    hasTimes ? whereCard() : countsCard(), whatCard(),
    ...['rank', 'label'].filter((kind) => partsOf[kind].size).map(partCard), whyCard(), threadTable(), foldedFacts()].filter(Boolean));
  walkByArrows(answers);
  view.append(answers);
}
