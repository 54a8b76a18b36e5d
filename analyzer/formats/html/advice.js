// What to do: facts from exact counts and measured times that suggest a change.

/** "49.1 M" */
function showRoundCount(count) {
  const units = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']];
  const [scale, name] = units.find(([scale]) => count >= scale) || [1, ''];
  const value = count / scale;
  return `${name ? value.toPrecision(Math.max(3, String(Math.floor(value)).length)) : value}${name && ` ${name}`}`;
}

function percentOf(time) {
  return `${showPercent(time, cost.all)}%`;
}

/** Functions that are called very often and take little time in each call. */
function quickCalls() {
  return orderBy(cost.self).slice(0, 20)
    .filter((f) => cost.self[f] >= 0.04 * cost.all && Number(functions.calls[f]) >= 100_000 &&
      selfPerCall(f) > 0 && inSeconds && selfPerCall(f) < 250e-9)
    .slice(0, 3)
    .map((f) => [functionLink(f), ` was called ${showRoundCount(Number(functions.calls[f]))} times at ` +
      `${showShortTime(selfPerCall(f))}, ${percentOf(cost.self[f])} of all: fewer calls, or inlining.`]);
}

/** Inlined functions with a large part of the function that contains them. */
function inlinedParts() {
  if (!measured || cost.arcs)
    return [];
  const {caller, callee, time, time_of_calls: ofCalls} = profile.arcs;
  const isNew = new Set();
  return caller.map((f, arc) => [arc, time[arc] - ofCalls[arc]])
    .filter(([arc, inlined]) => caller[arc] !== NONE && inlined >= 0.05 * cost.all && moduleOf(caller[arc]) === heading &&
      inlined >= 0.2 * cost.total[caller[arc]] && cost.self[callee[arc]] >= 0.4 * inlined)
    .sort((a, b) => b[1] - a[1])
    .filter(([arc]) => !isNew.has(callee[arc]) && isNew.add(callee[arc]))
    .slice(0, 3)
    .map(([arc, inlined]) => [functionLink(callee[arc]), ', inlined in ', functionLink(caller[arc]),
      `, is ${showPercent(inlined, cost.total[caller[arc]])}% of it and ${percentOf(inlined)} of all.`]);
}

/** Functions of libraries with a large part, and who calls them most. */
function libraryCalls() {
  if (!measured)
    return [];
  return orderBy(cost.total)
    .filter((f) => cost.total[f] >= 0.05 * cost.all && Number(functions.calls[f]) > 0 &&
      moduleOf(f) !== heading && callersOf[f].length)
    .slice(0, 2)
    .map((f) => {
      const [most] = sortArcs(callersOf[f]);
      const caller = profile.arcs.caller[most];
      return [functionLink(f), ` of ${moduleOf(f) || 'a library'} has ${percentOf(cost.total[f])} in ` +
        `${showRoundCount(Number(functions.calls[f]))} calls`,
      ...caller === NONE ? [] : ['; most is for ', functionLink(caller)], '.'];
    });
}

/** Cycles, in which times cannot be told apart. */
function largeCycles() {
  const {caller, callee, calls, internal} = profile.arcs;
  return profile.cycles.filter((cycle) => cycle.self + cycle.children >= 0.2 * cost.all).slice(0, 2)
    .map((cycle) => {
      const isMember = new Set(cycle.members);
      const rare = [...caller.keys()]
        .filter((arc) => internal[arc] && caller[arc] !== callee[arc] && isMember.has(caller[arc]))
        .sort((a, b) => Number(calls[a]) - Number(calls[b])).slice(0, 3);
      return [element('a', {href: addressOf({view: 'graph', cycle: cycle.number, fn: undefined})}, `Cycle ${cycle.number}`),
        ` of ${cycle.members.length} functions holds ${percentOf(cycle.self + cycle.children)}: callers share its ` +
        'time. Its rarest calls are ',
        ...rare.flatMap((arc, i) => [i ? ', ' : '', functionLink(caller[arc]), ' → ', functionLink(callee[arc]),
          ` (${showCount(calls[arc])})`]),
        '; --break-cycles takes such calls out.'];
    });
}

/** All advice: lists of parts of a sentence. */
function adviceList() {
  if (!(profile.time > 0))
    return [['The profile has no times. A run without ', element('code', {}, 'sampler=off'), ', or a longer one, has them.']];
  const list = [...largeCycles(), ...quickCalls(), ...inlinedParts(), ...libraryCalls()];
  if (profile.hooks && isTime && profile.time > 0 && profile.hooks.time >= 0.03 * profile.time)
    list.push([`The entry hooks take about ${showPercent(profile.hooks.time, profile.time)}%: `, element('code', {}, 'llvm-gprof --make-filter'),
      ' chooses functions to leave out.']);
  if (measured?.is_elapsed && measured.waiting >= 0.3 * profile.time)
    list.push([`${showPercent(measured.waiting, profile.time)}% of all threads’ time is waiting, not computing.`]);
  if (measured && isTime && measured.system >= 0.15 * (measured.user + measured.system))
    list.push([`${showPercent(measured.system, measured.user + measured.system)}% of the CPU time is in the kernel: ` +
      'system calls and page faults.']);
  if (!profile.counted && profile.samples < 100)
    list.push([`There are only ${showCount(Math.round(profile.samples))} samples: a longer run tells more.`]);
  const [first] = orderBy(cost.self);
  if (!list.length && first !== undefined)
    list.push(['No function stands out. The one with the most time of its own, ', functionLink(first),
      `, has ${percentOf(cost.self[first])}.`]);
  return list;
}
