// What the one function that hides small groups leaves of any ranking of users.
import { joinTables } from '../../../../src/report/compare/rows.ts';
import { hideSmallGroups } from '../../../../src/report/run/small-groups/insight.ts';
import { GroupSizes } from '../../../../src/report/tables/group-sizes.ts';
import { tabulate } from '../../../../src/report/tables/tabulate.ts';
import type { Query } from '../../../../src/tql/query.ts';
import fc from '../../../support/properties.ts';
import { ranking } from '../../../support/render/results.ts';

const QUERY: Query = {
  queryType: 'groupBy',
  granularity: 'all',
  dimensions: [{ type: 'default', dimension: 'plan', outputName: 'plan' }],
  aggregations: [{ type: 'eventCount', name: 'n' }],
};
const sizes = fc.dictionary(fc.stringMatching(/^plan [a-z]{3}$/), fc.nat(40), { maxKeys: 12 });

function tableOf(counts: Readonly<Record<string, number>>) {
  const rows = Object.entries(counts).map(([plan, n]) => ({ timestampMs: 0, event: { plan, n } }));
  return tabulate(QUERY, { kind: 'groupBy', rows }, 'n');
}

function insightOf(now: Readonly<Record<string, number>>, before: Readonly<Record<string, number>>) {
  const [table, earlier] = [tableOf(now), tableOf(before)];
  const { rows, gone } = joinTables(QUERY, table, earlier, null);
  const { total } = table;
  return {
    ...ranking([]),
    query: QUERY,
    queryType: 'groupBy',
    metric: 'n',
    total,
    previousTotal: earlier.total,
    rows,
    gone,
  } as const;
}

const worlds = fc.tuple(sizes, sizes, fc.integer({ min: 2, max: 20 }));

test('no row of fewer than the group size is shown by name, and no count below it', () => {
  fc.assert(
    fc.property(worlds, ([now, before, size]) => {
      const { rows, gone, total, previousTotal, folded } = hideSmallGroups(insightOf(now, before), size);
      for (const { key, value, previous } of rows) {
        expect(value).toBe(now[key]);
        expect(now[key]).toBeGreaterThanOrEqual(size);
        expect(previous ?? size).toBeGreaterThanOrEqual(size);
      }
      for (const { key } of gone) expect(before[key]).toBeGreaterThanOrEqual(size);
      for (const count of [total, previousTotal, folded?.value ?? null])
        expect(count ?? size).toBeGreaterThanOrEqual(size);
    }),
  );
});

test('the names of folded rows are nowhere in the insight', () => {
  fc.assert(
    fc.property(worlds, ([now, before, size]) => {
      const shown = hideSmallGroups(insightOf(now, before), size);
      const names = new Set([...shown.rows, ...shown.gone].map(({ key }) => key));
      const text = JSON.stringify(shown);
      for (const name of Object.keys({ ...now, ...before }))
        if (!names.has(name)) expect(text).not.toContain(name);
    }),
  );
});

test('totals, shares and changes that are shown are exact, and the parts add up to the total', () => {
  fc.assert(
    fc.property(worlds, ([now, before, size]) => {
      const exact = insightOf(now, before);
      const { rows, total, folded } = hideSmallGroups(exact, size);
      if ((exact.total ?? 0) >= size) expect(total).toBe(exact.total);
      for (const { key, share, change } of rows) {
        const own = exact.rows.find((row) => row.key === key);
        expect([share, change ?? own?.change]).toEqual([own?.share, own?.change]);
      }
      const sum = rows.reduce((all, { value }) => all + (value ?? 0), folded?.value ?? 0);
      if (folded === null || folded.hidden === undefined) expect(sum).toBe(exact.total ?? 0);
    }),
  );
});

test('a single row is never folded alone if there is another one', () => {
  fc.assert(
    fc.property(worlds, ([now, before, size]) => {
      const { folded } = hideSmallGroups(insightOf(now, before), size);
      if (folded?.rows === 1) expect(Object.keys(now)).toHaveLength(1);
    }),
  );
});

test('a row is as large as its count', () => {
  expect(new GroupSizes(QUERY).ofRow({ plan: 'plan abc', n: 7 })).toBe(7);
});

test('a row beyond a table had nothing before if the earlier table is complete', () => {
  const { unseen } = joinTables(QUERY, { ...tableOf({ a: 9 }), cutOff: true }, tableOf({ a: 9 }), null);
  expect(unseen?.previous).toBe(0);
});
