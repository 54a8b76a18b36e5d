// The hot part of the call graph as a drawing: the functions with the most time, and how the time gets there. With a
// function, that of the stacks through it.

/** The times of functions on the stacks through a function, or of all stacks. */
function timesThrough(through) {
  if (through === NONE)
    return {weight: tree.total, self: cost.self, total: cost.total};
  const isBelow = [];
  tree.parent.forEach((parent, node) => {
    isBelow.push(isNodeOf(node, through) || parent !== NONE && isBelow[parent]);
  });
  const own = tree.own.map((time, node) => isBelow[node] ? time : 0);
  const weight = own.slice();
  for (let node = weight.length - 1; node >= 0; --node)
    if (tree.parent[node] !== NONE)
      weight[tree.parent[node]] += weight[node];
  const self = functions.name.map(() => 0);
  own.forEach((time, node) => {
    const at = tree.kind[node] === 'w' ? tree.parent[node] : node;
    if (isFunctionNode(at))
      self[tree.index[at]] += time;
  });
  const total = functions.name.map(() => 0);
  const depth = functions.name.map(() => 0);
  walkTree((node) => {
    if (isFunctionNode(node) && depth[tree.index[node]]++ === 0)
      total[tree.index[node]] += weight[node];
  }, (node) => isFunctionNode(node) && --depth[tree.index[node]]);
  return {weight, self, total};
}

const isNodeOf = (node, f) => isFunctionNode(node) && tree.index[node] === f;

/** Whether a function only passes on: one call has nearly all of its time. */
function passesOn(f) {
  return calleesOf[f].some((arc) => profile.arcs.callee[arc] !== f && arcTime(arc) >= 0.98 * cost.total[f]);
}

/**
 * The functions to draw: half of them for their own time, and the others for their total. Those that only pass on are left
 * out, such as wrappers of a library, and so is what calls main, but not the function whose stacks are drawn.
 */
function functionsToDraw({self, total}, most, through) {
  const path = hotPath();
  const isStart = new Set();
  const first = path.length ? tree.index[path[0]] : NONE;
  for (let node = path.length ? tree.parent[path[0]] : NONE; node !== NONE; node = tree.parent[node])
    if (tree.kind[node] === 'f' && !(self[tree.index[node]] > 0))
      isStart.add(tree.index[node]);
  const least = cost.all / 200;
  const chosen = new Set(through === NONE ? [] : [through]);
  const choose = (column, number, isLeftOut) => {
    for (const f of orderBy(column)) {
      if (chosen.size >= number || !(column[f] >= least))
        break;
      if (!isStart.has(f) && !isLeftOut(f))
        chosen.add(f);
    }
  };
  choose(self, most / 2, () => false);
  choose(total, most, (f) => f !== first && passesOn(f));
  return [...chosen];
}

/**
 * The calls between drawn functions: {from, to, time, isDirect}, indices of `shown`. They are not direct if all lead
 * through other functions. On a stack each counts once.
 */
function callsToDraw(shown, {weight}) {
  const placeOf = new Map(shown.map((f, i) => [f, i]));
  const placeOfNode = (node) => isFunctionNode(node) ? placeOf.get(tree.index[node]) : undefined;
  const calls = new Map();
  const enclosing = []; // nodes of drawn functions
  const callAt = (node) => {
    const [from, to] = [placeOfNode(enclosing.at(-1) ?? NONE), placeOfNode(node)];
    const key = from * shown.length + to;
    if (from !== undefined && !calls.has(key))
      calls.set(key, {from, to, time: 0, isDirect: false, depth: 0});
    return calls.get(key);
  };
  walkTree((node) => {
    if (placeOfNode(node) === undefined)
      return;
    const call = callAt(node);
    if (call && call.depth++ === 0)
      call.time += weight[node];
    if (call && weight[node] > 0)
      call.isDirect ||= isCallOf(node, enclosing.at(-1));
    enclosing.push(node);
  }, (node) => {
    if (placeOfNode(node) === undefined)
      return;
    enclosing.pop();
    const call = callAt(node);
    if (call)
      --call.depth;
  });
  return [...calls.values()].filter(({time}) => time > 0 && time >= cost.all / 200);
}

