// What to do: facts from exact counts and measured times that suggest a change. Advice is [time, parts of a
// sentence]: what it is about has that time.

function percentOf(time) {
  return `${showPercent(time, cost.all)}%`;
}

/** How many of a function's calls it makes itself. */
function callsByItself(f) {
  const {caller, calls} = profile.arcs;
  return measured ? callersOf[f].filter((arc) => caller[arc] === f).reduce((sum, arc) => sum + Number(calls[arc]), 0)
    : Number(functions.self_calls[f]);
}

/** The own time of a call, recursive calls included; 0 if it is unknown. */
function timeOfEachCall(f) {
  return measured ? selfPerCall(f) : perCall(cost.self[f], allCalls[f]);
}

/** Functions that are called very often and take little time in each call. A recursive one cannot be inlined. */
function quickCalls() {
  if (shownThread !== NONE)
    return [];
  return orderBy(cost.self).slice(0, 20)
    .filter((f) => cost.self[f] >= 0.04 * cost.all && allCalls[f] >= 100_000 &&
      timeOfEachCall(f) > 0 && inSeconds && timeOfEachCall(f) < 250e-9)
    .slice(0, 3)
    .map((f) => {
      const byItself = callsByItself(f);
      const isRecursive = byItself || functions.cycle[f];
      return [cost.self[f], [functionLink(f), ` was called ${showRoundCount(allCalls[f])} times` +
        `${byItself ? `, ${showPercent(byItself, allCalls[f])}% by itself,` : ''} at ${showShortTime(timeOfEachCall(f))}, ` +
        `${percentOf(cost.self[f])} of all: ${isRecursive ? 'fewer calls.' : 'fewer calls, or inlining.'}`]];
    });
}

/** The line that has most time of those whose time is mostly a function's: [file, line, time], or undefined. */
function hottestLineOf(f) {
  return hotLines(Infinity).find(([i, line]) => ownerOf(i, line) === f);
}

/** The function with the most time of its own, and its line with the most. */
function hottestFunction() {
  const [f] = orderBy(cost.self);
  const hottest = f === undefined || cost.self[f] < 0.05 * cost.all ? undefined : hottestLineOf(f);
  if (!hottest)
    return [];
  const [i, line, time] = hottest;
  const count = shownThread === NONE ? Number(pairs(profile.files[i].counts).get(line)) || 0 : 0;
  return [[cost.self[f], [functionLink(f), ` has the most ${costWord} of its own, ${percentOf(cost.self[f])} of all. Its hottest line, `,
    element('a', {class: 'place', href: lineAddress(i, line)}, `${baseName(profile.paths[profile.files[i].path])}:${line}`),
    ...count ? [`, ran ${showRoundCount(count)} time${count === 1 ? '' : 's'}`, inSeconds ? ` at ${showShortTime(time / count)}` : ''] : [],
    `${count ? ' and' : ','} has ${percentOf(time)}`,
    ownersOf(i, line).length > 1 ? ', in all functions that share it.' : '.']]];
}

/** Who makes most calls of a function: parts of a sentence. */
function mostCallsBy(f) {
  const {caller, calls} = profile.arcs;
  const [most] = [...callersOf[f]].sort((a, b) => Number(calls[b]) - Number(calls[a]));
  if (most === undefined || caller[most] === NONE)
    return [];
  const part = Number(calls[most]) / allCalls[f];
  return [part >= 1 ? ', all by ' : part > 0.5 ? ', most by ' : ', most often by ',
    caller[most] === f ? 'itself' : functionLink(caller[most])];
}

/** Without times: the functions that are called most, and by whom. */
function oftenCalled() {
  const often = orderBy(allCalls).slice(0, 3).filter((f) => allCalls[f] > 0);
  return !often.length ? [] : [['Fewer calls are less work. Called most: ', ...often.flatMap((f, i) =>
    [i ? '; ' : '', functionLink(f), `, ${showRoundCount(allCalls[f])} times`, ...mostCallsBy(f)]), '.']];
}

