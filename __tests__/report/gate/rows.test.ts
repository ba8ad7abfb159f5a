import type { ReportedInsight } from '../../../src/report/results/results.ts';
import fc from '../../support/properties.ts';
import { answering, faultOf, judged, judgeWith, KNOWN, threshold, users } from './fixtures.ts';

/** A table whose rows have these parts; a missing value reads `null`, as the text does. */
function table(
  rows: readonly (readonly [parts: readonly (string | null)[], value: number])[],
): ReportedInsight {
  const written = users(
    rows.map(([parts, value]) => [parts.map((part) => part ?? 'null').join(' / '), value, value]),
  );
  return {
    ...written,
    rows: written.rows.map((row, index) => ({ ...row, parts: rows[index]?.[0] ?? row.parts })),
  };
}

describe('rows with the same key', () => {
  const MISSING = table([
    [['iOS 18'], 900],
    [['null'], 40],
    [[null], 3],
  ]);
  const DIVIDED = table([
    [['a / b', 'c'], 40],
    [['a', 'b / c'], 3],
  ]);

  test.each([
    ['a missing value and the text null', MISSING, 'null'],
    ['parts that hold the separator', DIVIDED, 'a / b / c'],
  ])('rows with the same key are each read by their own numbers: %s', async (_, insight, key) => {
    const all = await judged(insight, threshold('rows.all(r, r.value > 10)'));
    expect(all.outcome).toBe('failed');
    expect(all.note).toBe(`it does not hold for "${key}"`);
    expect((await judged(insight, threshold('rows.exists(r, r.value == 3)'))).outcome).toBe('passed');
    expect((await judged(insight, threshold('rows.exists(r, r.previous == 3)'))).outcome).toBe('passed');
  });

  test('rows with the same key make a lookup by that key inconclusive', async () => {
    const { outcome, note } = await judged(MISSING, threshold('value("null") > 10'));
    expect([outcome, note]).toEqual(['inconclusive', '2 rows have the key "null"']);
  });

  test('rows with the same key make a lookup by it inconclusive if the table is cut off before one of them', async () => {
    const cut = {
      ...table([
        [['iOS 18'], 900],
        [[null], 3],
      ]),
      total: 950,
      cutOff: true,
    };
    // The text "null" has 40 users in a period or none, beside the 3 without a value.
    const says = async (assertion: string, all: number, before: number): Promise<unknown> => {
      const { run } = answering({ null: { Users: all }, 'before null': { Users: before } });
      const [verdict] = await judgeWith([threshold(assertion)], [cut], async (query) => {
        if (query.queryType !== 'groupBy') return run(query);
        const keys = (query['intervals'] === undefined ? all : before) > 3 ? [null, 'null'] : [null];
        const rows = keys.map((system) => ({ timestampMs: 0, event: { system, _events_of_value: 1 } }));
        return { kind: 'groupBy', rows };
      });
      return [verdict?.outcome, verdict?.note?.includes('2 rows have the key "null"') ?? false];
    };
    expect(await says('value("null") < 10', 43, 3)).toEqual(['inconclusive', true]);
    expect(await says('share("null") < 4%', 43, 3)).toEqual(['inconclusive', true]);
    expect(await says('change("null") < 10%', 3, 43)).toEqual(['inconclusive', true]);
    expect(await says('value("null") < 10 && previous("null") < 10', 3, 3)).toEqual(['passed', false]);
    expect((await judged(cut, threshold('rows.exists(r, r.value == 3)'))).outcome).toBe('passed');
  });

  test('rows with the same key in the earlier period alone make the earlier value of that key inconclusive', async () => {
    const gone = [{ key: 'null', parts: ['null'], previous: 40, previousRank: 1 }];
    const insight = {
      ...table([
        [['iOS 18'], 900],
        [[null], 3],
      ]),
      gone,
    };
    const points = { 'before null': { Users: 43 } };
    expect((await judged(insight, threshold('previous("null") < 10'), points)).outcome).toBe('inconclusive');
    expect((await judged(insight, threshold('value("null") < 10'), points)).outcome).toBe('passed');
  });

  test('rows with the same key come out as in a plain loop over them', async () => {
    const part = fc.constantFrom(null, 'null', 'a', 'a / b', 'b');
    const rows = fc.uniqueArray(fc.tuple(fc.tuple(part, part), fc.nat(20)), {
      selector: ([parts]) => JSON.stringify(parts),
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(20), async (written, limit) => {
        const insight = table([...written, [['z', 'z'], 1]]);
        const values = [...written.map(([, value]) => value), 1];
        const verdict = await judged(insight, threshold(`rows.all(r, r.value > ${limit}) || total() < 1`));
        const offending = values.filter((value) => value <= limit).length;
        expect(verdict.outcome).toBe(offending === 0 ? 'passed' : 'failed');
        const counted = await judged(
          insight,
          threshold(`rows.filter(r, r.value > ${limit}).size() == ${values.length - offending}`),
        );
        expect(counted.outcome).toBe('passed');
      }),
    );
  });
});

test.each([
  'rows.all(r, rows.all(s, s.value <= r.value))',
  'rows.all(r, rows.exists(s, s.key == r.key))',
  'rows.map(r, rows.filter(s, s.value > r.value).size() > 3).exists(b, b)',
  'rows.all(r, [1, 2].exists(n, r.value > n))',
  'rows.all(r, r.key in rows.map(s, s.key))',
  'rows.exists(r, r in rows)',
])('a quantifier cannot be nested: %s', (written) => {
  expect(faultOf(written, KNOWN)?.why).toMatch('cannot be nested');
});

test.each([
  'rows.all(r, r.value <= rows[0].value)',
  'rows.all(r, r.share < 200% / rows.size())',
  'rows.all(r, r.value < size(rows) * 100)',
  'rows.filter(r, r.value > 1).all(r, r.value > 2)',
  'rows.map(r, r.value).exists(v, v > 3)',
])('a quantifier may follow another, and read a single row or how many there are: %s', (written) => {
  expect(faultOf(written, KNOWN)).toBeNull();
});

test('a quantifier names the rows that offend by the number of all rows, not of one', async () => {
  const insight = users([
    ['a', 60],
    ['b', 30],
    ['c', 10],
  ]);
  const { note } = await judged(insight, threshold('rows.all(r, r.share < 100% / rows.size())'));
  expect(note).toBe('it does not hold for "a"');
});

test('a gate on a change from a Sunday to a Monday decides by what is usual on these days', async () => {
  const [start, end] = ['2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z'];
  const mondayOf = (value: number) =>
    users([['a', value, 16]], {
      interval: { label: 'yesterday', start, end, complete: true },
      compare: { start: '2026-11-15T00:00:00Z', end: start },
      previousTotal: 16,
    });
  const course = Array.from({ length: 30 }, (_, day) => {
    const timestampMs = Date.parse(start) - (29 - day) * 86_400_000;
    return { timestampMs, values: { Users: new Date(timestampMs).getUTCDay() === 0 ? 16 : 180 } };
  });
  const outcomeOf = async (value: number, assert: string): Promise<unknown> => {
    const [verdict] = await judgeWith([threshold(assert)], [mondayOf(value)], () =>
      Promise.resolve({ kind: 'timeseries', buckets: course }),
    );
    return verdict?.outcome;
  };
  expect(
    await Promise.all([
      outcomeOf(180, 'totalChange() < 50%'),
      outcomeOf(600, 'totalChange() < 50%'),
      outcomeOf(10, 'change("a") < 50%'),
    ]),
  ).toEqual(['inconclusive', 'failed', 'passed']);
});