/** Whether a node is called by one above it, through no other function. Below a cycle as a whole, the calls tell. */
function isCallOf(node, above) {
  let next = tree.parent[node];
  while (next !== above && tree.kind[next] !== 'f')
    next = tree.parent[next];
  return next === above && (tree.parent[node] === above ||
    calleesOf[tree.index[above]].some((arc) => profile.arcs.callee[arc] === tree.index[node]));
}

/** The time of each drawn function that comes along no drawn call. */
function timeFromElsewhere(shown, calls, {total}) {
  const rest = shown.map((f) => total[f]);
  for (const {from, to, time} of calls)
    if (from !== to)
      rest[to] -= time;
  return rest;
}

/**
 * Adds the callers of the program that have most of a function's time, if most of that comes along no drawn call: such as
 * what a thread runs, which only passes on.
 */
function addMainCallers(shown, times) {
  const rest = timeFromElsewhere(shown, callsToDraw(shown, times), times);
  const added = shown.flatMap((f, i) => {
    if (!(rest[i] > times.total[f] / 2))
      return [];
    const most = callersOf[f].find((arc) => profile.arcs.caller[arc] !== f && arcTime(arc) > times.total[f] / 2);
    const caller = most === undefined ? NONE : profile.arcs.caller[most];
    return caller !== NONE && isOfProgram(caller) ? [caller] : [];
  });
  return [...new Set([...shown, ...added])];
}

const measure = document.createElement('canvas').getContext('2d');

function textWidth(text, font) {
  measure.font = `${font} system-ui, "Segoe UI", "DejaVu Sans", sans-serif`;
  return measure.measureText(text).width;
}

/** The texts of a function's box, and its size. */
function boxOf(f, {self, total}) {
  const name = cutMiddle(shortName(f), 34);
  const figures = `${showPercent(self[f], cost.all)}% of ${markOf(f)}${showPercent(total[f], cost.all)}%`;
  return {f, name, figures, width: Math.ceil(Math.max(textWidth(name, '600 13px'), textWidth(figures, '12px'))) + 20, height: 44};
}

/** The places at which a call's share can stand on its curve through `points`: those where it is best first. */
function labelPlaces(points) {
  const places = [];
  for (let i = 1; i < points.length; ++i) {
    const [[x0, y0], [x1, y1]] = [points[i - 1], points[i]];
    for (const t of [0.5, 0.62, 0.38, 0.74, 0.26])
      places.push([x0 + (x1 - x0) * t * t * (3 - 2 * t), y0 + (y1 - y0) * (1.5 * t * (1 - t) + t * t * t)]);
  }
  return places;
}

/** The curve of a call from its caller's box to its callee's, and the places for its share. */
function curveOf(chain) {
  const isDown = chain[0].y < chain.at(-1).y;
  const side = isDown ? 1 : -1;
  const points = chain.map(({x, y, width, height}, i) => {
    const other = chain[i ? i - 1 : 1];
    const reach = Math.max(0, width / 2 - 10);
    const isEnd = i === 0 || i === chain.length - 1;
    const shift = isEnd ? Math.max(-reach, Math.min(reach, (other.x - x) / 4 + (isDown ? 0 : 14))) : 0;
    return [x + shift, y + (i === 0 ? side : i === chain.length - 1 ? -side : 0) * height / 2 - (i === chain.length - 1 ? side * 7 : 0)];
  });
  let curve = `M${points[0].join(' ')}`;
  for (let i = 1; i < points.length; ++i) {
    const [[x0, y0], [x1, y1]] = [points[i - 1], points[i]];
    curve += `C${x0} ${(y0 + y1) / 2} ${x1} ${(y0 + y1) / 2} ${x1} ${y1}`;
  }
  return {curve, places: labelPlaces(points)};
}

