// The import rules of the rooms. docs/contributing/architecture.md shows the rooms; each rule says why it is there.

/** What tests, builds or lints the sources. */
const TOOLS = [
  '@jest',
  '@swc',
  '@telemetrydeck',
  '@vercel',
  'ajv',
  'dependency-cruiser',
  'esbuild',
  'fast-check',
  'graphql',
  'jest',
  'jest-each',
  'jest-light-runner',
  'luxon',
  'node',
  'oxfmt',
  'oxlint',
  'playwright-core',
  'typescript',
];

/** The steps of a report. Each may import the steps before it, never those after it. */
const STEPS = [
  'results',
  'expression',
  'inputs',
  'client',
  'tables',
  'compare',
  'gate',
  'release',
  'render',
  'run',
  'publish',
];
const stepRules = STEPS.slice(0, -1).map((step, at) => ({
  name: `${step}-imports-no-later-step`,
  comment: `A report flows one way: ${STEPS.join(' → ')}.`,
  severity: 'error',
  from: { path: `^src/report/${step}/` },
  to: { path: `^src/report/(${STEPS.slice(at + 1).join('|')})/` },
}));

/** A room and the rooms that it may import, beside itself and the ground floor. */
const room = (name, may, why) => ({
  name: `${name}-rules`,
  comment: why,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^src/', pathNot: `^src/(${[name, 'text', 'http', ...may].join('|')})/` },
});

export default {
  forbidden: [
    ...stepRules,
    {
      name: 'text-rules',
      comment: 'The ground floor imports nothing of ours.',
      severity: 'error',
      from: { path: '^src/text/' },
      to: { path: '^src/', pathNot: '^src/text/' },
    },
    room('http', [], 'The ground floor imports nothing of ours.'),
    room('tql', [], 'Both ends of the wire use the language, so it knows neither.'),
    room('report', ['tql'], 'A report asks a service over the wire and knows nothing of its inside.'),
    room(
      'code',
      ['tql', 'report'],
      'What is read in source code goes into the results of a report, which shows it.',
    ),
    room(
      'service',
      ['tql'],
      'The service answers the wire and knows nothing of the report that asks, nor of what plugs into it.',
    ),
    room('cluster', ['tql', 'service'], 'A cluster plugs into the service (src/service/backend.ts).'),
    room(
      'explorer',
      ['tql', 'report', 'cli'],
      'The page runs in a browser and asks a service over the wire.',
    ),
    room(
      'action',
      ['tql', 'report', 'code'],
      'The Action knows nothing of the service and of the command line.',
    ),
    room(
      'cli',
      ['tql', 'report', 'code', 'service', 'cluster'],
      'The command line knows nothing of the Action.',
    ),
    {
      name: 'publish-never-renders',
      comment: 'Publishing gets strings: it never renders and never sees a row.',
      severity: 'error',
      from: { path: '^src/report/publish/' },
      to: { path: '^src/report/(client|tables|compare|gate|release|render|run)/' },
    },
    {
      name: 'results-are-types',
      comment: 'The results file is a shape: a schema and the types made from it.',
      severity: 'error',
      from: { path: '^src/report/results/' },
      to: { path: '^src/', pathNot: '^src/(report/results|tql|text)/' },
    },
    {
      name: 'a-command-imports-no-other',
      comment: 'What several commands share is beside them, so that each can be read and loaded alone.',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: '^src/cli/main\\.ts$' },
      to: { path: '^src/cli/commands/' },
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
      comment:
        'One such import takes the bundle from under 2 MB to over 70: ncc carries the native library along.',
      severity: 'error',
      from: { path: '^src/index\\.ts$|^src/(report/run|action)/' },
      to: { path: '^(src/service/|src/cli/|node_modules/@duckdb)', reachable: true },
    },
    {
      name: 'grammars-are-loaded-late',
      comment: 'They are read by whoever asks for the event names in the code, and by nobody else.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/code/signals/finding/' },
      to: { path: 'node_modules/web-tree-sitter' },
    },
    {
      name: 'expressions-are-loaded-late',
      comment: 'CEL is loaded only if there are thresholds: the inputs know a parsed assertion by its type.',
      severity: 'error',
      from: { path: '^src/report/inputs/' },
      to: { path: '^src/report/expression/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'engine-drivers-stay-in-the-service',
      comment: 'A native library is loaded by the service alone.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(service|cluster)/' },
      to: { path: 'node_modules/@duckdb' },
    },
    {
      name: 'nobody-imports-the-page',
      comment: 'It is bundled for a browser, by itself.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/explorer/' },
      to: { path: '^src/explorer/' },
    },
    {
      name: 'no-cycles',
      comment: 'The flow is one-way.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-test-library-in-the-sources',
      comment:
        'What tests, builds or lints would be bundled. Every other package may be: a bundled one is a devDependency.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: `node_modules/(${TOOLS.join('|')})(/|$)`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'every-package-is-named',
      comment: 'A package that only another package asks for can be gone tomorrow.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
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
