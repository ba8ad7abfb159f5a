import { expect, test } from '@jest/globals';
import { formatQuery } from '../../../src/render/view/insight.ts';
import { buildView } from '../../../src/render/view/report.ts';
import type { Query } from '../../../src/tql/query.ts';
import fc from '../../support/properties.ts';
import { hostile } from '../../support/render/tricks.ts';
import { ranking, report, row } from '../../support/render/results.ts';

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
  const scan = ranking([row(1, '1', null)], { queryType: 'scan', metric: null, unit: 'other', dimensions: [] });
  expect(buildView(report([scan]), 'summary', null).insights[0]).toMatchObject({ leaders: [], rowCount: 1 });
});

test('the largest of the rows that disappeared are named, in whatever order the service sent them', () => {
  const gone = [1, 2, 3, null, 60, 5, 40].map((previous, index) => ({
    ...{ key: `k${index}`, parts: [`k${index}`] },
    ...{ previous, previousRank: index + 1 },
  }));
  const [view] = buildView(
    report([ranking([row(1, 'a', 5)], { queryType: 'groupBy', gone })]),
    'summary',
    null,
  ).insights;
  expect(view?.gone.map(({ previous }) => previous)).toEqual([60, 40, 5, 3, 2]);
  expect(view?.goneMore).toBe(2);
});
