// The rooms' import rules: what each room may import of ours, and nothing else. An inner room has a line of
// its own.

/** The ground floor: it imports nothing of ours, so every room may import it. */
const GROUND = ['errors.ts', 'get-or-add.ts', 'log.ts', 'text', 'http'];
/** What was asked for, as types. */
const REQUEST = 'inputs/request.ts';
/** Why the rooms of the DuckDB engine stand on each other in one order. */
const BOTTOM_UP = 'Statements are built from the bottom up: sql, expressions, clauses, query types.';
/** Every room of the service below the wiring. */
const SERVICE = 'service/errors.ts';
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
  'oxlint',
  'playwright-core',
  'prettier',
  're2js',
  'typescript',
];
/**
 * Where the values of a column are in a table of events, which DuckDB's engine reads and the store writes.
 */
const EVENT_COLUMNS = 'service/events/columns.ts';

/**
 * room → the rooms and files that it may import beside its own folder and the ground floor, and why not more.
 */
export const RULES = {
  text: { ground: [], may: [], why: 'The ground floor stands on nothing of ours.' },
  http: {
    ground: ['errors.ts', 'log.ts', 'text'],
    may: [],
    why: 'The ground floor stands on nothing of ours.',
  },
  tql: {
    ground: ['text'],
    may: [],
    why: 'Both ends of the wire stand on the language, so it stands on nothing of ours.',
  },

  inputs: {
    may: [
      ...['tql', 'inputs/config', 'inputs/entries', 'inputs/interval', 'inputs/yaml'],
      // The types of parsed thresholds.
      'gate/expression',
    ],
    why: 'What was asked for is known before anything is asked, tabulated or rendered.',
  },
  'inputs/config': { may: ['inputs'], why: 'A config file is read as inputs are.' },
  'inputs/entries': { may: ['inputs', 'tql'], why: 'An entry is read as inputs are.' },
  'inputs/interval': { may: ['inputs', 'tql'], why: 'An interval is read as inputs are.' },
  'inputs/yaml': { may: ['inputs/problems.ts'], why: 'YAML is a syntax; it knows no input.' },

  client: { may: ['tql'], why: 'The client asks; what the answers mean is for the rooms after it.' },
  tables: { may: ['tql'], why: 'A table is made of a query and its result alone.' },
  compare: {
    may: ['results.ts', 'tql', 'tables'],
    why: 'A change is a matter of two tables and two periods.',
  },

  release: {
    may: ['results.ts', REQUEST, 'tql', 'tables', 'gate/reasons.ts', 'gate/expression', 'gate/verdict'],
    why: 'A release is judged by its counts alone; asking for them is for the run.',
  },
  'gate/expression': {
    may: ['tql', 'gate/reasons.ts'],
    why: 'An expression is parsed before anything is asked.',
  },
  'gate/evidence': {
    may: ['results.ts', 'tql', 'tables', 'compare', 'gate/reasons.ts', 'gate/expression'],
    why: 'Evidence is numbers of tables; it decides nothing.',
  },
  'gate/verdict': {
    may: [
      ...['results.ts', REQUEST, 'tql', 'tables', 'compare'],
      ...['gate/reasons.ts', 'gate/expression', 'gate/evidence'],
    ],
    why: 'A verdict is decided by evidence alone.',
  },
  gate: {
    may: [
      'results.ts',
      REQUEST,
      'tql',
      'tables',
      'compare',
      'gate/expression',
      'gate/evidence',
      'gate/verdict',
    ],
    why: 'A verdict never depends on how it is shown or posted.',
  },

  'render/format': {
    may: ['results.ts', 'tql'],
    why: 'Numbers and dates are written the same way in every view.',
  },
  'render/view': {
    may: ['results.ts', 'tql', 'tables', 'compare', 'render/format'],
    why: 'A view is made of the results alone; it knows no markup.',
  },
  'render/markdown': {
    may: ['results.ts', 'tql', 'render/format', 'render/view'],
    why: 'Markdown is written from a view.',
  },
  'render/template': {
    may: ['results.ts', REQUEST, 'render/format', 'render/view', 'render/markdown', 'signals/presenting'],
    why: 'A template sees a view and its helpers; nothing else.',
  },
  'render/plain': {
    may: ['results.ts', 'tql', 'render/format', 'render/view'],
    why: 'Plain text is written from a view.',
  },
  'render/terminal': {
    may: ['results.ts', 'tql', 'render/format', 'render/view', 'render/plain'],
    why: 'The terminal shows the same view as Markdown.',
  },
  'render/slack': {
    may: ['results.ts', 'tql', 'render/format', 'render/view', 'render/markdown', 'render/plain'],
    why: "Slack's messages are written from the same view as Markdown.",
  },
  'render/verdict': {
    may: [
      ...['results.ts', REQUEST, 'tql', 'gate/reasons.ts', 'gate/expression', 'gate/verdict', 'release'],
      'render/format',
    ],
    why: "A verdict's sentences are written from the verdict's data.",
  },
  render: {
    may: [
      'results.ts',
      REQUEST,
      'tql',
      'render/format',
      'render/view',
      'render/markdown',
      'render/template',
      'render/plain',
      'render/terminal',
      'signals/presenting',
    ],
    why: 'A page is rendered from the results file alone; it does not know where it is posted.',
  },

  'publish/workflow': { may: [], why: 'The workflow run is read from its environment and its event alone.' },
  'publish/github': { may: ['publish/workflow'], why: 'Requests to GitHub know no destination.' },
  'publish/body': { may: [REQUEST, 'publish/workflow'], why: 'A body is a matter of strings and limits.' },
  'publish/destinations': {
    may: [REQUEST, 'publish', 'publish/workflow', 'publish/github', 'publish/body'],
    why: 'A destination takes a post; it never renders and never sees a row.',
  },
  publish: {
    may: [REQUEST, 'publish/workflow', 'publish/github', 'publish/body', 'publish/destinations'],
    why: 'Publishing gets strings; it never renders and never sees a row.',
  },

  run: {
    may: [
      ...['results.ts', 'inputs', 'client', 'tql', 'tables', 'compare', 'gate', 'release'],
      ...['render/template', 'render/verdict'],
    ],
    why: 'The pipeline ends with the results; what is posted is for the entry points.',
  },
  'signals/finding': { may: [], why: 'What the code says of event names is known before anything is asked.' },
  'signals/joining': {
    may: ['results.ts', REQUEST, 'tql', 'signals/finding'],
    why: 'Names are held against answers; who asks is given.',
  },
  'signals/presenting': {
    may: ['results.ts', 'render/format', 'render/markdown'],
    why: 'A section is written from the results alone, so no template loads a grammar.',
  },
  signals: {
    may: ['results.ts', REQUEST, 'tql', 'signals'],
    why: 'What the code says is found and joined here; the entry points ask, show and post.',
  },
  action: {
    may: ['results.ts', 'inputs', 'client', 'tql', 'compare', 'gate', 'render', 'publish', 'run', 'signals'],
    why: "The Action's shell knows nothing of the service and the command line.",
  },

  'service/query/compile': { may: [SERVICE, 'tql'], why: 'A query is compiled before an engine is chosen.' },
  'service/query/engines': {
    may: [SERVICE, 'service/event-loop.ts', 'tql', 'service/query/compile'],
    why: 'The seam knows no engine and no store.',
  },
  'service/query/engines/duckdb/sql': {
    may: [SERVICE, 'tql', EVENT_COLUMNS],
    why: BOTTOM_UP,
  },
  'service/query/engines/duckdb/expressions': {
    may: [SERVICE, 'tql', 'service/query/engines/duckdb/sql'],
    why: BOTTOM_UP,
  },
  'service/query/engines/duckdb/clauses': {
    may: [
      SERVICE,
      'tql',
      'service/query/compile',
      EVENT_COLUMNS,
      'service/query/engines/buckets.ts',
      'service/query/engines/duckdb/sql',
      'service/query/engines/duckdb/expressions',
    ],
    why: BOTTOM_UP,
  },
  'service/query/engines/duckdb': {
    may: [
      'service/errors.ts',
      'service/event-loop.ts',
      'service/duckdb.ts',
      'service/running.ts',
      'tql',
      EVENT_COLUMNS,
      'service/query/compile',
      'service/query/engines/engine.ts',
      'service/query/engines/buckets.ts',
      'service/query/engines/answer-limits.ts',
      'service/query/engines/results.ts',
      'service/query/engines/scan-order.ts',
      'service/query/engines/duckdb',
    ],
    why: 'An engine answers compiled queries; it knows no request and no store.',
  },
  'service/query/engines/druid': {
    may: [
      'service/errors.ts',
      'service/event-loop.ts',
      'service/running.ts',
      'tql',
      'service/cluster',
      EVENT_COLUMNS,
      'service/query/compile',
      'service/query/engines/engine.ts',
      'service/query/engines/buckets.ts',
      'service/query/engines/answer-limits.ts',
      'service/query/engines/results.ts',
      'service/query/engines/scan-order.ts',
    ],
    why: 'An engine answers compiled queries; it knows no request and no store.',
  },
  'service/cluster': {
    may: [SERVICE, 'service/repeat.ts', 'tql', 'service/events'],
    why: 'What talks to the servers of a cluster knows no query, no store and no request.',
  },
  'service/events': {
    may: [SERVICE, 'service/duckdb.ts', 'tql'],
    why: 'An event is the same whether it is imported, ingested or stored.',
  },
  'service/store': {
    may: [
      'service/errors.ts',
      'service/event-loop.ts',
      'service/duckdb.ts',
      'service/running.ts',
      'tql',
      'service/events',
    ],
    why: 'The store keeps events; how they came in is not its concern.',
  },
  'service/state': {
    may: [SERVICE, 'tql', 'service/store', 'service/cluster/credentials.ts'],
    why: 'The state in PostgreSQL is that of the store, in another place.',
  },
  'service/import': {
    may: ['service/errors.ts', 'service/event-loop.ts', 'tql', 'service/events'],
    why: 'An import parses files; where events are kept is given to it.',
  },
  'service/ingest': {
    may: [SERVICE, 'tql', 'service/cluster', 'service/events', 'service/http', 'service/store'],
    why: 'Ingest takes posts to the store, or to Kafka.',
  },
  'service/http': {
    may: ['service/errors.ts', 'service/event-loop.ts', 'tql', 'service/store'],
    why: 'The wire is the same for every route.',
  },
  'service/query': {
    may: ['service/errors.ts', 'tql', 'service/store', 'service/cluster', 'service/query'],
    why: 'A query is answered from the store through an engine.',
  },
  'service/ipc': {
    may: [
      'service/errors.ts',
      'service/event-loop.ts',
      'tql',
      'service/http',
      'service/archive-of.ts',
      'service/cluster',
      'service/events',
      'service/import',
      'service/state',
      'service/store',
      'service/query',
    ],
    why: 'The commands reach the same operations, served or not.',
  },
  service: {
    may: ['tql', 'service'],
    why: 'The service answers the wire; it knows nothing of the report that asks.',
  },

  explorer: {
    may: [
      ...['results.ts', 'inputs', 'client', 'tql', 'gate', 'render', 'run'],
      // A gate is judged over earlier periods as the command does it.
      'cli/backtest',
    ],
    why: 'The page runs in a browser: it asks a service over the wire, and knows nothing of its inside.',
  },

  'cli/arguments': {
    may: ['inputs', 'tql', 'cli/io.ts'],
    why: 'Flags are read the same way by every command.',
  },
  'cli/check': {
    may: [
      ...[
        'results.ts',
        'inputs',
        'client/catalog.ts',
        'tql',
        'gate',
        'run',
        'publish/github',
        'publish/workflow',
      ],
      'client/saved-insights.ts',
      'cli/io.ts',
      'cli/requests.ts',
    ],
    why: 'What a report would meet is said before anything is posted; only reading is asked of GitHub.',
  },
  cli: {
    may: [
      'results.ts',
      'inputs',
      'client',
      'tql',
      'tables',
      'compare',
      'gate',
      'render',
      'publish/body',
      'run',
      'service',
      'signals',
      'cli',
    ],
    why: 'The command line posts nothing, so it needs nothing of the Action and little of publishing.',
  },
};

