import { remainingRows } from '../../../src/report/compare/remaining-rows.ts';
import { buildRestView } from '../../../src/report/render/view/rest.ts';
import { days, ranking, row } from '../../support/render/results.ts';

const SIX_THREE_ONE = [row(1, 'a', 6), row(2, 'b', 3), row(3, 'c', 1)];
const USERS = { queryType: 'topN', aggregations: [{ type: 'userCount', name: 'count' }] } as const;
const FOLDED = { rows: 2, value: 3, share: 0.25 };

test('what a table holds beyond the rows shown is the sum of the other rows of a complete table', () => {
  expect(remainingRows(ranking(SIX_THREE_ONE), 1)).toEqual({ rows: 2, value: 4, share: 0.4 });
  expect(remainingRows(ranking(SIX_THREE_ONE), 3)).toEqual({ rows: 0, value: 0, share: 0 });
  expect(remainingRows(ranking(SIX_THREE_ONE), 10)).toEqual({ rows: 0, value: 0, share: 0 });
});

test('what a table holds beyond the rows shown includes folded rows', () => {
  const insight = ranking([row(1, 'a', 6), row(2, 'b', 3)], { folded: FOLDED, total: 12 });
  expect(remainingRows(insight, 1)).toEqual({ rows: null, value: 6, share: 0.5 });
  expect(remainingRows({ ...insight, folded: { ...FOLDED, value: null } }, 1)).toEqual({
    rows: null,
    value: 6,
    share: 0.5,
  });
  expect(remainingRows({ ...insight, folded: { ...FOLDED, value: null } }, 2)).toMatchObject({ value: null });
});

test('what a table holds beyond the rows shown is the rest of the total if the answer was cut off', () => {
  expect(remainingRows(ranking(SIX_THREE_ONE, { cutOff: true, total: 100 }), 2)).toEqual({
    rows: null,
    value: 91,
    share: 0.91,
  });
  expect(remainingRows(ranking(SIX_THREE_ONE, { cutOff: true, total: null }), 2)).toEqual({
    rows: null,
    value: null,
    share: null,
  });
});

test('what a table holds beyond the rows shown is 0 if rows and total differ only by rounding of fractions', () => {
  const fractions = ranking([row(1, 'a', 0.1), row(2, 'b', 0.2)], {
    unit: 'other',
    cutOff: true,
    total: 0.3,
  });
  expect(remainingRows(fractions, 2).value).toBe(0);
});

test('what a table holds beyond the rows shown is unknown if events arrived between rows and total', () => {
  expect(remainingRows(ranking(SIX_THREE_ONE, { cutOff: true, total: 8 }), 2).value).toBeNull();
});

test('what a table holds beyond the rows shown has no value if values do not add up', () => {
  expect(remainingRows(ranking(SIX_THREE_ONE, { query: USERS, unit: 'users' }), 1)).toEqual({
    rows: 2,
    value: null,
    share: null,
  });
  expect(remainingRows(days([4, 5, 6]), 1)).toEqual({ rows: 2, value: null, share: null });
  expect(remainingRows(ranking(SIX_THREE_ONE, { queryType: 'scan', metric: null }), 1).value).toBeNull();
  expect(remainingRows(ranking(SIX_THREE_ONE, { queryType: 'funnel' }), 1).value).toBeNull();
});

test('what a table holds beyond the rows shown has no share if a value is negative', () => {
  const insight = ranking([row(1, 'a', 6), row(2, 'b', 3), row(3, 'c', -1)]);
  expect(remainingRows(insight, 1)).toEqual({ rows: 2, value: 2, share: null });
});

test('the line about the rows left out counts those folded', () => {
  const insight = ranking(SIX_THREE_ONE, { folded: FOLDED });
  expect(buildRestView(insight, { kind: 'ranking', rowCount: 3 }, 2, 'en-US')?.text).toBe(
    'Other (1 more and 2 small)',
  );
});
