import { ofTrueCounts } from '../../../../src/report/gate/evidence/true-counts.ts';
import { areSmall, fishersExact } from '../../../../src/report/tables/fisher.ts';
import { computePostAggregation, pValue, zScore } from '../../../../src/report/tables/post-aggregations.ts';
import type { QueryPostAggregation } from '../../../../src/tql/query.ts';
import { users } from '../fixtures.ts';

const SIZE = 4;

/** Every combination of true counts that are shown so. */
function behind(shown: readonly number[]): readonly (readonly number[])[] {
  const more = Array.from({ length: 2 * SIZE - 1 }, (_, place) => place);
  return shown.reduce<readonly (readonly number[])[]>(
    (all, each) => all.flatMap((counts) => more.map((rest) => [...counts, each + rest])),
    [[]],
  );
}

function boundsOf(numbers: readonly (number | null)[]) {
  const known = numbers.filter((each) => each !== null);
  return { least: Math.min(...known), most: Math.max(...known) };
}

test.each(['zscore', 'pvalue'])('the %s of a group is read as that of a whole experiment', (test) => {
  const shown = { cohort_1: 400, cohort_1_success: 200, cohort_2: 200, cohort_2_success: 88 };
  const [whole, ofGroup] = ['', 'Caf\u00e9 / '].map((group) => {
    const keyed = Object.entries(shown).map(([key, value]) => [`${group}${key}`, value] as const);
    const insight = users(keyed, { queryType: 'experiment', roundedTo: SIZE });
    return ofTrueCounts({ insight, output: 'Users', row: `${group}${test}` }, 'now', 0.2);
  });
  expect(ofGroup).toEqual(whole);
});

test.each([
  [20, 16, 160, 28],
  [40, 12, 12, 12],
  [400, 200, 200, 88],
  [812, 32, 448, 4],
])('a test of %i, %i, %i and %i users comes to all that true counts make of it', (...shown) => {
  const keys = ['cohort_1', 'cohort_1_success', 'cohort_2', 'cohort_2_success'];
  const insight = users(
    keys.map((key, place) => [key, shown[place] ?? 0] as const),
    { queryType: 'experiment', roundedTo: SIZE },
  );
  const counts = behind(shown).filter(
    ([size1 = 0, success1 = 0, size2 = 0, success2 = 0]) => success1 <= size1 && success2 <= size2,
  );
  const chances = counts.map(([size1 = 0, success1 = 0, size2 = 0, success2 = 0]) => {
    const [one, other] = [
      { users: size1, successes: success1 },
      { users: size2, successes: success2 },
    ];
    return areSmall(one, other)
      ? fishersExact(one, other)
      : pValue(zScore([size1, success1, size2, success2]));
  });
  for (const [row, numbers] of [
    ['zscore', counts.map(zScore)],
    ['pvalue', chances],
  ] as const) {
    const { least, most } = boundsOf(numbers);
    const { low, high, isUnknown } = ofTrueCounts({ insight, output: 'Users', row }, 'now', 0);
    expect([row, low <= least, high >= most]).toEqual([row, true, true]);
    expect([row, isUnknown]).toEqual([row, row === 'pvalue' && shown[1] < 100]);
  }
});

const access = (fieldName: string) => ({ type: 'fieldAccess', fieldName }) as const;
const compute = (fn: string, ...fields: readonly QueryPostAggregation[]) =>
  ({ type: 'arithmetic', name: 'rate', fn, fields }) as const;
const [a, b, c] = [access('a'), access('b'), access('c')];

test.each([
  ['a / b', compute('/', a, b)],
  ['a / (a + b)', compute('/', a, compute('+', a, b))],
  ['a / (b - c)', compute('/', a, compute('-', b, c))],
  ['a * (c - a)', compute('*', a, compute('-', c, a))],
])('a rate %s comes to all that true counts make of it', (_, rate) => {
  const names = ['a', 'b', 'c'];
  const aggregations = names.map((name) => ({ type: 'userCount', name }) as const);
  const shown = [8, 24, 20];
  const values = Object.fromEntries(names.map((name, place) => [name, shown[place] ?? 0]));
  const insight = users([['x', 1]], {
    roundedTo: SIZE,
    query: { queryType: 'groupBy', granularity: 'all', aggregations, postAggregations: [rate] },
  });
  const rows = insight.rows.map((row) => ({ ...row, values }));
  const { low, high } = ofTrueCounts({ insight: { ...insight, rows }, output: 'rate', row: 'x' }, 'now', 1);
  const numbers = behind(shown).map((counts) =>
    computePostAggregation(rate, (name) => counts[names.indexOf(name)] ?? null),
  );
  const { least, most } = boundsOf(numbers);
  expect([low <= least, high >= most]).toEqual([true, true]);
});