/** A call as a line. */
function drawnCall(call, curve, names) {
  const share = call.time / cost.all;
  const through = call.isDirect ? '' : ', through other functions';
  return drawn('g', {class: `call${call.isDirect ? '' : ' through'}`, 'data-from': names[call.from], 'data-to': names[call.to]},
    drawn('title', {}, `${names[call.from]} → ${names[call.to]}: ${showTime(call.time)} ${costUnit}, ${showPercent(call.time, cost.all)}%${through}`),
    drawn('path', {d: curve, 'stroke-width': (1 + 9 * Math.min(1, share)).toFixed(1), 'marker-end': 'url(#arrow)'}));
}

/**
 * The shares of calls, [call, its places], beside one another and the `taken` areas, {left, right, top, bottom}. Where there is
 * no room, that of the call with the most time is shown.
 */
function drawnShares(calls, taken, names) {
  const areas = [...taken];
  const shares = [];
  for (const [call, places] of [...calls].sort(([a], [b]) => b.time - a.time)) {
    const text = `${showPercent(call.time, cost.all)}%`;
    const reach = textWidth(text, '12px') / 2 + 2;
    const areaAt = ([x, y]) => ({left: x - reach, right: x + reach, top: y - 8, bottom: y + 8});
    const isFree = (area) => areas.every((other) => area.right <= other.left || other.right <= area.left ||
      area.bottom <= other.top || other.bottom <= area.top);
    const place = places.find((each) => isFree(areaAt(each)));
    if (!place)
      continue;
    areas.push(areaAt(place));
    shares.push(drawn('text', {class: 'call-share', 'data-from': names[call.from], 'data-to': names[call.to], x: place[0].toFixed(1),
      y: (place[1] + 4).toFixed(1)}, text));
  }
  return shares;
}

/** A function as a box that leads to its entry. */
function drawnFunction(box, place, times, isThrough, isRecursive, rest) {
  const {f, name, figures, width, height} = box;
  const link = drawn('a', {class: `function walk${isThrough ? ' chosen' : ''}`, href: addressOf(functionChanges(f)), 'data-whole': functions.name[f]},
    drawn('title', {}, `${functions.name[f]}: ${showTime(times.self[f])} ${costUnit} its own, ${showTime(times.total[f])} in all` +
      (isRecursive ? '; it calls itself' : '') + (rest >= cost.all / 200 ? `; ${showPercent(rest, cost.all)}% along no drawn call` : '')),
    drawn('rect', {x: place.x - width / 2, y: place.y - height / 2, width, height, rx: 5}),
    drawn('text', {class: 'title', x: place.x, y: place.y - 4}, name),
    drawn('text', {x: place.x, y: place.y + 14}, figures + (isRecursive ? ' ↻' : '')));
  link.style.setProperty('--own', cost.all > 0 ? Math.min(1, 2.5 * times.self[f] / cost.all).toFixed(3) : 0);
  return link;
}

/** The indices of boxes from the top on, and from the left: the order in which keys reach them. */
function fromTop(nodes) {
  return [...nodes.keys()].sort((a, b) => nodes[a].y - nodes[b].y || nodes[a].x - nodes[b].x);
}

