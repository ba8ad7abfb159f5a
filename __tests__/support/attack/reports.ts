import { isJsonObject } from '../../../src/tql/json.ts';
import type { Query, QueryAggregation, QueryFilter, QueryPostAggregation } from '../../../src/tql/query.ts';
import fc from '../properties.ts';
import type { Report } from './run.ts';
import type { Group } from './worlds.ts';

/** A report and the groups of its events; the last group comes after the first of two runs. */
export interface Case {
  readonly report: Report;
  readonly groups: readonly Group[];
  readonly runs: 1 | 2;
  /** The smallest group that may be known. */
  readonly size: number;
}

const CRASHED = { type: 'selector', dimension: 'type', value: 'crash' } as const;
export const PLAN = { type: 'default', dimension: 'plan', outputName: 'Plan' } as const;
export const USERS = { type: 'userCount', name: 'Users' } as const;
export const EVENTS = { type: 'eventCount', name: 'Events' } as const;
export const CRASHES = {
  type: 'filtered',
  name: 'crashes',
  filter: CRASHED,
  aggregator: { ...EVENTS, name: 'crashes' },
} as const;
const MEASURES: QueryAggregation[] = [
  { type: 'doubleMean', name: 'mean', fieldName: 'floatValue' },
  { type: 'doubleMax', name: 'most', fieldName: 'amount' },
];
const access = (fieldName: string): QueryPostAggregation => ({ type: 'fieldAccess', fieldName });
const ratio = (name: string, fields: readonly QueryPostAggregation[]): QueryPostAggregation => ({
  type: 'arithmetic',
  name,
  fn: '/',
  fields,
});
export const RATES = [
  ratio('rate', [access('crashes'), { type: 'finalizingFieldAccess', fieldName: 'Users' }]),
  ratio('each', [access('Events'), { type: 'finalizingFieldAccess', fieldName: 'Users' }]),
];

interface Outputs {
  readonly aggregations: readonly QueryAggregation[];
  readonly postAggregations: readonly QueryPostAggregation[];
}

const outputs: fc.Arbitrary<Outputs> = fc.oneof(
  fc
    .constantFrom<QueryAggregation[]>([USERS], [EVENTS])
    .map((aggregations) => ({ aggregations, postAggregations: [] })),
  fc
    .tuple(fc.shuffledSubarray<QueryAggregation>([USERS, EVENTS, CRASHES]), fc.subarray(MEASURES))
    .filter(([counts, measures]) => counts.length + measures.length > 0)
    .map(([counts, measures]) => ({ aggregations: [...counts, ...measures], postAggregations: [] })),
  fc.subarray(RATES, { minLength: 1 }).map((postAggregations) => ({
    aggregations: [USERS, EVENTS, CRASHES],
    postAggregations,
  })),
);

const ranking: fc.Arbitrary<Query> = fc
  .record({
    outputs,
    granularity: fc.constantFrom('all', 'all', 'day'),
    threshold: fc.constantFrom(1, 2, 10),
    by: fc.nat(9),
    kind: fc.constantFrom('topN', 'topN', 'groupBy', 'having'),
    isInverted: fc.boolean(),
  })
  .map(
    ({
      outputs: { aggregations, postAggregations },
      granularity,
      threshold,
      by,
      kind,
      isInverted,
    }): Query => {
      const common = { granularity, aggregations, postAggregations };
      const names = namesOf({ aggregations, postAggregations });
      const name = names[by % names.length] ?? '';
      if (kind !== 'topN') {
        const having = { type: 'greaterThan', aggregation: name, value: 1 } as const;
        return {
          queryType: 'groupBy',
          ...common,
          dimensions: [PLAN],
          ...(kind === 'having' ? { having } : {}),
        };
      }
      const metric = { type: 'numeric', metric: name } as const;
      return {
        queryType: 'topN',
        ...common,
        dimension: PLAN,
        threshold,
        metric: isInverted ? { type: 'inverted', metric } : metric,
      };
    },
  );
const series: fc.Arbitrary<Query> = fc
  .tuple(outputs, fc.constantFrom('day', 'week', 'all'))
  .map(([given, granularity]) => ({ queryType: 'timeseries', granularity, ...given }));
