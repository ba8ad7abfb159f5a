import { askMissingValues } from '../../../src/cli/check/filter-values.ts';
import type { QueryService } from '../../../src/report/client/client.ts';
import type { ReportRequest } from '../../../src/report/inputs/request.ts';
import type { ReportedInsight } from '../../../src/report/results/results.ts';
import { roundingService } from '../../../src/report/run/rounding-service.ts';

test('with min-group-size, a check does not say whether a small group exists', async () => {
  const filter = { type: 'selector', dimension: 'country', value: 'LI' };
  const insight = {
    rows: [],
    query: { queryType: 'topN', filter },
    roundedTo: 10,
  } as unknown as ReportedInsight;
  const noteOf = async (small: number) => {
    const rows = [{ value: 'DE', events: 900 }, ...(small === 0 ? [] : [{ value: 'LI', events: small }])];
    const service: QueryService = {
      resolveInsight: () => Promise.reject(new Error('nothing is to be resolved')),
      runQuery: () =>
        Promise.resolve({ result: { kind: 'topN', buckets: [{ timestampMs: 0, rows }] }, durationMs: 0 }),
    };
    const request = { minGroupSize: 10, service: { token: 'secret' } as ReportRequest['service'] };
    return askMissingValues(insight, (query) => roundingService(service, request).runQuery(query));
  };
  const absent = await noteOf(0);
  expect(absent).toEqual([
    'No group of events large enough to be shown of the period has "LI" as "country"; frequent are "DE"',
  ]);
  for (const small of [1, 5, 9]) expect(await noteOf(small)).toEqual(absent);
});
