import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsBy } from '../../support/service/top-n.ts';
import { event } from '../../support/service/event.ts';
import { run, runWith } from '../../support/run-command.ts';
import { command } from '../../support/service/processes.ts';
import { emptyFolder } from '../../support/temporary-files.ts';
import { serviceOfFile, addOrganization } from '../../support/service/service-of-file.ts';

const folder = emptyFolder();

const service = await serviceOfFile();
const token = await addOrganization(service, 'a');

/**
 * Runs a gate on how many events of a type came today, which waits; `progressed` runs at its first line of
 * progress.
 */
async function gate(
  type: string,
  given: readonly string[],
  progressed: () => Promise<void> = async () => undefined,
) {
  const file = join(folder, 'events.json');
  const filter = { type: 'selector', dimension: 'type', value: type };
  writeFileSync(file, JSON.stringify({ ...eventsBy('modelName', 'Model', 5), filter }));
  let [progress, started] = ['', Promise.resolve()];
  const write = (text: string) => {
    if (progress === '') started = progressed();
    progress += text;
  };
  const { code, stdout } = await runWith(
    { env: { INSIGHT_REPORT_API_TOKEN: token }, stderr: { write } },
    ...['gate', '--api-url', service.url, '--queries', file, '--interval', 'today', '--compare', 'none'],
    ...given,
  );
  await started;
  return { code, stdout, progress };
}

/** Adds events at once: one alone would decide a gate before the next. */
const send = async (type: string, count = 1) => {
  const timestamp = new Date().toISOString();
  const one = event({ timestamp, type, clientUser: 'ann', payload: { modelName: 'iPad' } });
  await service.importEvents('a', Array<typeof one>(count).fill(one));
};
const PROGRESS =
  /^(insight-report gate: undecided at [\d-]+T[\d:]+Z: .*; queries again at [\d-]+T[\d:]+Z, at the latest at [\d-]+T[\d:]+Z\n)+$/;

test('gate --wait queries again at the next time until the verdict is decided, and prints only that', async () => {
  const given = ['--thresholds', 'total() >= 2', '--wait', '1h', '--every', '1s'];
  const { code, stdout, progress } = await gate('opened', given, () => send('opened', 2));
  expect([code, stdout]).toEqual([0, 'events: passed, 2 events, limit: at least 2\n']);
  expect(progress).toMatch(PROGRESS);
});

test('a file that is not served is free between the questions, so that events arrive', async () => {
  const [db, events, query] = ['own.duckdb', 'today.ndjson', 'own.json'].map((name) => join(folder, name));
  const timestamp = new Date().toISOString();
  writeFileSync(events ?? '', JSON.stringify({ timestamp, appID: 'A', type: 'opened', clientUser: 'ann' }));
  writeFileSync(query ?? '', JSON.stringify(eventsBy('type', 'Type', 5)));
  await run('org', 'create', 'a', '--db', db ?? '');
  const importing = ['import', events ?? '', '--org', 'a', '--db', db ?? ''];
  /** A slow machine may start to import just while the gate queries. */
  const importOnceFree = async () => {
    while ((await command(importing)).code !== 0);
  };
  const imported: Promise<void>[] = [];
  const write = (text: string) => {
    if (imported.length === 0) imported.push(importOnceFree());
    return text;
  };
  const asked = [
    'gate',
    '--db',
    db ?? '',
    '--queries',
    query ?? '',
    '--interval',
    'today',
    '--compare',
    'none',
  ];
  const waits = ['--thresholds', 'total() >= 1', '--wait', '1h', '--every', '4s'];
  const { code, stdout } = await runWith({ stderr: { write } }, ...asked, ...waits);
  await Promise.all(imported);
  expect([code, stdout]).toEqual([0, 'own: passed, 1 event, limit: at least 1\n']);
});

test('a gate that fails ends the wait at once', async () => {
  await send('crashed');
  const { code, progress } = await gate('crashed', ['--thresholds', 'total() < 1', '--wait', '1h']);
  expect([code, progress]).toEqual([1, '']);
});

test('when the time is over, the open verdict stands, by its policy', async () => {
  const given = ['--thresholds', 'total() >= 1', '--wait', '2s', '--every', '1s'];
  const policy = ['--on-inconclusive', 'warn'];
  const [failed, warned] = await Promise.all([gate('never', given), gate('never', [...given, ...policy])]);
  expect([failed.code, failed.stdout]).toEqual([
    3,
    expect.stringContaining('events: inconclusive, limit: at least 1'),
  ]);
  expect(failed.progress).toMatch(PROGRESS);
  expect(warned.code).toBe(0);
});

test('what no later answer can mend ends the wait at once', async () => {
  const began = performance.now();
  const thresholds = ['--thresholds', 'total() >= 1', '--wait', '1h'];
  const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
  const args = ['gate', '--api-url', service.url, '--insights', ID, ...thresholds];
  const refused = await runWith({ env: { INSIGHT_REPORT_API_TOKEN: 'tdpat_nobody' } }, ...args);
  expect([refused.code, refused.stderr]).toEqual([3, expect.not.stringContaining('undecided')]);
  expect(performance.now() - began).toBeLessThan(60_000);
});

test.each([
  [['--every', '5m'], '--every belongs to --wait'],
  [['--wait', 'soon'], '--wait: got "soon"; expected seconds, minutes, hours or days'],
])('the flags %j are wrong', async (given, message) => {
  const { code, stderr } = await run('gate', '--insights', 'x', '--thresholds', 'total() > 1', ...given);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('a deployment waits for the gate of a release, which is explained and tested backwards like others', async () => {
  const released = ['--releases', 'stability: crashed', '--thresholds', 'stability: worse() < 20%'];
  const args = ['gate', '--api-url', service.url, ...released];
  const waiting = await runWith(
    { env: { INSIGHT_REPORT_API_TOKEN: token } },
    ...[...args, '--backtest', '2', '--wait', '5s'],
  );
  expect([waiting.code, waiting.stdout]).toEqual([
    3,
    expect.stringMatching(/: new version compared with older ones: inconclusive, .*\n/),
  ]);
  expect(waiting.stderr).toContain('insight-report gate: undecided at ');
  const { code, stdout } = await run(...args, '--explain');
  expect([code, stdout]).toEqual([0, expect.stringContaining('users of the old ones on the same days')]);
});

test('new writes a config file with the gate of a release, which it checks against the events', async () => {
  const env = { INSIGHT_REPORT_API_TOKEN: token };
  const own = ['--api-url', service.url];
  const timestamp = new Date().toISOString();
  const payload = { appVersion: '4.1' };
  await service.importEvents('a', [event({ timestamp, type: 'hung', clientUser: 'ann', payload })]);
  const config = join(folder, 'release.yml');
  const made = await runWith({ env }, 'new', 'release', '--event', 'hung', '--out', config, ...own);
  expect([made.code, made.stderr]).toEqual([0, '']);
  const judged = await runWith({ env }, 'gate', '--config', config, ...own);
  expect(judged.stdout).toMatch(/: new version compared with older ones: inconclusive, /);
  const wrong = await runWith({ env }, 'new', 'release', '--event', 'hugn', ...own);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean hung?')]);
  const missing = await run('new', 'release');
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('a release needs --event')]);
});
