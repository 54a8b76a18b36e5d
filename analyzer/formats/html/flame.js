// Measured or estimated stacks as an icicle graph: a function is above its callees and as
// wide as its time; or as a flame, with callees above. Only frames that are wide enough to
// be seen become elements.

/** The hue of a text: the same in each page. */
function hueOf(text) {
  let sum = 0;
  for (const each of text)
    sum = (31 * sum + each.codePointAt(0)) % 360;
  return sum;
}

/** A text with its middle left out, so that it has at most `most` letters. */
function cutMiddle(text, most) {
  if (text.length <= most)
    return text;
  const end = Math.floor((most - 1) / 2);
  return most < 3 ? '' : `${text.slice(0, most - 1 - end)}…${end ? text.slice(-end) : ''}`;
}

function describe(frame) {
  const part = frame.kind === 'all' ? '' : `, ${showTime(frame.own)} its own`;
  return `${frame.f === NONE ? frame.name : shortName(frame.f)}: ${showTime(frame.total)} ${profile.dimension}, ` +
    `${showPercent(frame.total, tree.time)}% of all${part}`;
}

class FlameView {
  constructor(view) {
    this.isInverted = state.shape?.includes('inverted') || false;
    this.isUp = state.shape?.includes('flame') || false;
    this.all = allFrames(this.isInverted);
    this.zoom = findFrame(this.all, state.focus);
    this.chosen = this.zoom;
    this.rowHeight = isTouched ? 30 : 21;
    this.build(view);
    this.draw();
    new ResizeObserver(() => this.draw()).observe(this.frame);
    this.picture.focus({preventScroll: true});
  }

  build(view) {
    this.details = element('output', {class: 'status name', role: 'status'});
    this.open = element('a', {class: 'button', id: 'to-function'}, 'Call graph');
    this.reset = element('button', {type: 'button', click: () => this.zoomTo(this.all)}, 'All');
    this.share = element('output', {class: 'status', id: 'share', role: 'status'});
    this.picture = element('div', {class: 'flame', role: 'tree', tabindex: '0',
      'aria-label': measured ? 'Stacks' : 'Estimated stacks',
      keydown: (event) => this.handleKey(event),
      click: (event) => this.takeClick(this.frameAt(event)),
      pointermove: (event) => this.showTip(event),
      pointerleave: () => this.tip.toggleAttribute('hidden', true)});
    this.frame = element('div', {class: `flame-frame ${this.isUp ? 'upward' : ''}`, 'data-place': 'flame'}, this.picture);
    this.tip = element('div', {class: 'tip', hidden: true, 'aria-hidden': 'true'});
    const color = measured || state.color ? '' : ` A stronger colour means that more of the ${costWord} is the function’s own.`;
    view.append(
      element('div', {class: 'tools'}, ...[threadChoice(), this.shapeChoice(), this.colorChoice(), this.makeFind(), this.share, this.reset, this.open].filter(Boolean)),
      element('div', {class: 'tools details'}, this.details),
      this.frame, this.tip,
      measured
        ? element('p', {class: 'measured note'}, element('strong', {}, 'Measured. '),
          `The stacks of all samples, in all modules of the process.${color}`)
        : element('p', {class: 'estimated note'}, element('strong', {}, 'Estimated. '),
          'There are no measured stacks beside this profile: these are computed from the call ' +
          `graph, as if all calls of a function ${isTime ? 'took equally long' : 'cost the same'}.${color}`));
  }

  shapeChoice() {
    const choice = element('select', {id: 'shape', change: () => go({shape: choice.value, focus: undefined})},
      ...[['', 'icicle'], ['flame', 'flame'], ['inverted', 'icicle, inverted'], ['inverted-flame', 'flame, inverted']].map(
        ([value, text]) => element('option', {value}, text)));
    choice.value = state.shape || '';
    return element('label', {}, 'Shape ', choice);
  }

  colorChoice() {
    const choice = element('select', {id: 'color', change: () => go({color: choice.value})},
      element('option', {value: ''}, `own ${costWord}`),
      ...Object.keys(groupings).map((name) => element('option', {value: name}, name)));
    choice.value = state.color in groupings ? state.color : '';
    return element('label', {}, 'Colour ', choice);
  }

  makeFind() {
    let isTyped = Boolean(state.find);
    const find = element('input', {type: 'search', id: 'find', placeholder: 'Find: a regular expression',
      'aria-label': 'Find functions', autocomplete: 'off', spellcheck: 'false',
      input: () => {
        note({find: find.value}, !isTyped);
        isTyped = true;
        this.draw();
      }});
    find.value = state.find || '';
    return find;
  }

