import { type Json, type JsonObject } from '../../../src/tql/json.ts';
import { THEIR_INSIGHT, THEIRS } from './two-organizations.ts';

const TABLES = [
  THEIRS,
  THEIRS.toLowerCase(),
  THEIRS.toUpperCase(),
  ` ${THEIRS}`,
  `${THEIRS}\0`,
  'events_2',
  'main.events_2',
  '"events_2"',
  'store.main.events_2',
  'organizations',
  'tokens',
  'information_schema.tables',
  'duckdb_tables()',
  'sqlite_master',
  'space.ooo',
  'alpha.example, events_2',
  'ALPHA.EXAMPLE',
  '',
];

const intervals = ['2026-01-01/2026-12-31'];
const everything = { queryType: 'scan', intervals };

const DATA_SOURCES: readonly Json[] = [
  ...TABLES,
  ...TABLES.map((name) => ({ type: 'table', name })),
  ...TABLES.map((name) => ({ name })),
  null,
  7,
  true,
  [THEIRS],
  { type: 'table', name: null },
  { type: 'table', name: [THEIRS] },
  { type: 'table', name: { type: 'table', name: THEIRS } },
  { type: 'union', dataSources: ['alpha.example', THEIRS] },
  { type: 'query', query: { queryType: 'scan', dataSource: THEIRS, intervals } },
  {
    type: 'join',
    left: 'alpha.example',
    right: THEIRS,
    rightPrefix: 'r.',
    condition: 'true',
    joinType: 'LEFT',
  },
  { type: 'lookup', lookup: 'apps' },
  { type: 'inline', columnNames: ['a'], rows: [['b']] },
];

/** Columns that the other organization has, or that SQL has beside those of the language. */
export const NAMES = [
  'zq7Key',
  'zq7Key "other"',
  'zq7Key~2',
  'rowid',
  'events_2',
  'events_2.zq7Key',
  'ROWID~2',
];

const QUERY_TYPES: readonly JsonObject[] = [
  {
    queryType: 'timeseries',
    granularity: 'all',
    aggregations: [{ type: 'count', name: 'n' }, { type: 'userCount' }],
  },
  { queryType: 'timeseries', granularity: 'hour', aggregations: [{ type: 'eventCount' }] },
  { queryType: 'groupBy', granularity: 'all', aggregations: [{ type: 'eventCount' }] },
  { queryType: 'scan' },
  { queryType: 'timeBoundary' },
  { queryType: 'segmentMetadata' },
  { queryType: 'retention', granularity: 'month' },
  { queryType: 'funnel', steps: [{ name: 'all' }, { name: 'again' }] },
].map((query) => ({ ...query, intervals }));

const BASES: readonly JsonObject[] = [
  ...['thisOrganization', 'thisApp', 'exampleData', 'noFilter', 'NOFILTER', 'everything'].map(
    (baseFilters) => ({
      baseFilters,
    }),
  ),
  { baseFilters: 'thisApp', appID: 'zq7App' },
  { baseFilters: 'noFilter', testMode: true },
  { restrictions: [] },
  { organization: 2, organizationAppIDs: ['zq7App'], isSuperOrg: true, namespace: THEIRS },
  { filter: { type: 'selector', dimension: 'appID', value: 'zq7App' } },
  { filter: { type: 'regex', dimension: 'clientUser', pattern: 'zq7' } },
  { filter: { type: 'equals', column: 'floatValue', matchValueType: 'DOUBLE', matchValue: 731297.25 } },
  { filter: { type: 'not', field: { type: 'selector', dimension: 'appID', value: '0' } } },
];

/** Queries that try to reach another organization's events. */
export const PROBES: readonly Json[] = [
  ...DATA_SOURCES.map((dataSource) => ({ ...everything, dataSource })),
  ...QUERY_TYPES.flatMap((query) => BASES.map((base) => ({ ...query, ...base }))),
  ...NAMES.flatMap((name): Json[] => [
    { ...everything, columns: [name] },
    { queryType: 'groupBy', intervals, dimensions: [{ type: 'default', dimension: name, outputName: 'x' }] },
    {
      queryType: 'timeseries',
      intervals,
      aggregations: [{ type: 'thetaSketch', name: 'x', fieldName: name }],
    },
    { queryType: 'timeseries', intervals, aggregations: [{ type: 'longMax', name: 'x', fieldName: name }] },
    { queryType: 'segmentMetadata', intervals, toInclude: { type: 'list', columns: [name] } },
    ...[JSON.stringify(name), `count + ${name}`, `${name}(1)`, `lookup(plan, '${name}')`].map(
      (expression) => ({
        ...everything,
        virtualColumns: [{ type: 'expression', name: 'x', expression }],
        columns: ['x'],
      }),
    ),
    {
      queryType: 'groupBy',
      intervals,
      dimensions: [
        {
          type: 'extraction',
          dimension: 'plan',
          outputName: 'x',
          extractionFn: { type: 'registeredLookup', lookup: name, retainMissingValue: true },
        },
      ],
    },
  ]),
  // The name of a hash column, and names that the engine gives its own columns.
  ...['_ir_user', 'k0', 'a0', 'm', 'ROWID', 'n', 's0', 'f0', 'v0', 'p0'].map((name) => ({
    queryType: 'groupBy',
    intervals,
    granularity: 'day',
    dimensions: [{ type: 'default', dimension: name, outputName: name }],
    aggregations: [{ type: 'thetaSketch', name: `users of ${name}`, fieldName: name }, { type: 'userCount' }],
    filter: { type: 'not', field: { type: 'selector', dimension: name, value: 'zq7Value' } },
  })),
];

const OTHERS = [
  THEIR_INSIGHT,
  THEIR_INSIGHT.toLowerCase(),
  `${THEIR_INSIGHT.slice(0, -1)}_`,
  '%25',
  '%2e%2e',
  "'%20OR%201=1%20--",
  `${THEIR_INSIGHT}%00`,
  '..%2f..%2fetc%2fpasswd',
];

/** Paths of insights that are not ours. */
export const INSIGHT_PROBES: readonly string[] = OTHERS.map((id) => `/api/v3/insights/${id}/query/`);
