import type { QueryService } from '../../../src/report/client/client.ts';
import { parseInputs } from '../../../src/report/inputs/parse-report.ts';
import { silentLog } from '../../../src/text/log.ts';
import { nodeInputEffects } from '../../../src/report/run/effects.ts';
import { runReport } from '../../../src/report/run/reports.ts';
import { createService } from '../../../src/report/run/service.ts';
import { answerQuery } from '../../support/service/answer.ts';
import { checkPlan } from '../../../src/service/query/engines/duckdb/engine.ts';
import { createDruidEngine } from '../../../src/cluster/engine/engine.ts';
import { startService } from '../../../src/service/start.ts';
import { parseResult } from '../../../src/tql/result.ts';
import { describeOnCluster, uniqueName } from '../../support/cluster/cluster.ts';
import { druidOf, loadEvents } from '../../support/cluster/load.ts';
import { eventsOfRollout } from './rollouts.ts';
import { addOrganization } from '../../support/service/service-of-file.ts';

const RELEASED_MS = Date.UTC(2026, 10, 10);
const NOW_MS = RELEASED_MS + 3.75 * 86_400_000;
const events = eventsOfRollout(
  { releasedMs: RELEASED_MS, users: 1000, share: () => 0.3, rate: (isNew) => (isNew ? 0.1 : 0.03) },
  4,
);

describeOnCluster('a release judged on Druid', (cluster) => {
  test('a release judged on Druid is the same as on the embedded engine, to the last user', async () => {
    const embedded = await startService({ dbPath: ':memory:', nowMs: NOW_MS });
    const token = await addOrganization(embedded, 'a');
    await embedded.importEvents('a', events);
    const inputs = {
      'api-url': embedded.url,
      'api-token': token,
      releases: 'stability: { event: crashed, strata: [type] }\nalone: crashed',
      thresholds: '- alone: worse() < 20% && worse("opened") < 500%',
    };
    const request = await parseInputs(inputs, nodeInputEffects());
    const own = createService(request, { log: silentLog });

    const druid = druidOf(cluster);
    const namespace = uniqueName('releases');
    await loadEvents(druid, namespace, events);
    const engine = createDruidEngine(druid.broker, checkPlan);
    const onDruid: QueryService = {
      ...own,
      runQuery: async (query) => {
        const { signal } = new AbortController();
        const asked = { owner: { id: 1, namespace }, nowMs: NOW_MS, engine, signal };
        const { dataSource: _, ...rest } = query;
        return { result: parseResult(await answerQuery(rest, asked), query.queryType), durationMs: 0 };
      },
    };
    const judge = async (service: QueryService) => {
      const results = await runReport(request, { nowMs: NOW_MS, log: silentLog, run: null, service });
      return { releases: results.releases, messages: results.thresholds.map(({ message }) => message) };
    };
    const [expected, found] = [await judge(own), await judge(onDruid)];
    await embedded.close(0);
    expect(expected.releases?.[1]).toMatchObject({
      status: 'ok',
      new: '4.2',
      events: [{ sameUsers: {} }, {}],
    });
    expect(found).toEqual(expected);
  });
});
