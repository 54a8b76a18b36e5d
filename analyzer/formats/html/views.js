// The views of a profile.

const views = [
  {id: 'overview', title: 'Overview', show: showOverview},
  {id: 'functions', title: 'Functions', show: showFunctions},
  {id: 'graph', title: 'Call graph', show: showGraph},
  {id: 'flame', title: 'Flame', show: showFlame},
  {id: 'source', title: 'Source', show: showSource},
];

/** Further views, each with the tab that it belongs to. */
const within = {
  cycle: {tab: 'graph', show: showCycle},
  entry: {tab: 'graph', show: showPlace},
};

const heading = baseName(profile.program);