  draw() {
    const width = this.picture.clientWidth || 1;
    const drawn = layOut(this.zoom, 2 / width);
    const matcher = makeMatcher(state.find);
    const chosen = chosenFunction();
    const isHit = matcher ? (f) => matcher.test(functions.name[f]) : null;
    this.boxes = new Map();
    const depth = drawn.reduce((most, box) => Math.max(most, box.depth), 0);
    const made = drawn.map((box) => {
      const kind = !isHit ? box.frame.f === chosen && chosen !== NONE ? 'of-chosen' : ''
        : box.frame.f !== NONE && isHit(box.frame.f) ? 'hit' : 'no-hit';
      return this.makeBox(box, width, depth, kind);
    });
    const height = (depth + 1) * this.rowHeight;
    this.picture.style.height = `${height}px`;
    this.picture.replaceChildren(...made);
    this.share.textContent = isHit ? `${showPercent(matchingShare(isHit), tree.time)}% of the ${costWord} matches` : '';
    if (this.isUp)
      this.frame.scrollTop = height;
    this.choose(this.boxes.has(this.chosen) ? this.chosen : this.zoom);
    this.reset.disabled = this.zoom === this.all;
  }

  makeBox({frame, depth, left, width, isAbove}, pixels, deepest, kind) {
    const room = Math.floor((width * pixels - 10) / 7.3);
    const box = element('div', {
      class: `node kind-${frame.kind} ${isAbove ? 'above' : ''} ${kind}`,
      role: 'treeitem', id: `node-${this.boxes.size}`, 'aria-level': depth + 1, 'aria-label': describe(frame),
      'data-text': room >= 3 ? cutMiddle(frame.name, room) : null,
    });
    const {style} = box;
    style.left = `${100 * left}%`;
    style.width = `calc(${100 * width}% - 1px)`;
    style.top = `${(this.isUp ? deepest - depth : depth) * this.rowHeight}px`;
    style.height = style.lineHeight = `${this.rowHeight - 1}px`;
    if (state.color in groupings && frame.f !== NONE) {
      box.classList.add('colored');
      style.setProperty('--hue', hueOf(groupings[state.color](frame.f)));
    }
    style.setProperty('--own', (frame.own / (frame.total || 1)).toFixed(2));
    box.frame = frame;
    this.boxes.set(frame, box);
    return box;
  }

  choose(frame) {
    this.boxes.get(this.chosen)?.classList.remove('chosen');
    this.chosen = frame;
    const box = this.boxes.get(frame);
    box?.classList.add('chosen');
    this.picture.setAttribute('aria-activedescendant', box ? box.id : '');
    this.details.textContent = describe(frame);
    const isPruned = frame.kind === 'p';
    this.open.toggleAttribute('hidden', frame.f === NONE && !isPruned);
    this.open.textContent = isPruned ? 'All functions' : 'Call graph';
    this.open.href = isPruned ? addressOf({view: 'functions', filter: undefined, group: undefined}) :
      frame.f === NONE ? '#' : addressOf(functionChanges(frame.f));
    return box;
  }

  zoomTo(frame) {
    this.chosen = frame;
    go({focus: focusOf(frame), fn: frame.f === NONE ? state.fn : keys[frame.f]});
  }

  frameAt(event) {
    return event.target.closest('.node')?.frame;
  }

  takeClick(frame) {
    if (frame?.kind === 'p')
      go({view: 'functions', filter: undefined, group: undefined});
    else if (frame)
      this.zoomTo(frame);
  }

  /** Shows the whole name and the numbers beside the pointer. */
  showTip(event) {
    const frame = this.frameAt(event);
    this.tip.toggleAttribute('hidden', !frame || event.pointerType === 'touch');
    if (!frame)
      return;
    const whole = frame.f === NONE ? '' : functions.name[frame.f];
    this.tip.replaceChildren(element('strong', {}, describe(frame)), ...frame.f === NONE
      ? [frame.kind === 'p' ? element('div', {}, 'Stacks with too little time. A click leads to all functions.') : '']
      : [element('div', {}, whole), element('div', {class: 'note'}, [placeOf(frame.f), moduleOf(frame.f)].filter(Boolean).join(' in '))]);
    const {style} = this.tip;
    style.left = `${Math.max(4, Math.min(event.clientX + 14, innerWidth - this.tip.offsetWidth - 8))}px`;
    style.top = `${event.clientY + 18 + this.tip.offsetHeight > innerHeight ? event.clientY - this.tip.offsetHeight - 10 : event.clientY + 18}px`;
  }

  /** The frame to which an arrow key moves from the chosen one. */
  neighbour(key) {
    const {above} = this.chosen;
    const beside = above ? above.below() : [];
    const [up, down] = this.isUp ? ['ArrowDown', 'ArrowUp'] : ['ArrowUp', 'ArrowDown'];
    return {[up]: above, [down]: this.chosen.below()[0],
      ArrowLeft: beside[beside.indexOf(this.chosen) - 1], ArrowRight: beside[beside.indexOf(this.chosen) + 1]}[key];
  }

  handleKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey)
      return;
    if (event.key.startsWith('Arrow')) {
      const next = this.neighbour(event.key);
      if (next && this.boxes.has(next))
        this.choose(next).scrollIntoView({block: 'nearest'});
    } else if (event.key === 'Enter') {
      this.takeClick(this.chosen);
    } else if (event.key === 'Escape' && this.zoom.above) {
      this.zoomTo(this.zoom.above);
    } else if (event.key === 'g' && !this.open.hidden) {
      this.open.click();
    } else {
      return;
    }
    event.preventDefault();
  }
}

function showFlame(view) {
  if (!tree.parent.length)
    return showNothing(view, 'The profile has no times.');
  return new FlameView(view);
}