const escape = (text) => text.replaceAll('.', '\\.');
const isFile = (place) => place.endsWith('.ts');
/** A room's line is for its own files and for the rooms inside of it that have none. */
const roomRules = Object.entries(RULES).map(([room, { may, why, ground = GROUND }]) => {
  const inner = Object.keys(RULES).filter((other) => other.startsWith(`${room}/`));
  return {
    name: `${room}-rules`,
    comment: why,
    severity: 'error',
    from: { path: `^src/${room}/`, pathNot: inner.map((other) => `^src/${other}/`) },
    to: {
      path: '^src/',
      pathNot: [
        `^src/${room}/[^/]+$`,
        ...(inner.length > 0 ? [] : [`^src/${room}/`]),
        ...[...ground, ...may].map((place) => `^src/${escape(place)}${isFile(place) ? '$' : '/'}`),
      ],
    },
  };
});

export default {
  forbidden: [
    ...roomRules,
    {
      name: 'errors-and-log-import-nothing',
      comment: 'Everything may import them because they import nothing.',
      severity: 'error',
      from: { path: '^src/(errors|log)\\.ts$' },
      to: { path: '^src/' },
    },
    {
      name: 'results-are-types',
      comment: 'The results file is a shape: a schema and the types made from it.',
      severity: 'error',
      from: { path: '^src/results(\\.ts$|/)' },
      to: { path: '^src/', pathNot: '^src/(errors\\.ts|results/|tql/(json|query|result)\\.ts$)' },
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
      from: { path: '^src/(index|main)\\.ts$|^src/(run|action)/' },
      to: { path: '^(src/service/|src/cli/|node_modules/@duckdb)', reachable: true },
    },
    {
      name: 'grammars-are-loaded-late',
      comment: 'They are read by whoever asks for the event names in the code, and by nobody else.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/signals/finding/' },
      to: { path: 'node_modules/web-tree-sitter' },
    },
    {
      name: 'expressions-are-loaded-late',
      comment: 'CEL is loaded only if there are thresholds: the inputs know a parsed assertion by its type.',
      severity: 'error',
      from: { path: '^src/inputs/' },
      to: { path: '^src/gate/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'engine-drivers-stay-in-the-service',
      comment: 'A native library is loaded by the service alone.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/service/' },
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
