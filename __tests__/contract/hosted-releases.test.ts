// A release judged through the hosted service as it is known, and through one that refuses what is told
// beside.
import { parseInputs } from '../../src/report/inputs/parse-report.ts';
import { silentLog } from '../../src/text/log.ts';
import { RequestError } from '../../src/text/errors.ts';
import { nodeInputEffects } from '../../src/report/run/effects.ts';
import { runReport } from '../../src/report/run/reports.ts';
import { createService } from '../../src/report/run/service.ts';
import { eventsOfRollout } from '../report/release/rollouts.ts';
import { hostedAt } from '../support/hosted/starting.ts';
import { NAMESPACE, TOKEN } from '../support/hosted/world.ts';

const RELEASED_MS = Date.UTC(2026, 10, 10);
const NOW_MS = RELEASED_MS + 3.75 * 86_400_000;
const events = eventsOfRollout(
  { releasedMs: RELEASED_MS, users: 1000, share: () => 0.3, rate: (isNew) => (isNew ? 0.3 : 0.03) },
  4,
);
const start = hostedAt(NOW_MS);

async function judge(refuses: (query: object) => boolean) {
  const hosted = await start({ events: { [NAMESPACE]: events } });
  const given = {
    'api-token': TOKEN,
    'api-url': hosted.url,
    'post-to': 'none',
    retries: '0',
    releases: 'stability: { event: crashed }',
    thresholds: '- stability: worse() < 20%',
  };
  const request = await parseInputs(given, nodeInputEffects());
  const service = createService(request, { log: silentLog });
  const refusing: typeof service = {
    ...service,
    runQuery: (query, signal) =>
      refuses(query)
        ? Promise.reject(new RequestError('invalid-query', 400, 'The service refuses it.'))
        : service.runQuery(query, signal),
  };
  const results = await runReport(request, { nowMs: NOW_MS, log: silentLog, run: null, service: refusing });
  const [[release], [verdict]] = [results.releases ?? [], results.thresholds];
  if (release?.status !== 'ok') throw new Error(JSON.stringify(release));
  return { release, verdict };
}

test('a release is judged over the hosted service, with what became of the same users', async () => {
  const { release, verdict } = await judge(() => false);
  expect([release.advice, release.new, verdict?.outcome]).toEqual(['stop', '4.2', 'failed']);
  const { moved, stayed } = release.events[0]?.sameUsers ?? {};
  expect(release.events[0]?.new.rate).toBeGreaterThan(2 * (moved?.rate ?? NaN));
  expect(stayed?.users).toBeGreaterThan(400);
});

test('a release is judged without the same users where the hosted service refuses to count them', async () => {
  const { release, verdict } = await judge((query) => JSON.stringify(query).includes('"interval"'));
  expect([release.advice, verdict?.outcome]).toEqual(['stop', 'failed']);
  expect(release.events[0]?.sameUsers).toBeUndefined();
});

test('a release cannot be reported where the hosted service refuses to count', async () => {
  await expect(judge(() => true)).rejects.toThrow('The service refuses it.');
});
