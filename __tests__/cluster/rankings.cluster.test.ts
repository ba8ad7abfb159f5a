import { checkPlan } from '../../src/service/query/engines/duckdb/engine.ts';
import { createDruidEngine } from '../../src/cluster/engine/engine.ts';
import { answerQuery } from '../support/service/answer.ts';
import { describeOnCluster, uniqueName } from '../support/cluster/cluster.ts';
import { druidOf, loadEvents } from '../support/cluster/load.ts';

const numeric = { type: 'numeric', metric: 'n' };
const DAYS = 4;
const VALUES = 3000;
const EVENTS_A_DAY = 6000;

describeOnCluster('a ranking over more values than a segment of Druid gives by itself', (cluster) => {
  test('a ranking over more values than a segment gives by itself is that of all events, at both ends', async () => {
    const counts = new Map<string, number>();
    let seed = 7;
    const events = Array.from({ length: DAYS * EVENTS_A_DAY }, (_, index) => {
      seed = (seed * 48_271) % 2_147_483_647;
      const model = `m${seed % VALUES}`;
      counts.set(model, (counts.get(model) ?? 0) + 1);
      const timestamp = new Date(Date.UTC(2026, 9, 1 + (index % DAYS))).toISOString();
      return {
        timestamp,
        appID: 'a',
        clientUser: 'u',
        type: 't',
        sessionID: 's',
        isTestMode: false,
        floatValue: 1,
        payload: { model },
      };
    });
    const druid = druidOf(cluster);
    const namespace = uniqueName('rankings');
    await loadEvents(druid, namespace, events);
    const engine = createDruidEngine(druid.broker, checkPlan);
    const ask = async (metric: unknown) => {
      const query = {
        queryType: 'topN',
        granularity: 'all',
        intervals: ['2026-10-01/2026-10-05'],
        dimension: { type: 'default', dimension: 'model', outputName: 'model' },
        metric,
        threshold: 20,
        aggregations: [{ type: 'eventCount', name: 'n' }],
      };
      const { signal } = new AbortController();
      const asked = { owner: { id: 1, namespace }, nowMs: Date.UTC(2026, 9, 20), engine, signal };
      const [bucket] = (await answerQuery(query, asked)) as unknown as readonly {
        readonly result: unknown;
      }[];
      return bucket?.result;
    };
    const ranked = (sign: 1 | -1) =>
      [...counts]
        .sort(([a, m], [b, n]) => sign * (n - m) || (a < b ? -1 : 1))
        .slice(0, 20)
        .map(([model, n]) => ({ model, n }));
    expect(await ask(numeric)).toEqual(ranked(1));
    expect(await ask({ type: 'inverted', metric: numeric })).toEqual(ranked(-1));
    await engine.close();
    await druid.close();
  });
});
