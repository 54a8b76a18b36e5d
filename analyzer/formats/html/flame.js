// Measured or estimated stacks as an icicle graph: a function is above its callees and as wide as its
// time. Only nodes that are wide enough to be seen become elements.

const flame = {zoom: NONE, chosen: NONE, thread: NONE};

const ALL = NONE; // the node above all roots

function nodesBelow(node) {
  return node === ALL ? tree.roots : tree.below[node];
}

function timeOf(node) {
  return node === ALL ? tree.time : tree.total[node];
}

function nameOf(node) {
  return node === ALL ? 'all' : nodeName(node);
}

/** The nodes to draw: {node, depth, left, width}; left and width are from 0 to 1. */
function layOut(zoom, least) {
  const drawn = [];
  const above = [];
  for (let node = zoom; node !== ALL; node = tree.parent[node])
    above.unshift(node);
  above.unshift(ALL);
  if (zoom === ALL)
    above.length = 1;
  above.forEach((node, depth) => drawn.push({node, depth, left: 0, width: 1,
    isAbove: node !== zoom}));
  const whole = timeOf(zoom);
  const work = [drawn[drawn.length - 1]];
  while (work.length) {
    const {node, depth, left} = work.pop();
    let next = left;
    for (const below of nodesBelow(node)) {
      const width = tree.total[below] / whole;
      if (!(width >= least && width > 0))
        break; // the next nodes are narrower
      const box = {node: below, depth: depth + 1, left: next, width};
      drawn.push(box);
      work.push(box);
      next += width;
    }
  }
  return drawn;
}

function describe(node) {
  const own = node === ALL ? 0 : tree.own[node];
  return `${nameOf(node)}: ${showTime(timeOf(node))} ${profile.dimension}, ` +
    `${showPercent(timeOf(node), tree.time)}% of all, ${showTime(own)} its own`;
}

function showFlame(view) {
  if (!tree.parent.length)
    return showNothing(view, 'The profile has no times.');
  const rowHeight = isTouched ? 30 : 21;
  const details = element('output', {class: 'status name', role: 'status'});
  const open = element('a', {class: 'button'}, 'Call graph');
  const reset = element('button', {type: 'button', click: () => zoomTo(ALL)}, 'All');
  const picture = element('div', {class: 'flame', role: 'tree', tabindex: '0',
    'aria-label': measured ? 'Stacks' : 'Estimated stacks', keydown: handleKey,
    click: (event) => takeClick(event.target.closest('.node')),
    mouseover: (event) => {
      const box = event.target.closest('.node');
      if (box)
        details.textContent = describe(Number(box.dataset.node));
    },
    mouseleave: () => choose(flame.chosen)});
  let boxes = new Map();

  function draw() {
    const width = picture.clientWidth || 1;
    const drawn = layOut(flame.zoom, 2 / width);
    boxes = new Map();
    const made = drawn.map((box) => makeBox(box, width));
    const depth = Math.max(...drawn.map((box) => box.depth));
    picture.style.height = `${(depth + 1) * rowHeight}px`;
    picture.replaceChildren(...made);
    choose(boxes.has(flame.chosen) ? flame.chosen : flame.zoom);
    reset.disabled = flame.zoom === ALL;
  }

  function makeBox({node, depth, left, width, isAbove}, pixels) {
    const own = node === ALL ? 0 : tree.own[node] / (tree.total[node] || 1);
    const box = element('div', {
      class: `node kind-${node === ALL ? 'all' : tree.kind[node]} ${isAbove ? 'above' : ''}`,
      role: 'treeitem', id: `node-${node}`, 'data-node': node, 'aria-level': depth + 1,
      'aria-label': describe(node),
    }, width * pixels > 30 ? nameOf(node) : null);
    const {style} = box;
    style.left = `${100 * left}%`;
    style.width = `calc(${100 * width}% - 1px)`;
    style.top = `${depth * rowHeight}px`;
    style.height = `${rowHeight - 1}px`;
    style.lineHeight = `${rowHeight - 1}px`;
    style.setProperty('--own', own.toFixed(2));
    boxes.set(node, box);
    return box;
  }

  function choose(node) {
    boxes.get(flame.chosen)?.classList.remove('chosen');
    flame.chosen = node;
    const box = boxes.get(node);
    box?.classList.add('chosen');
    picture.setAttribute('aria-activedescendant', `node-${node}`);
    details.textContent = describe(node);
    const f = node !== ALL && tree.kind[node] === 'f' ? tree.index[node] : undefined;
    open.toggleAttribute('hidden', f === undefined);
    if (f !== undefined)
      open.href = `#graph/${f}`;
    return box;
  }

  function zoomTo(node) {
    flame.zoom = node;
    flame.chosen = node;
    draw();
  }

  /** A list of the threads, one of which can be chosen. */
  function threadChoice() {
    if (!tree.samples)
      return null;
    const choice = element('select', {id: 'thread', change: () => {
      flame.thread = Number(choice.value);
      chooseThread(flame.thread);
      zoomTo(ALL);
    }}, element('option', {value: NONE}, 'all'),
    ...orderBy(profile.threads.map(({time}) => time))
      .filter((i) => profile.threads[i].time > 0)
      .map((i) => element('option', {value: i}, threadName(profile.threads[i]))));
    choice.value = flame.thread;
    return element('label', {}, 'Thread ', choice);
  }

  function takeClick(box) {
    if (box)
      zoomTo(Number(box.dataset.node));
  }

  /** The node to which an arrow key moves from the chosen node. */
  function neighbour(key) {
    const at = flame.chosen;
    const parent = at === ALL ? undefined : tree.parent[at];
    const beside = parent === undefined ? [] : nodesBelow(parent);
    switch (key) {
    case 'ArrowUp':
      return parent;
    case 'ArrowDown':
      return nodesBelow(at)[0];
    case 'ArrowLeft':
      return beside[beside.indexOf(at) - 1];
    default:
      return beside[beside.indexOf(at) + 1];
    }
  }

  function handleKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey)
      return;
    if (event.key.startsWith('Arrow')) {
      const next = neighbour(event.key);
      if (next !== undefined && boxes.has(next))
        choose(next).scrollIntoView({block: 'nearest'});
    } else if (event.key === 'Enter') {
      zoomTo(flame.chosen);
    } else if (event.key === 'Escape' && flame.zoom !== ALL) {
      zoomTo(tree.parent[flame.zoom]);
    } else if (event.key === 'g' && open.href) {
      location.hash = open.hash;
    } else {
      return;
    }
    event.preventDefault();
  }

  const color = ` A stronger colour means that more of the ${costWord} is the function’s own.`;
  view.append(
    measured
      ? element('p', {class: 'measured'}, element('strong', {}, 'Measured. '),
        'The stacks of all samples, in all modules of the process.' + color)
      : element('p', {class: 'estimated'}, element('strong', {}, 'Estimated. '),
        'There are no measured stacks beside this profile: these are computed from the call ' +
        `graph, as if all calls of a function ${isTime ? 'took equally long' : 'cost the same'}.${color}`),
    element('div', {class: 'tools'}, threadChoice(), reset, open, details),
    element('div', {class: 'flame-frame'}, picture),
    element('p', {class: 'note'}, 'Click or Enter: closer. Escape: back. Arrow keys: to ' +
      'callers, callees and neighbours. g: entry in the call graph.'));
  draw();
  const observer = new ResizeObserver(draw);
  observer.observe(picture.parentElement);
  picture.focus({preventScroll: true});
}
