// Measured or estimated stacks of a profile.

/** The hue of a text: the same in each page. */
function hueOf(text) {
  let sum = 0;
  for (const each of text)
    sum = (31 * sum + each.codePointAt(0)) % 360;
  return sum;
}

function describe(frame) {
  const inlined = inlinedText(frame.inlined, frame.total);
  const part = frame.kind === 'all' ? '' : `, ${showTime(frame.own)} its own${inlined && `, ${inlined}`}`;
  return `${frame.f === NONE ? frame.name : shortName(frame.f)}: ${showTime(frame.total)} ${profile.dimension}, ` +
    `${showPercent(frame.total, tree.time)}% of all${part}`;
}

function colorChoice() {
  const choice = element('select', {id: 'color', change: () => go({color: choice.value})},
    element('option', {value: ''}, `own ${costWord}`),
    ...Object.keys(groupings).map((name) => element('option', {value: name}, name)));
  choice.value = state.color in groupings ? state.color : '';
  return element('label', {}, 'Colour ', choice);
}

/** What the frames of a profile are. */
const flameSource = {
  label: measured ? 'Stacks' : 'Estimated stacks',
  frames: allFrames,
  describe,
  tools: () => [...partChoices(), colorChoice()],
  /** What the marked frames are. */
  marked() {
    const f = chosenFunction();
    return f === NONE ? null : element('span', {class: 'note'}, 'Marked: ', functionLink(f),
      `, in all ${showTime(cost.total[f])} ${profile.dimension}, ${percentOf(cost.total[f])} of all`);
  },
  isChosen: ({f}) => f !== NONE && f === chosenFunction(),
  isHit: ({f}, matcher) => f !== NONE && matcher.test(functions.name[f]),
  hitTime: (matcher) => matchingShare((f) => matcher.test(functions.name[f])),
  selects: ({f}) => f === NONE ? {} : {fn: keys[f]},

  paint(box, {f, inlined, total}) {
    box.classList.toggle('inlined', inlined > 0.5 * total);
    if (!(state.color in groupings) || f === NONE)
      return;
    box.classList.add('colored');
    box.style.setProperty('--hue', hueOf(groupings[state.color](f)));
  },

  leadsTo({f, kind}) {
    if (kind === 'p')
      return {text: 'All functions', changes: {view: 'functions', filter: undefined, group: undefined}};
    return f === NONE ? null : {text: 'Call graph', changes: functionChanges(f)};
  },

  tip(frame) {
    const {f, kind} = frame;
    const more = f !== NONE ? [element('div', {}, functions.name[f]),
      element('div', {class: 'note'}, [placeOf(f), moduleOf(f)].filter(Boolean).join(' in '))]
      : kind === 'p' ? [element('div', {}, 'Stacks with too little time. A click leads to all functions.')] : [];
    return [element('strong', {}, describe(frame)), ...more];
  },

  about() {
    const color = state.color ? '' : ` A stronger colour means that more of the ${costWord} is the function’s own.`;
    return measured
      ? element('p', {class: 'measured note'}, element('strong', {}, 'Measured. '),
        `The stacks of all samples, in all modules of the process. Inlined code is in italics.${color}`)
      : element('p', {class: 'estimated note'}, element('strong', {}, 'Estimated. '),
        'There are no measured stacks beside this profile: these are computed from the call ' +
        `graph, as if all calls of a function ${isTime ? 'took equally long' : 'cost the same'}.${color}`);
  },
};

function showFlame(view) {
  if (!tree.parent.length)
    return showNothing(view, 'A flame shows times, and the profile has none. Functions and Call graph have its counts.');
  return new FlameView(view, flameSource);
}
