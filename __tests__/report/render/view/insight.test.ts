import { formatQuery } from '../../../../src/report/render/view/insight.ts';
import { buildView } from '../../../../src/report/render/view/report.ts';
import type { Query } from '../../../../src/tql/query.ts';
import fc from '../../../support/properties.ts';
import { hostile } from '../../../support/render/tricks.ts';
import { ranking, report, row } from '../../../support/render/results.ts';

const OVER = {
  label: 'last 30 days',
  start: '2026-10-21T00:00:00Z',
  end: '2026-11-20T00:00:00Z',
  complete: true,
};

test('a query is printed as equivalent JSON, in which nothing can hide text or notify anybody', () => {
  fc.assert(
    fc.property(fc.jsonValue(), hostile, (value, text) => {
      const query = { queryType: 'topN', value, [text]: text } as Query;
      const printed = formatQuery(query);
      expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(query)));
      expect(printed).not.toMatch(/[@\p{Bidi_Control}]|(?!\n)\p{Cc}/u);
    }),
  );
});

test('a scan has no leaders, since nothing was counted', () => {
  const scan = ranking([row(1, '1', null)], {
    queryType: 'scan',
    metric: null,
    unit: 'other',
    dimensions: [],
  });
  expect(buildView(report([scan]), 'summary', null).insights[0]).toMatchObject({
    ranking: { leaders: [] },
    rowCount: 1,
  });
});

test('the largest of the rows that disappeared are named, in whatever order the service sent them', () => {
  const gone = [1, 2, 3, null, 60, 5, 40].map((previous, index) => ({
    key: `k${index}`,
    parts: [`k${index}`],
    previous,
    previousRank: index + 1,
  }));
  const [view] = buildView(
    report([ranking([row(1, 'a', 5)], { queryType: 'groupBy', gone, interval: OVER })]),
    'summary',
    null,
  ).insights;
  expect(view?.ranking?.gone.map(({ previous }) => previous)).toEqual([60, 40, 5, 3, 2]);
  expect(view?.ranking?.goneMore).toBe(2);
});

test('no row of a running period is new or gone', () => {
  const gone = [{ key: 'b', parts: ['b'], previous: 90, previousRank: 1 }];
  const rows = [{ ...row(1, 'a', 100), isNew: true }];
  const running = ranking(rows, { gone, interval: { ...OVER, complete: false } });
  const [view] = buildView(report([running]), 'file', null).insights;
  expect([view?.ranking?.gone, view?.rows[0]?.isNew]).toEqual([[], false]);
});
