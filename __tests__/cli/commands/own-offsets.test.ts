// `min-group-size` where a report reads a database file: its offsets come from a secret of the file.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { roundCount } from '../../../src/report/tables/rounding/row.ts';
import type { ReportedInsight, Results } from '../../../src/report/results/results.ts';
import { startService } from '../../../src/service/start.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { run } from '../../support/run-command.ts';
import { event } from '../../support/service/event.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const SIZE = 20;
/** So many that offsets differ often enough by chance in all but one of 400,000 runs. */
const PLANS = 240;
/** The events of plan `p100` are 100, those of `p101` one more. */
const countOf = (plan: number) => 100 + plan;
const NOW = ['--now', '2026-10-31T12:00:00Z'];

const files = new Map<string, { readonly db: string; readonly secret: string }>();

const folder = emptyFolder();
const query = {
  queryType: 'topN',
  granularity: 'all',
  dimension: { type: 'default', dimension: 'plan', outputName: 'plan' },
  metric: { type: 'numeric', metric: 'Events' },
  threshold: PLANS,
  aggregations: [{ type: 'eventCount', name: 'Events' }],
};
await writeFile(join(folder, 'plans.json'), JSON.stringify(query));
const events = Array.from({ length: PLANS }, (_, plan) =>
  Array.from({ length: countOf(plan) }, () =>
    event({ timestamp: '2026-10-28T09:00:00Z', payload: { plan: `p${countOf(plan)}` } }),
  ),
).flat();
for (const name of ['one', 'other']) {
  const db = join(folder, `${name}.db`);
  const service = await startService({ dbPath: db, port: 0 });
  await service.store.organizations.create('a', 'paid');
  await service.importEvents('a', events);
  await service.close(0);
  const store = await openStore(db);
  files.set(name, { db, secret: await store.secret() });
  await store.end();
}

async function shownBy(name: string) {
  const { code, stdout, stderr } = await run(
    ...['report', '--org', 'a', '--db', files.get(name)?.db ?? '', ...NOW],
    ...['--queries', `plans: ${join(folder, 'plans.json')}`, '--interval', 'last 7 complete days'],
    ...['--min-group-size', `${SIZE}`, '--format', 'json'],
  );
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const [insight] = (JSON.parse(stdout) as Results).insights as readonly ReportedInsight[];
  return {
    text: stdout + stderr,
    shown: new Map(insight?.rows.map(({ key, value }) => [key, Number(value)])),
  };
}

test('offsets are the same in each run and while the file is served, others in another file, never shown', async () => {
  const { db = '', secret = '' } = files.get('one') ?? {};
  const { shown, text } = await shownBy('one');
  expect(secret).toMatch(/^[\da-f]{64}$/);
  expect(text).not.toContain(secret);
  const offsets = [...shown].map(([key, value]) => {
    const count = Number(key.slice(1));
    const fitting = [...Array(SIZE).keys()].filter((offset) => roundCount(count, SIZE, offset) === value);
    expect([key, fitting.length > 0]).toEqual([key, true]);
    return value === Math.floor(count / SIZE) * SIZE;
  });
  expect(offsets).toHaveLength(PLANS);
  // Without an offset all would be rounded down to a multiple.
  expect(offsets.filter((isPlain) => !isPlain).length).toBeGreaterThan(PLANS / 5);
  expect((await shownBy('one')).shown).toEqual(shown);
  const service = await startService({ dbPath: db, port: 0 });
  expect((await shownBy('one')).shown).toEqual(shown);
  await service.close(0);
  const another = (await shownBy('other')).shown;
  expect([...shown].filter(([key, value]) => another.get(key) !== value).length).toBeGreaterThan(PLANS / 5);
}, 60_000);
