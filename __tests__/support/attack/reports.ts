import { isJsonObject, type Json, type JsonObject } from '../../../src/tql/json.ts';
import type { Query } from '../../../src/tql/query.ts';
import fc from '../properties.ts';
import type { Report } from './run.ts';
import type { Group } from './worlds.ts';

/** A report and the groups of its events; the last group comes after the first of two runs. */
export interface Case {
  readonly report: Report;
  readonly groups: readonly Group[];
  readonly runs: 1 | 2;
}

const CRASHED = { type: 'selector', dimension: 'type', value: 'crash' };
export const PLAN = { type: 'default', dimension: 'plan', outputName: 'Plan' };
export const USERS = { type: 'userCount', name: 'Users' };
const EVENTS = { type: 'eventCount', name: 'Events' };
export const CRASHES = {
  type: 'filtered',
  name: 'crashes',
  filter: CRASHED,
  aggregator: { ...EVENTS, name: 'crashes' },
};
const MEASURES = [
  { type: 'doubleMean', name: 'mean', fieldName: 'floatValue' },
  { type: 'doubleMax', name: 'most', fieldName: 'amount' },
];
const access = (fieldName: string): JsonObject => ({ type: 'fieldAccess', fieldName });
const ratio = (name: string, fields: readonly Json[]): JsonObject => ({ type: 'arithmetic', name, fn: '/', fields });
export const RATES = [
  ratio('rate', [access('crashes'), { type: 'finalizingFieldAccess', fieldName: 'Users' }]),
  ratio('each', [access('Events'), { type: 'finalizingFieldAccess', fieldName: 'Users' }]),
];

interface Outputs {
  readonly aggregations: readonly Json[];
  readonly postAggregations: readonly Json[];
}

const outputs: fc.Arbitrary<Outputs> = fc.oneof(
  fc.constantFrom([USERS], [EVENTS]).map((aggregations) => ({ aggregations, postAggregations: [] })),
  fc
    .tuple(fc.shuffledSubarray([USERS, EVENTS, CRASHES]), fc.subarray(MEASURES))
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
  .map(({ outputs: { aggregations, postAggregations }, granularity, threshold, by, kind, isInverted }): Query => {
    const common = { granularity, aggregations, postAggregations };
    const names = namesOf({ aggregations, postAggregations });
    const name = names[by % names.length] ?? '';
    if (kind !== 'topN') {
      const having = kind === 'having' ? { having: { type: 'greaterThan', aggregation: name, value: 1 } } : {};
      return { queryType: 'groupBy', ...common, dimensions: [PLAN], ...having };
    }
    const metric = { type: 'numeric', metric: name };
    return {
      ...{ queryType: 'topN', ...common, dimension: PLAN, threshold },
      metric: isInverted ? { type: 'inverted', metric } : metric,
    };
  });
const series: fc.Arbitrary<Query> = fc
  .tuple(outputs, fc.constantFrom('day', 'week', 'all'))
  .map(([given, granularity]) => ({ queryType: 'timeseries', granularity, ...given }));
const isPlan = (value: string): JsonObject => ({ type: 'selector', dimension: 'plan', value });
const derived: fc.Arbitrary<Query> = fc.constantFrom<Query>(
  { queryType: 'funnel', granularity: 'all', steps: [{ name: 'all' }, { name: 'crashed', filter: CRASHED }] },
  {
    ...{ queryType: 'experiment', granularity: 'all', successCriterion: { name: 'crashed', filter: CRASHED } },
    ...{ sample1: { name: 'a', filter: isPlan('a') }, sample2: { name: 'b', filter: isPlan('b') } },
  },
  { queryType: 'retention', granularity: 'day' },
  { queryType: 'scan', columns: ['plan', 'floatValue'] },
);

const ASSERTS = [
  'value("a") >= 4', 'value("b") < 2', 'share("a") < 50%', 'share("b") > 10%', 'total() > 7', 'previous("a") >= 1',
  'previousTotal() < 5', 'change("a") < 10%', 'totalChange() > -20%', 'count() > 1', 'rank("b") == 1', 'first() > 1', 'last() > 2',
  'value(oneOf("a", "b")) > 4', 'share(oneOf("b", "c")) < 30%', 'value(startsWith("a")) > 1', 'previous(oneOf("a", "c")) > 2',
  'share(only(oneOf("a"))) > 10%', 'rows.all(r, r.value > 2)', 'rows.exists(r, r.share > 50%)', 'value("a") > value("b")',
  'value("a") + value("b") == 3', 'value("a", "crashes") > 1', 'total("crashes") >= 1', 'total("mean") > 3', 'value("a", "rate") > 10%',
  'value("a", "mean") > 1.5', 'total("Users") > 4', 'total("Events") - value("a", "Events") > 2', 'rows.filter(r, r.value < 2).size() > 0',
]; // prettier-ignore

const group = fc.record<Group>({
  key: fc.constantFrom('a', 'b', 'c'),
  day: fc.constantFrom(0, 0, 1, -7, -14),
  type: fc.constantFrom('launch', 'launch', 'crash'),
});

/** Cases with some groups. */
export const attackCases = (count: number): fc.Arbitrary<Case> =>
  fc.record({
    report: fc
      .record<Report>({
        query: fc.oneof(
          { arbitrary: ranking, weight: 4 },
          { arbitrary: series, weight: 2 },
          { arbitrary: derived, weight: 1 },
        ),
        compare: fc.constantFrom('none', 'previous-period'),
        history: fc.constantFrom(0, 0, 2),
        metric: fc.constant(null),
        asserts: fc.subarray(ASSERTS, { maxLength: 2 }),
        minSample: fc.constantFrom(null, null, 4),
        missingRow: fc.constantFrom(null, null, 'zero', 'fail'),
      })
      .map(withReadableGates),
    groups: fc.uniqueArray(group, { minLength: count, maxLength: count, selector: (each) => JSON.stringify(each) }),
    runs: fc.constantFrom(1, 1, 2),
  });

/** A gate that reads an earlier period of a report that compares nothing is a configuration error. */
function withReadableGates(report: Report): Report {
  const reads = /change|previous|totalChange/i;
  return report.compare === 'none'
    ? { ...report, asserts: report.asserts.filter((each) => !reads.test(each)) }
    : report;
}

function namesOf({ aggregations, postAggregations }: Outputs): string[] {
  return [...aggregations, ...postAggregations].map((each) =>
    isJsonObject(each) && typeof each['name'] === 'string' ? each['name'] : '',
  );
}