/** The drawing, or null if no function has enough time. */
function drawHotPart(through, most) {
  const times = timesThrough(through);
  const chosen = functionsToDraw(times, most, through);
  const shown = through === NONE ? addMainCallers(chosen, times) : chosen;
  if (shown.length < 2)
    return null;
  const boxes = shown.map((f) => boxOf(f, times));
  const calls = callsToDraw(shown, times);
  const names = shown.map((f) => functions.name[f]);
  const rest = timeFromElsewhere(shown, calls, times);
  const margin = 12;
  const {nodes, paths, width, height} = layOutGraph(boxes, calls.map((call) => Object.assign(call, {weight: call.time})));
  const curves = new Map([...paths].map(([call, chain]) => [call, curveOf(chain)]));
  const areas = nodes.map(({x, y, width, height}) => ({left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2}));
  const isRecursive = new Set(calls.filter(({from, to}) => from === to).map(({from}) => from));
  const drawing = drawn('svg', {class: 'drawing', role: 'group', 'aria-label': 'The hot part of the call graph',
    width: width + 2 * margin, height: height + 2 * margin, viewBox: `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`},
  drawn('defs', {}, drawn('marker', {id: 'arrow', viewBox: '0 0 8 8', refX: 1, refY: 4, markerWidth: 8, markerHeight: 8,
    markerUnits: 'userSpaceOnUse', orient: 'auto'}, drawn('path', {d: 'M0 0L8 4L0 8z'}))),
  ...[...curves].map(([call, {curve}]) => drawnCall(call, curve, names)),
  ...drawnShares([...curves].map(([call, {places}]) => [call, places]), areas, names),
  ...fromTop(nodes).map((i) => drawnFunction(boxes[i], nodes[i], times, boxes[i].f === through, isRecursive.has(i), rest[i])));
  markCallsOf(drawing);
  return drawing;
}

/** Marks the calls from and to a function that one points at. */
function markCallsOf(drawing) {
  const mark = (link) => {
    for (const call of drawing.querySelectorAll('.call, .call-share'))
      call.classList.toggle('near', Boolean(link) && [call.dataset.from, call.dataset.to].includes(link.dataset.whole));
  };
  for (const [start, end] of [['pointerover', 'pointerout'], ['focusin', 'focusout']]) {
    drawing.addEventListener(start, (event) => mark(event.target.closest('.function')));
    drawing.addEventListener(end, () => mark(null));
  }
}

/** Makes a drawing smaller, so that it fits into its frame, as long as it can be read. */
function fitDrawing(frame, drawing) {
  const {width, height} = drawing.viewBox.baseVal;
  const scale = Math.max(0.85, Math.min(1, (frame.clientWidth - 2) / width, (frame.clientHeight - 2) / height));
  drawing.setAttribute('width', Math.floor(scale * width));
  drawing.setAttribute('height', Math.floor(scale * height));
}

const numbersToDraw = ['12', '24', '48'];

function numberToDraw() {
  return numbersToDraw.includes(state.most) ? state.most : narrow.matches ? '12' : '24';
}

/** Shows the drawing, and says whether there is one. */
function showDrawing(view, through) {
  const drawing = cost.all > 0 && drawHotPart(through, Number(numberToDraw()));
  if (!drawing)
    return false;
  const number = element('select', {id: 'most', change: () => go({most: number.value})},
    ...numbersToDraw.map((each) => element('option', {value: each}, each)));
  number.value = numberToDraw();
  const frame = element('div', {class: 'drawing-frame', tabindex: 0, role: 'region', 'aria-label': 'Drawing', 'data-place': 'drawing'}, drawing);
  walkByArrows(frame);
  view.append(
    element('div', {class: 'tools'}, ...partChoices(), element('label', {}, 'Functions ', number),
      through === NONE ? element('span', {class: 'note'}, `The hot part, of ${showCount(listed.length)} functions`)
        : element('span', {class: 'note'}, 'The stacks through ', functionLink(through))),
    frame,
    element('p', {class: 'note'}, `${measured ? '' : `E${estimateNote.slice(1)} `}Callers are above callees. A box has the function’s own share of its total. ` +
      `A line is as wide as the ${costWord} of the calls; a dashed one leads through other functions.`));
  fitDrawing(frame, drawing);
  const first = drawing.querySelector('.function rect');
  frame.scrollLeft = (first.x.baseVal.value + first.width.baseVal.value / 2) * drawing.clientWidth / drawing.viewBox.baseVal.width - frame.clientWidth / 2;
  new ResizeObserver(() => fitDrawing(frame, drawing)).observe(frame);
  frame.focus({preventScroll: true});
  return true;
}
