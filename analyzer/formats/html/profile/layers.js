// Lays out a graph of few nodes in layers: callers above their callees, with few crossings.
// Positions are in pixels.

const layerGap = 46;
const nodeGap = 18;

/** Orders the nodes so that every edge leads onward, but those of cycles, the lightest of which turn round. */
function orderNodes(count, edges) {
  const out = Array.from({length: count}, () => []);
  const isEntered = Array(count).fill(false);
  for (const edge of edges) {
    out[edge.from].push(edge);
    isEntered[edge.to] = true;
  }
  for (const list of out)
    list.sort((a, b) => b.weight - a.weight);
  const mark = Array(count).fill(0);
  const order = [];
  const visit = (node) => {
    mark[node] = 1;
    for (const {to} of out[node])
      if (!mark[to])
        visit(to);
    mark[node] = 2;
    order.unshift(node);
  };
  for (const wantsEntered of [false, true])
    for (let node = 0; node < count; ++node)
      if (!mark[node] && isEntered[node] === wantsEntered)
        visit(node);
  return order;
}

/** Each node's layer: below all of its callers, and close to its callees if it has none. */
function assignLayers(order, edges) {
  const rank = new Map(order.map((node, i) => [node, i]));
  const onward = edges.map(({from, to, weight}) => rank.get(from) < rank.get(to) ? {from, to, weight} : {from: to, to: from, weight});
  const layer = order.map(() => 0);
  for (const node of order)
    for (const {from, to} of onward)
      if (from === node)
        layer[to] = Math.max(layer[to], layer[node] + 1);
  for (const node of order) {
    const below = onward.filter(({from}) => from === node).map(({to}) => layer[to]);
    if (below.length && !onward.some(({to}) => to === node))
      layer[node] = Math.min(...below) - 1;
  }
  return {layer, onward};
}

/** The parts of edges from layer to layer; long edges have places of their own between. */
function divideEdges(nodes, edges, layer, onward) {
  const places = nodes.map(({width, height}, node) => ({node, layer: layer[node], width, height, x: 0, y: 0, above: [], below: []}));
  const chains = onward.map(({from, to}, i) => {
    const chain = [places[from]];
    for (let at = layer[from] + 1; at < layer[to]; ++at)
      chain.push({layer: at, width: 8, height: 0, x: 0, y: 0, above: [], below: []});
    chain.push(places[to]);
    for (let at = 1; at < chain.length; ++at) {
      chain[at - 1].below.push(chain[at]);
      chain[at].above.push(chain[at - 1]);
    }
    places.push(...chain.slice(1, -1));
    return edges[i].from === from ? chain : chain.reverse();
  });
  return {places, chains};
}

const middle = (list) => list.reduce((sum, {x}) => sum + x, 0) / list.length;

/** Moves the places of a layer toward where they want to be, in their order and without overlaps. */
function settle(row, wanted) {
  const blocks = [];
  row.forEach((place, i) => {
    let block = {places: [place], offsets: [0], sum: wanted[i], left: place.width / 2, right: place.width / 2};
    block.x = block.sum;
    while (blocks.length && blocks.at(-1).x + blocks.at(-1).right + nodeGap > block.x - block.left) {
      const before = blocks.pop();
      const shift = before.right + nodeGap + block.left;
      const numBefore = before.places.length;
      const number = numBefore + block.places.length;
      const x = (before.x * numBefore + (block.x - shift) * block.places.length) / number;
      block = {places: [...before.places, ...block.places], offsets: [...before.offsets, ...block.offsets.map((each) => each + shift)],
        left: before.left, right: shift + block.right, x};
    }
    blocks.push(block);
  });
  for (const {places, offsets, x} of blocks)
    places.forEach((place, i) => {
      place.x = x + offsets[i];
    });
}

/**
 * Lays out nodes, {width, height}, and edges, {from, to, weight}. The result has the nodes' centres, the points of each edge
 * from its caller to its callee, and the size of all.
 */
function layOutGraph(nodes, edges) {
  const between = edges.filter(({from, to}) => from !== to);
  const {layer, onward} = assignLayers(orderNodes(nodes.length, between), between);
  const {places, chains} = divideEdges(nodes, between, layer, onward);
  const rows = [];
  for (const place of places)
    (rows[place.layer] ??= []).push(place);
  for (const row of rows)
    settle(row, row.map(() => 0));
  for (let turn = 0; turn < 24; ++turn) {
    const isDown = turn % 2 === 0;
    for (const row of isDown ? rows : [...rows].reverse()) {
      const near = isDown ? 'above' : 'below';
      const wanted = new Map(row.map((place) => [place, place[near].length ? middle(place[near]) : place.x]));
      row.sort((a, b) => wanted.get(a) - wanted.get(b));
      settle(row, row.map((place) => wanted.get(place)));
    }
  }
  const left = Math.min(...places.map(({x, width}) => x - width / 2), 0);
  const right = Math.max(...places.map(({x, width}) => x + width / 2), 0);
  let y = 0;
  for (const row of rows) {
    const height = Math.max(...row.map((place) => place.height));
    for (const place of row) {
      place.x -= left;
      place.y = y + height / 2;
    }
    y += height + layerGap;
  }
  return {nodes: places.slice(0, nodes.length), width: right - left, height: y - layerGap,
    paths: new Map(between.map((edge, i) => [edge, chains[i]]))};
}
