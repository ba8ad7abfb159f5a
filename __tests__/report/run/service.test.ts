import type { QueryService } from '../../../src/report/client/client.ts';
import { askOnce } from '../../../src/report/run/service.ts';
import type { RelativeInterval } from '../../../src/tql/time/interval.ts';
import { asQuery } from '../../support/as-query.ts';

function days(offset: number): RelativeInterval {
  return {
    beginningDate: { component: 'day', offset, position: 'beginning' },
    endDate: { component: 'day', offset: 0, position: 'end' },
  };
}

test('an insight is resolved once per interval, even if several entries show it', async () => {
  const asked: string[] = [];
  const service: QueryService = {
    resolveInsight: (id, { beginningDate }) => {
      asked.push(`${id} ${beginningDate.offset}`);
      return id === 'gone'
        ? Promise.reject(new Error('404'))
        : Promise.resolve({ query: asQuery({ queryType: id }), name: null });
    },
    runQuery: () => Promise.reject(new Error('nothing is to be run')),
  };
  const once = askOnce(service);
  const answers = [
    once.resolveInsight('a', days(-30)),
    once.resolveInsight('A', days(-30)),
    once.resolveInsight('a', days(-7)),
  ];
  expect(await Promise.all(answers)).toEqual(
    [1, 2, 3].map(() => ({ query: { queryType: 'a' }, name: null })),
  );
  await expect(once.resolveInsight('gone', days(-30))).rejects.toThrow('404');
  await expect(once.resolveInsight('gone', days(-30))).rejects.toThrow('404');
  expect(asked).toEqual(['a -30', 'a -7', 'gone -30']);
});

test('a query is run once for several entries and gates, and one that may be cancelled is not shared', async () => {
  const asked: string[] = [];
  const once = askOnce({
    resolveInsight: () => Promise.reject(new Error('nothing is to be resolved')),
    runQuery: ({ queryType }) => {
      asked.push(queryType);
      return Promise.resolve({ result: { kind: 'segmentMetadata', columns: [] }, durationMs: asked.length });
    },
  });
  const { signal } = new AbortController();
  const first = await once.runQuery({ queryType: 'topN', threshold: 5 });
  expect(await once.runQuery({ queryType: 'topN', threshold: 5 })).toBe(first);
  await once.runQuery({ queryType: 'topN', threshold: 6 });
  expect(await once.runQuery({ queryType: 'topN', threshold: 5 }, signal)).not.toBe(first);
  expect(asked).toEqual(['topN', 'topN', 'topN']);
});
