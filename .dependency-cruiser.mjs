// The rooms' import law. A room may reach what its line names and nothing else, not even through a third room's lazy import.
const SHARED = ['errors.ts', 'log.ts'];

/** room → the rooms and top-level files of ours that it may import, and why not more. */
const LAW = {
  tql: { may: [], why: 'Both ends of the wire stand on the language, so it stands on nothing of ours.' },
  inputs: {
    may: ['errors.ts', 'tql'],
    why: 'What was asked for is known before anything is asked, tabulated or rendered.',
  },
  client: { may: [...SHARED, 'tql'], why: 'The client asks; what the answers mean is for the rooms after it.' },
  tables: { may: ['errors.ts', 'tql'], why: 'A table is made of a query and its result alone.' },
  compare: { may: ['results.ts', 'tql', 'tables'], why: 'A change is a matter of two tables and two periods.' },
  gate: {
    may: [
      'errors.ts',
      'results.ts',
      'inputs/request.ts',
      'inputs/nearest.ts',
      'inputs/visible.ts',
      'tql',
      'tables',
      'compare',
    ],
    why: 'A verdict is made of the results of an insight and never depends on how it is shown or posted.',
  },
  render: {
    may: ['errors.ts', 'results.ts', 'tql', 'tables', 'compare', 'inputs/request.ts', 'inputs/nearest.ts'],
    why: 'A page is rendered from the results file alone; it does not know where it is posted.',
  },
  publish: {
    may: [...SHARED, 'inputs/request.ts'],
    why: 'Publishing gets strings; it never renders and never sees a row.',
  },
  service: { may: [...SHARED, 'tql'], why: 'The service answers the wire; it knows nothing of the report that asks.' },
};

const escape = (text) => text.replaceAll('.', '\\.');
const roomRules = Object.entries(LAW).map(([room, { may, why }]) => ({
  name: `${room}-law`,
  comment: why,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: {
    path: '^src/',
    pathNot: [`^src/${room}/`, ...may.map((place) => `^src/${escape(place)}${place.includes('.') ? '$' : '/'}`)],
  },
}));

export default {
  forbidden: [
    ...roomRules,
    {
      name: 'shared-imports-nothing',
      comment: 'Errors and log are at the bottom: everything may import them because they import nothing.',
      severity: 'error',
      from: { path: '^src/(errors|log)\\.ts$' },
      to: { path: '^src/' },
    },
    {
      name: 'results-are-types',
      comment: 'The results file is a shape, not a behaviour.',
      severity: 'error',
      from: { path: '^src/results\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(errors\\.ts|tables/table\\.ts|tql/query\\.ts)$' },
    },
    {
      name: 'nobody-imports-an-entry',
      comment: 'Entries run when they are loaded.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/(index|cli)\\.ts$' },
    },
    {
      name: 'action-never-reaches-the-service',
      comment: 'One such import takes the bundle from under 2 MB to over 70: ncc carries the native library along.',
      severity: 'error',
      from: { path: '^src/(index|main|report)\\.ts$' },
      to: { path: '^(src/service/|src/cli/|node_modules/@duckdb)', reachable: true },
    },
    {
      name: 'engine-drivers-stay-in-the-service',
      comment: 'A native library is loaded by the service alone.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/service/' },
      to: { path: 'node_modules/@duckdb' },
    },
    { name: 'no-cycles', comment: 'The flow is one-way.', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-test-library-in-the-sources',
      comment: 'What only tests need is not there where the package is installed.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