/** Inlined functions with a large part of the function that contains them. */
function inlinedParts() {
  if (!measured || cost.arcs)
    return [];
  const {caller, callee, time, time_of_calls: ofCalls} = profile.arcs;
  const isNew = new Set();
  return caller.map((f, arc) => [arc, time[arc] - ofCalls[arc]])
    .filter(([arc, inlined]) => caller[arc] !== NONE && inlined >= 0.05 * cost.all && isOfProgram(caller[arc]) &&
      inlined >= 0.2 * cost.total[caller[arc]] && cost.self[callee[arc]] >= 0.4 * inlined)
    .sort((a, b) => b[1] - a[1])
    .filter(([arc]) => !isNew.has(callee[arc]) && isNew.add(callee[arc]))
    .slice(0, 3)
    .map(([arc, inlined]) => [inlined, [functionLink(callee[arc]), ', inlined in ', functionLink(caller[arc]),
      `, is ${showPercent(inlined, cost.total[caller[arc]])}% of it and ${percentOf(inlined)} of all.`]]);
}

/** Functions of libraries with a large part, and who calls them most. */
function libraryCalls() {
  if (!measured || shownThread !== NONE)
    return [];
  return orderBy(cost.total)
    .filter((f) => cost.total[f] >= 0.05 * cost.all && Number(functions.calls[f]) > 0 &&
      !isOfProgram(f) && callersOf[f].length)
    .slice(0, 2)
    .map((f) => {
      const [most] = sortArcs(callersOf[f]);
      const caller = profile.arcs.caller[most];
      return [cost.total[f], [functionLink(f), ` of ${moduleOf(f) || 'a library'} has ${percentOf(cost.total[f])} in ` +
        `${showRoundCount(Number(functions.calls[f]))} call${Number(functions.calls[f]) === 1 ? '' : 's'}`,
      ...caller === NONE ? [] : ['; most is for ', functionLink(caller)], '.']];
    });
}

/** Cycles, in which times cannot be told apart. */
function largeCycles() {
  const {caller, callee, calls} = profile.arcs;
  return profile.cycles.map((cycle) => [cycle, timesOfCycle(cycle)])
    .filter(([, {self, children}]) => self + children >= 0.2 * cost.all).slice(0, 2)
    .map(([cycle, {self, children}]) => {
      const rare = rareCalls(cycle).slice(0, 3);
      return [self + children, [element('a', {href: addressOf({view: 'graph', cycle: cycle.number, fn: undefined})}, `Cycle ${cycle.number}`),
        ` of ${cycle.members.length} functions`,
        !hasTimes ? '.' : ` holds ${percentOf(self + children)}${measured ? '.' : ': callers share its time.'}`,
        ...rare.length ? [' Its rarest calls are '] : [],
        ...rare.flatMap((arc, i) => [i ? ', ' : '', functionLink(caller[arc]), ' → ', functionLink(callee[arc]),
          ` (${showCount(calls[arc])})`]),
        !rare.length ? '' : measured ? '.' : '; --break-cycles takes such calls out.']];
    });
}

/** All advice about times, that about the most time first. */
function timeAdvice() {
  const list = [...largeCycles(), ...hottestFunction(), ...quickCalls(), ...inlinedParts(), ...libraryCalls()];
  if (profile.hooks && isTime && shownThread === NONE && profile.time > 0 && profile.hooks.time >= 0.03 * profile.time)
    list.push([profile.hooks.time, [`The entry hooks take about ${showPercent(profile.hooks.time, profile.time)}%: `,
      element('code', {}, 'llvm-gprof --make-filter'), ' chooses functions to leave out.']]);
  if (measured?.is_elapsed && measured.waiting >= 0.3 * profile.time)
    list.push([measured.waiting, [`${showPercent(measured.waiting, profile.time)}% of all threads’ time is waiting, not computing.`]]);
  if (measured && isTime && shownThread === NONE && measured.system > 0 && measured.system >= 0.15 * (measured.user + measured.system))
    list.push([measured.system, [`${showPercent(measured.system, measured.user + measured.system)}% of the CPU time is in the kernel: ` +
      'system calls and page faults.']]);
  return list.sort(([a], [b]) => b - a).map(([, parts]) => parts);
}

/** All advice: lists of parts of a sentence. */
function adviceList() {
  if (!hasTimes)
    return [...oftenCalled(), ...largeCycles().map(([, parts]) => parts),
      ['A run without ', element('code', {}, 'sampler=off'), ', or a longer one, has times, too.']];
  const list = [...rankAdvice(), ...timeAdvice()];
  if (!profile.counted && profile.samples < 100)
    list.push([`There are only ${showCount(Math.round(profile.samples))} samples: a longer run tells more.`]);
  const [first] = orderBy(cost.self);
  if (!list.length && first !== undefined)
    list.push(['No function stands out. The one with the most time of its own, ', functionLink(first),
      `, has ${percentOf(cost.self[first])}.`]);
  return list;
}
