import { EVENTS, isPlan, PLAN, USERS } from '../../support/attack/reports.ts';
import { type Report, tracesOf } from '../../support/attack/run.ts';
import { eventsOf, type Group } from '../../support/attack/worlds.ts';
import type { QueryAggregation } from '../../../src/tql/query.ts';
import type { Results } from '../../../src/report/results/results.ts';

const SIZE = 4;
const GROUPS: readonly Group[] = [
  { key: '1.0', day: 0, type: 'launch' },
  { key: '1.1', day: 0, type: 'launch' },
  { key: '1.0', day: -5, type: 'launch' },
  { key: '1.2', day: 0, type: 'launch' },
];
const plans = {
  queryType: 'topN',
  granularity: 'all',
  dimension: PLAN,
  metric: { type: 'numeric', metric: 'Users' },
  threshold: 10,
} as const;

async function report(
  sizes: readonly number[],
  more: Partial<Report>,
  amount = (user: number): number => 7 + 0 * user,
): Promise<Results> {
  const asked: Report = {
    query: { ...plans, aggregations: [USERS] },
    other: null,
    kind: null,
    keep: 0.98,
    compare: 'none',
    history: 0,
    metric: null,
    asserts: [],
    confidence: null,
    minSample: 0,
    missingRow: 'zero',
    ...more,
  };
  const events = eventsOf(GROUPS, sizes).map((each, user) => ({ ...each, amount: amount(user) }));
  const { text } = await tracesOf(asked, events, SIZE, 'token');
  return JSON.parse(text.slice(text.lastIndexOf('\n') + 1)) as Results;
}

const rowsOf = ({ insights: [insight] }: Results) => (insight?.status === 'ok' ? insight : undefined);
const valueOf = (results: Results, key: string): number =>
  rowsOf(results)?.rows.find((row) => row.key === key)?.value ?? 0;
/** Every count that reads as a rounded one. */
const behind = (shown: number): number[] => Array.from({ length: 2 * SIZE - 1 }, (_, more) => shown + more);

describe('a gate on rounded counts', () => {
  test('a gate on rounded counts is decided exactly if every count that reads so decides alike', async () => {
    for (let count = 0; count <= 4 * SIZE; count += 1) {
      for (const limit of [1, 5, 9]) {
        const results = await report([count, 30], { asserts: [`value("1.0") < ${limit}`] });
        const outcomes = new Set(behind(valueOf(results, '1.0')).map((each) => each < limit));
        const expected = outcomes.size > 1 ? 'inconclusive' : outcomes.has(true) ? 'passed' : 'failed';
        expect([count, limit, results.thresholds[0]?.outcome]).toEqual([count, limit, expected]);
      }
    }
  });

  test('a gate on rounded counts reads shares so, whose part and whole are rounded', async () => {
    for (let count = 0; count <= 40; count += 8) {
      for (const limit of [20, 50, 80]) {
        const results = await report([count, 40 - count], { asserts: [`share("1.0") < ${limit}%`] });
        const [part, whole] = [valueOf(results, '1.0'), rowsOf(results)?.total ?? NaN];
        const shares = behind(part).flatMap((one) => behind(whole).map((all) => Math.min(1, one / all)));
        const outcomes = new Set(shares.map((share) => share < limit / 100));
        const expected = outcomes.size > 1 ? 'inconclusive' : outcomes.has(true) ? 'passed' : 'failed';
        expect([count, limit, results.thresholds[0]?.outcome]).toEqual([count, limit, expected]);
      }
    }
  });

  test('a gate on rounded counts of only(…) is decided where nobody is in the set', async () => {
    const { thresholds } = await report([12, 30], { asserts: ['share(only(below("1.0"))) < 50%'] });
    expect(thresholds.map(({ outcome, value }) => [outcome, value])).toEqual([['passed', 0]]);
  });

  test('a gate on rounded counts says why it is not decided, and shows the rounded number', async () => {
    const results = await report([12, 30], { asserts: ['value("1.0") < 13'] });
    const [verdict] = results.thresholds;
    expect(verdict).toMatchObject({ outcome: 'inconclusive', value: valueOf(results, '1.0') });
    expect(verdict?.message).toContain(
      'counts are rounded to multiples of 4, and true ones may be up to 6 larger; means to two digits (min-group-size)',
    );
  });

  test.each(['zero', 'fail', null] as const)(
    'a gate on rounded counts does not say whether a row is missing or small: missing-row %s',
    async (missingRow) => {
      const asserts = ['value("1.0") < 20', 'value("1.0") < 3', 'rows.all(r, r.value > 1)'];
      const verdicts = await Promise.all(
        [0, 1, 3].map(async (count) => {
          const { thresholds } = await report([count, 30], { asserts, missingRow });
          // The total may step by one or three users, too.
          return thresholds.map(({ outcome, message }) => [outcome, message.replace(/of \d+ users/, '')]);
        }),
      );
      expect(verdicts[1]).toEqual(verdicts[0]);
      expect(verdicts[2]).toEqual(verdicts[0]);
    },
  );

  const ROUNDED: unknown = expect.stringContaining('inconclusive, counts are rounded to multiples of 4');

  test.each(['value("1.0") > 0', 'value(startsWith("1.0")) > 0', 'value(matches("0$")) > 0'])(
    'a gate on rounded counts does not fail for a missing row where there may be a small one: %s',
    async (assert) => {
      const { thresholds } = await report([1, 30], { asserts: [assert], missingRow: 'fail' });
      expect(thresholds).toMatchObject([{ message: ROUNDED }]);
    },
  );

  test('a gate on rounded counts says that a sum which is not shown may be of few', async () => {
    const sum = { type: 'doubleSum', name: 'sum', fieldName: 'amount' } as const;
    const query = {
      ...plans,
      metric: { type: 'numeric', metric: 'sum' },
      aggregations: [sum, USERS],
    } as const;
    const { thresholds } = await report([1, 30], { query, asserts: ['value("1.0") < 20'] });
    expect(thresholds).toMatchObject([{ message: ROUNDED }]);
  });

  test('a gate on a change from a small number says that it is rounded, not that nothing was there', async () => {
    const asserts = ['totalChange() < 2%', 'change("1.0") < 2%'];
    const { thresholds } = await report([30, 30, 3], { asserts, compare: 'previous-period' });
    expect(thresholds).toMatchObject([{ message: ROUNDED }, { message: ROUNDED }]);
  });

  test('a gate on rounded counts is as sure as all true counts are', async () => {
    const asserts = ['share("1.0") < 60%'];
    const [open] = (await report([14, 16], { asserts, confidence: 0.9 })).thresholds;
    const [sure] = (await report([2, 300], { asserts, confidence: 0.9 })).thresholds;
    expect([open?.outcome, sure?.outcome]).toEqual(['inconclusive', 'passed']);
  });
});

