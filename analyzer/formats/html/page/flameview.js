// Stacks as an icicle graph: a function is above its callees and as wide as its time; or as
// a flame, with callees above. Only frames that are wide enough to be seen become elements.

/** `source` has the frames, and says how they look and where they lead. */
class FlameView {
  constructor(view, source) {
    this.source = source;
    this.isInverted = state.shape?.includes('inverted') || false;
    this.isUp = state.shape?.includes('flame') || false;
    this.all = source.frames(this.isInverted);
    this.zoom = findFrame(this.all, state.focus);
    const names = splitNames(state.focus);
    if (depthOf(this.zoom) < names.length)
      tellUnknown(view, [`frame “${names[depthOf(this.zoom)]}”`]);
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
      'aria-label': this.source.label,
      keydown: (event) => this.handleKey(event),
      click: (event) => this.takeClick(this.frameAt(event)),
      pointermove: (event) => this.showTip(event),
      pointerleave: () => this.tip.toggleAttribute('hidden', true)});
    this.frame = element('div', {class: `flame-frame ${this.isUp ? 'upward' : ''}`, 'data-place': 'flame'}, this.picture);
    this.tip = element('div', {class: 'tip', hidden: true, 'aria-hidden': 'true'});
    view.append(
      element('div', {class: 'tools'}, ...this.source.tools(), this.shapeChoice(), this.makeFind(), this.share, this.reset, this.open),
      element('div', {class: 'tools details'}, this.details, ...this.source.marked ? [this.source.marked()].filter(Boolean) : []),
      this.frame, this.tip, this.source.about());
  }

  shapeChoice() {
    const choice = element('select', {id: 'shape', change: () => go({shape: choice.value, focus: undefined})},
      ...[['', 'icicle'], ['flame', 'flame'], ...this.source.isUprightOnly ? []
        : [['inverted', 'icicle, inverted'], ['inverted-flame', 'flame, inverted']]].map(
        ([value, text]) => element('option', {value}, text)));
    choice.value = state.shape || '';
    return element('label', {}, 'Shape ', choice);
  }

  makeFind() {
    let isTyped = Boolean(state.find);
    const find = element('input', {type: 'search', id: 'find', placeholder: 'Find: words or a regular expression',
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
    this.boxes = new Map();
    const depth = drawn.reduce((most, box) => Math.max(most, box.depth), 0);
    const made = drawn.map((box) => {
      const kind = !matcher ? this.source.isChosen(box.frame) ? 'of-chosen' : ''
        : this.source.isHit(box.frame, matcher) ? 'hit' : 'no-hit';
      return this.makeBox(box, width, depth, kind);
    });
    const height = (depth + 1) * this.rowHeight;
    this.picture.style.height = `${height}px`;
    this.picture.replaceChildren(...made);
    this.share.textContent = !matcher ? ''
      : [`${showPercent(this.source.hitTime(matcher), this.all.total)}% of the ${costWord} matches`, matcher.note].filter(Boolean).join('. ');
    if (this.isUp)
      this.frame.scrollTop = height;
    this.choose(this.boxes.has(this.chosen) ? this.chosen : this.zoom);
    this.reset.disabled = this.zoom === this.all;
  }

  makeBox({frame, depth, left, width, isAbove}, pixels, deepest, kind) {
    const box = element('div', {
      class: `node kind-${frame.kind} ${isAbove ? 'above' : ''} ${kind}`,
      role: 'treeitem', id: `node-${this.boxes.size}`, 'aria-level': depth + 1, 'aria-label': this.source.describe(frame),
      'data-text': cutToWidth(frame.name, width * pixels - 10),
    });
    const {style} = box;
    style.left = `${100 * left}%`;
    style.width = `calc(${100 * width}% - 1px)`;
    style.top = `${(this.isUp ? deepest - depth : depth) * this.rowHeight}px`;
    style.height = style.lineHeight = `${this.rowHeight - 1}px`;
    this.source.paint(box, frame);
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
    this.details.textContent = this.source.describe(frame);
    const leads = this.source.leadsTo(frame);
    this.open.toggleAttribute('hidden', !leads);
    this.open.textContent = leads?.text || '';
    this.open.href = leads ? addressOf(leads.changes) : '#';
    return box;
  }

  zoomTo(frame) {
    this.chosen = frame;
    go({focus: focusOf(frame), ...this.source.selects(frame)});
  }

  frameAt(event) {
    return event.target.closest('.node')?.frame;
  }

  takeClick(frame) {
    if (frame?.kind === 'p')
      go(this.source.leadsTo(frame).changes);
    else if (frame)
      this.zoomTo(frame);
  }

  /** Shows the whole name and the numbers beside the pointer. */
  showTip(event) {
    const frame = this.frameAt(event);
    this.tip.toggleAttribute('hidden', !frame || event.pointerType === 'touch');
    if (!frame)
      return;
    this.tip.replaceChildren(...this.source.tip(frame));
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
