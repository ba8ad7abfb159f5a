import { clusterLoad } from '../../src/cluster/load.ts';
import { createMetrics } from '../../src/service/http/metrics.ts';
import { serviceNumbers } from '../../src/service/service-numbers.ts';
import { ClusterAwayError } from '../../src/service/errors.ts';
import { druidOf } from '../support/cluster/fake-druid.ts';
import { checkMetrics, testWithPromtool } from '../support/promtool.ts';

const CAPACITY = { currentClusterCapacity: 8, maximumClusterCapacity: -1, usedClusterCapacity: 3 };

/** The samples of a service whose Druid answers so, and with so many events in Kafka. */
async function scrape(answer: () => unknown, waiting: number | null) {
  const load = clusterLoad(druidOf(answer), { supervisors: { lag: () => waiting } });
  const text = await createMetrics(load).write();
  const samples = text.split('\n').filter((line) => /^insight_report_(waiting|task)/.test(line));
  return { text, samples: samples.sort() };
}

test('the metrics of a cluster are the events that wait in Kafka, and the places for tasks', async () => {
  const { samples } = await scrape(() => CAPACITY, 1200);
  expect(samples).toEqual([
    'insight_report_task_slots{state="free"} 5',
    'insight_report_task_slots{state="used"} 3',
    'insight_report_waiting_events 1200',
  ]);
});

test.each<[string, () => unknown]>([
  [
    'is away',
    () => {
      throw new ClusterAwayError('no answer');
    },
  ],
  ['answers something else', () => []],
  ['cannot count its places', () => ({ ...CAPACITY, currentClusterCapacity: -1 })],
])('a number that is not known because Druid %s is left out, and is not 0', async (_, answer) => {
  expect((await scrape(answer, null)).samples).toEqual([]);
});

test('a number that was known and is not known any more is left out', async () => {
  const lags = [7, null];
  const load = clusterLoad(
    druidOf(() => null),
    { supervisors: { lag: () => lags.shift() ?? null } },
  );
  const metrics = createMetrics(load);
  expect(await metrics.write()).toContain('\ninsight_report_waiting_events 7\n');
  expect(await metrics.write()).not.toContain('\ninsight_report_waiting_events ');
});

test('a service without a cluster has no metrics of one', async () => {
  expect(await createMetrics(serviceNumbers({ path: null })).write()).not.toMatch(
    /waiting_events|task_slots/,
  );
});

test('Druid is queried once for several scrapes that follow each other', async () => {
  let asked = 0;
  const druid = druidOf(() => {
    asked += 1;
    return CAPACITY;
  });
  const metrics = createMetrics(clusterLoad(druid, null));
  expect(await metrics.write()).toContain('task_slots{state="free"} 5\n');
  await metrics.write();
  expect(asked).toBe(1);
});

testWithPromtool("Prometheus' checker accepts the metrics of a cluster", async () => {
  const { text } = await scrape(() => CAPACITY, 1200);
  expect(checkMetrics(text)).toEqual({ output: '', status: 0 });
});