describe('sums and means', () => {
  const sum = { type: 'doubleSum', name: 'spent', fieldName: 'amount' } as const;
  const mean = { type: 'doubleMean', name: 'mean', fieldName: 'amount' } as const;
  const query = (
    first: QueryAggregation & { readonly name: string },
    ...others: readonly QueryAggregation[]
  ): Report['query'] => ({
    ...plans,
    aggregations: [first, ...others],
    metric: { type: 'numeric', metric: first.name },
  });

  test('sums and means of a set are not shown beside a row if the rest of the set is small', async () => {
    const asserts = ['value(oneOf("1.0", "1.1")) > 0', 'total() > 0'];
    for (const rest of [0, 1, SIZE - 1]) {
      const { thresholds } = await report([rest, 30], { query: query(sum), asserts });
      expect(thresholds.map(({ outcome, value }) => [outcome, value])).toEqual([
        ['inconclusive', null],
        ['inconclusive', null],
      ]);
    }
    // Without the row 1.1 in the report, the set is a group of its own.
    const others = { ...query(sum), filter: isPlan('1.0') };
    const { thresholds } = await report([30, 30], { query: others, asserts: ['value(oneOf("1.0")) > 0'] });
    expect(thresholds[0]?.outcome).toBe('inconclusive');
  });

  test('sums and means of a row are a mean of two digits times a rounded count, which hides the exact count', async () => {
    for (const count of [17, 18, 19]) {
      const insight = rowsOf(await report([count, 30], { query: query(sum, mean, USERS, EVENTS) }));
      const values = insight?.rows.find(({ key }) => key === '1.0')?.values;
      // Each user has one event of 7.
      expect(values).toMatchObject({ mean: 7, spent: 7 * Number(values?.['Users']) });
      expect(Number(values?.['Users']) % SIZE).toBe(0);
    }
  });

  test('sums and means of all are shown if what the rows do not show is large enough', async () => {
    const groups = { query: { ...query(sum), threshold: 1 } };
    const insight = rowsOf(await report([40, 60], groups));
    expect([insight?.rows.length, insight?.total]).toEqual([1, expect.any(Number)]);
    expect(rowsOf(await report([3, 60], groups))?.total).toBeNull();
  });

  /** What a gate is to come to if these are all the true numbers that read as they are shown. */
  const outcomeOf = (numbers: readonly number[], limit: number): string => {
    const outcomes = new Set(numbers.map((each) => each < limit));
    return outcomes.size > 1 ? 'inconclusive' : outcomes.has(true) ? 'passed' : 'failed';
  };
  /** The least and the most of the means that read so, found by halving. */
  const meansOf = (shown: number): number[] => {
    const edge = (away: number): number => {
      let [inside, outside] = [shown, away];
      for (let step = 0; step < 60; step += 1) {
        const middle = (inside + outside) / 2;
        if (Number(middle.toPrecision(2)) === shown) inside = middle;
        else outside = middle;
      }
      return inside;
    };
    return [edge(shown * 0.8), edge(shown * 1.2)];
  };
  /** The least and the most of the sums that read so: of all rounded counts and means of two digits. */
  const sumsOf = (shown: number): number[] =>
    Array.from({ length: 50_000 }, (_, place) => (place + 1) * SIZE).flatMap((count) => {
      const one = Number((shown / count).toPrecision(2));
      if (Math.abs(one * count - shown) > 1e-9 * Math.abs(shown)) return [];
      return meansOf(one).flatMap((each) => behind(count).map((all) => each * all));
    });
  const firstRow = (results: Results) => rowsOf(results)?.rows.find(({ key }) => key === '1.0')?.values;
  const AMOUNTS = [
    (user: number): number => user / 3,
    (user: number): number => 1 + (user % 3) / 10,
    (user: number): number => -2.5 * user,
  ];

  test.each(AMOUNTS)(
    'sums and means decide a gate only if every true number that reads so decides alike: %s',
    async (amount) => {
      for (const count of [14, 29]) {
        const of = (asserts: readonly string[]) =>
          report([count, 30], { query: query(sum, mean, USERS), asserts }, amount);
        const values = firstRow(await of([]));
        const [spent, each] = [Number(values?.['spent']), Number(values?.['mean'])];
        for (const [output, numbers, shown] of [
          ['spent', sumsOf(spent), spent],
          ['mean', meansOf(each), each],
        ] as const) {
          const ends = [Math.min(...numbers), Math.max(...numbers)];
          const near = Math.abs(shown) / 1000;
          const limits = [...ends, shown].flatMap((end) => [end - near, end + near]);
          const { thresholds } = await of(limits.map((limit) => `value("1.0", "${output}") < ${limit}`));
          expect(thresholds.map(({ outcome }) => outcome)).toEqual(
            limits.map((limit) => outcomeOf(numbers, limit)),
          );
        }
      }
    },
  );

  test('sums and means decide shares, changes, ranks and rates by all that they may be', async () => {
    const each = {
      type: 'arithmetic',
      name: 'each',
      fn: '/',
      fields: ['spent', 'Users'].map((fieldName) => ({ type: 'fieldAccess' as const, fieldName })),
    } as const;
    const asked: Report['query'] = {
      ...plans,
      aggregations: [sum, USERS],
      metric: { type: 'numeric', metric: 'spent' },
      postAggregations: [each],
      threshold: 1,
    };
    const asserts = [
      // 7 for each user, of whom there may be fewer than it seems, or of the sum more.
      'value("1.1", "each") < 6.9',
      'value("1.1", "each") < 30',
      'share("1.1") < 60%',
      'rank("1.1") == 1',
      'total() < 700',
      'total() < 5000',
    ];
    const { thresholds } = await report([40, 60], { query: asked, asserts });
    expect(thresholds.map(({ assert, outcome }) => `${assert} ${outcome}`)).toEqual([
      'value("1.1", "each") < 6.9 inconclusive',
      'value("1.1", "each") < 30 passed',
      'share("1.1") < 60% inconclusive',
      'rank("1.1") == 1 inconclusive',
      'total() < 700 inconclusive',
      'total() < 5000 passed',
    ]);
    const [verdict] = thresholds;
    expect(verdict?.message).toContain('means to two digits');
  });

  test.each([
    ['from the lowest', { ...plans, metric: { type: 'inverted', metric: plans.metric } } as const],
    ['by another output', { ...plans, metric: { type: 'dimension', ordering: 'lexicographic' } } as const],
  ])(
    'sums and means do not decide a rank against its place in a table that is ordered %s',
    async (_, ordered) => {
      const asked = { ...ordered, aggregations: [USERS] };
      const asserts = ['rank("1.0") > 1', 'rank("1.1") < 2'];
      const { thresholds } = await report([12, 30], { query: asked, asserts });
      for (const { assert, outcome } of thresholds)
        expect([assert, outcome]).toEqual([assert, expect.stringMatching(/failed|inconclusive/)]);
    },
  );

  test.each(['doubleMax', 'doubleSum'] as const)(
    'a row that rounding hides may stand before all others, and have more: %s',
    async (type) => {
      const most = { type, name: 'most', fieldName: 'amount' } as const;
      const asserts = [
        'rank("1.0") != 1',
        'rows.all(r, r.key == "1.1" || r.key == "1.2" || r.rank != 1)',
        'rows.all(r, r.value < 2999)',
      ];
      const amount = (user: number) => (user <= 3 ? 1000 : user <= 33 ? 7 : 5);
      const results = await report([3, 30, 0, 30], { query: query(most, USERS), asserts }, amount);
      expect(rowsOf(results)?.rows.map(({ key }) => key)).toEqual(['1.1', '1.2']);
      expect(results.thresholds.map(({ outcome }) => outcome)).toEqual(asserts.map(() => 'inconclusive'));
    },
  );

  test('sums and means that are not shown do not count as zero', async () => {
    for (const missingRow of ['zero', 'fail', null] as const) {
      const { thresholds } = await report([3, 30], {
        query: query(sum),
        asserts: ['value("1.0") < 5'],
        missingRow,
      });
      expect([missingRow, thresholds[0]?.outcome]).toEqual([missingRow, 'inconclusive']);
    }
  });
});