export const isPlan = (value: string): QueryFilter => ({ type: 'selector', dimension: 'plan', value });
const derived: fc.Arbitrary<Query> = fc.constantFrom<Query>(
  { queryType: 'funnel', granularity: 'all', steps: [{ name: 'all' }, { name: 'crashed', filter: CRASHED }] },
  {
    queryType: 'experiment',
    granularity: 'all',
    successCriterion: { name: 'crashed', filter: CRASHED },
    sample1: { name: 'one', filter: isPlan('1.0') },
    sample2: { name: 'two', filter: isPlan('1.1') },
  },
  { queryType: 'retention', granularity: 'day' },
  { queryType: 'scan', columns: ['plan', 'floatValue'] },
);

const query: fc.Arbitrary<Query> = fc.oneof(
  { arbitrary: ranking, weight: 4 },
  { arbitrary: series, weight: 2 },
  { arbitrary: derived, weight: 1 },
);

const ASSERTS = [
  'value("1.0") >= 4',
  'value("1.1") < 2',
  'share("1.0") < 50%',
  'share("1.1") > 10%',
  'total() > 7',
  'previous("1.0") >= 1',
  'previousTotal() < 5',
  'change("1.0") < 10%',
  'totalChange() > -20%',
  'count() > 1',
  'rank("1.1") == 1',
  'first() > 1',
  'last() > 2',
  'value(oneOf("1.0", "1.1")) > 4',
  'share(oneOf("1.1", "1.2")) < 30%',
  'value(startsWith("1.0")) > 1',
  'previous(oneOf("1.0", "1.2")) > 2',
  'share(only(oneOf("1.0"))) > 10%',
  'rows.all(r, r.value > 2)',
  'rows.exists(r, r.share > 50%)',
  'value("1.0") > value("1.1")',
  'value("1.0") + value("1.1") == 3',
  'value("1.0", "crashes") > 1',
  'total("crashes") >= 1',
  'total("mean") > 3',
  'value("1.0", "rate") > 10%',
  'value("1.0", "mean") > 1.5',
  'total("Users") > 4',
  'total("Events") - value("1.0", "Events") > 2',
  'rows.filter(r, r.value < 2).size() > 0',
  'share(below("1.1")) < 40%',
  'share(only(below("1.2"))) < 60%',
  'insight("others").value("1.0") > 2',
  'insight("others").total() > 5',
  'total() / insight("others").total() < 50%',
  'value("1.0") - insight("others").value("1.0") == 0',
];

const group = fc.record<Group>({
  key: fc.constantFrom('1.0', '1.1', '1.2'),
  day: fc.constantFrom(0, 0, 1, -7, -14),
  type: fc.constantFrom('launch', 'launch', 'crash'),
});

/** Cases with some groups. */
export const attackCases = (count: number): fc.Arbitrary<Case> =>
  fc.record({
    report: fc
      .record<Report>({
        query,
        other: fc.option(query, { freq: 1 }),
        kind: fc.constantFrom(null, 'versions'),
        keep: fc.constantFrom(0.5, 0.98),
        compare: fc.constantFrom('none', 'previous-period'),
        history: fc.constantFrom(0, 0, 2),
        metric: fc.constant(null),
        asserts: fc.subarray(ASSERTS, { maxLength: 2 }),
        confidence: fc.constantFrom(null, null, 0.95),
        minSample: fc.constantFrom(null, null, 4),
        missingRow: fc.constantFrom(null, null, 'zero', 'fail'),
      })
      .map(withReadableGates),
    groups: fc.uniqueArray(group, {
      minLength: count,
      maxLength: count,
      selector: (each) => JSON.stringify(each),
    }),
    runs: fc.constantFrom(1 as const, 1 as const, 2 as const),
    size: fc.constantFrom(3, 3, 4),
  });

/** Leaves out the gates that are configuration errors for their report. */
function withReadableGates(report: Report): Report {
  const isReadable = (assert: string): boolean =>
    (report.compare !== 'none' || !/change|previous|totalChange/i.test(assert)) &&
    (report.other !== null || !assert.includes('insight(')) &&
    (report.confidence === null || /^(?:share\("|change\("|totalChange\()/.test(assert));
  return { ...report, asserts: report.asserts.filter(isReadable) };
}

function namesOf({ aggregations, postAggregations }: Outputs): string[] {
  return [...aggregations, ...postAggregations].map((each) =>
    isJsonObject(each) && typeof each['name'] === 'string' ? each['name'] : '',
  );
}
