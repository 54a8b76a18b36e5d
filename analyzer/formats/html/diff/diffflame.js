// The stacks of both profiles in one flame: a frame is as wide as its time in the mean of
// both, red if it takes more in the new one, blue if it takes less.

const {stacks} = content;

/** The frames: those of one name below one caller are one. */
function diffFrames() {
  const perRun = (side, samples) => samples / content[side].rate / content[side].runs;
  const heads = foldNames(stacks.names, []);
  const made = stacks.name.map((name, node) => ({name: heads[name].head, key: stacks.names[name],
    oldOwn: perRun('old', stacks.old[node]), newOwn: perRun('new', stacks.new[node]), chance: stacks.chance[node], list: []}));
  const all = {name: 'all', key: '', kind: 'all', above: null, oldOwn: 0, newOwn: 0,
    chance: content.by_share ? Math.min(...stacks.chance) : content.measured.chance, list: []};
  made.forEach((frame, node) => {
    frame.above = stacks.parent[node] === NONE ? all : made[stacks.parent[node]];
    frame.kind = frame.key === '<pruned>' ? 'p' : frame.key === '[waiting]' ? 'w' : 'f';
    frame.above.list.push(frame);
  });
  for (const frame of [...made.toReversed(), all]) {
    const sum = (member) => frame.list.reduce((time, each) => time + each[member], 0);
    frame.old = frame.oldOwn + sum('old');
    frame.new = frame.newOwn + sum('new');
    frame.total = (frame.old + frame.new) / 2;
    frame.own = (frame.oldOwn + frame.newOwn) / 2;
    frame.list.sort((a, b) => b.total - a.total);
    frame.below = () => frame.list;
  }
  return all;
}

/** The standard error of a frame's change. */
function frameError(frame) {
  const variance = (side) => {
    const {rate, runs, at_once: atOnce} = content[side];
    return frame[side] * atOnce / rate / runs;
  };
  return content.exact ? 0 : Math.sqrt(variance('old') + variance('new'));
}

/** Whether the change of a frame is significant among those of all frames. */
const isSureFrame = ({chance}) => chance < content.risk;

function describeChange(frame) {
  const sure = content.exact ? '' : ` ± ${showTime(frameError(frame))}, chance ${showChance(frame.chance)}${
    isSureFrame(frame) ? '' : ', may be chance'}`;
  return `${frame.name}: ${showTime(frame.old)} → ${showTime(frame.new)} ${costUnit}, ${signed(frame.new - frame.old, showTime)}${sure}`;
}

let shownFrames = null;

const diffSource = {
  label: 'Stacks of both profiles',
  isUprightOnly: true,
  frames: () => shownFrames ??= diffFrames(),
  describe: describeChange,
  tools: () => [],
  isChosen: ({key, kind}) => kind === 'f' && key === state.fn,
  isHit: ({key, kind}, matcher) => kind === 'f' && matcher.test(key),
  selects: ({key}) => rowOfKey.has(key) ? {fn: key} : {},

  /** The time below frames that match, each once. */
  hitTime(matcher) {
    const timeOf = (frame) => this.isHit(frame, matcher) ? frame.total
      : frame.list.reduce((time, each) => time + timeOf(each), 0);
    return timeOf(shownFrames);
  },

  /** A change that may be chance is pale. */
  paint(box, frame) {
    const change = frame.new - frame.old;
    const strength = Math.min(1, Math.abs(change) / (0.02 * shownFrames.total || 1));
    box.classList.add('changed', change > 0 ? 'grew' : 'shrank');
    box.style.setProperty('--strength', (isSureFrame(frame) ? 0.2 + 0.8 * strength : 0.12 * strength).toFixed(2));
  },

  leadsTo: ({key, kind}) => kind === 'p' ? {text: 'All functions', changes: {view: 'functions', all: 'yes'}}
    : rowOfKey.has(key) ? {text: 'Numbers', changes: {view: 'row', fn: key}} : null,
  tip: (frame) => [element('strong', {}, describeChange(frame)), element('div', {}, frame.key)],
  about: () => element('p', {class: 'note'}, element('strong', {}, 'Red: more time. Blue: less. '),
    'A frame is as wide as its time in the mean of both profiles. Pale: the change may be chance.'),
};

function showDiffFlame(view) {
  return stacks ? new FlameView(view, diffSource)
    : showNothing(view, 'Only profiles with measured stacks have a flame of both.');
}
