// The views of a profile.

const views = [
  {id: 'overview', title: 'Overview', show: showOverview},
  {id: 'functions', title: 'Functions', show: showFunctions},
  {id: 'graph', title: 'Call graph', show: showGraph},
  {id: 'flame', title: 'Flame', show: showFlame},
  {id: 'source', title: 'Source', show: showSource},
];

/** Names of views that stand for a part of another. */
const within = {
  cycle: {tab: 'graph', show: showCycle},
  entry: {tab: 'graph', show: showPlace},
};

const heading = baseName(profile.program);
