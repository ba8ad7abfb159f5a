import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { run, runWith } from '../../support/run-command.ts';
import { fakeTerminal, KEYS } from '../../support/terminal.ts';
import { event } from '../../support/service/event.ts';
import { eventsBy } from '../../support/service/top-n.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const CONFIG = '.github/insight-report.yml';
const WORKFLOW = '.github/workflows/insight-report.yml';
const NOW = '2026-11-16T09:00:00Z';
const start = process.cwd();

const template = emptyFolder();

beforeAll(async () => {
  process.chdir(template);
  const events = Array.from({ length: 40 }, (_, index) =>
    event({ timestamp: '2026-11-10T12:00:00Z', clientUser: `user ${index}`, payload: { modelName: 'iPad' } }),
  );
  writeFileSync('events.ndjson', events.map((each) => JSON.stringify(each)).join('\n'));
  writeFileSync('devices.json', JSON.stringify(eventsBy('modelName', 'Model', 5)));
  await run('org', 'create', 'com.example.app', '--db', 'usage.duckdb');
  const own = ['--org', 'com.example.app', '--db', 'usage.duckdb'];
  await run('import', 'events.ndjson', ...own);
  await run('insight', 'add', 'devices.json', ...own);
});

beforeEach(() => {
  const folder = emptyFolder();
  cpSync(template, folder, { recursive: true });
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(start);
});

const config = () => parse(readFileSync(CONFIG, 'utf8')) as Record<string, unknown>;

test('init queries the file itself, without a service or a token, and says what to fill in', async () => {
  const terminal = fakeTerminal();
  const args = ['init', '--db', 'usage.duckdb', '--now', NOW];
  const running = runWith({ env: {}, terminal: terminal.terminal }, ...args);
  await terminal.answer('Which insights?', KEYS.space, KEYS.enter);
  await terminal.answer('Which period?', KEYS.enter);
  await terminal.answer('Where shall it be posted', KEYS.down, KEYS.enter);
  await terminal.answer('A gate fails the run every Monday', KEYS.enter);
  await terminal.answer('Write ', KEYS.enter);
  const { code, stdout, stderr } = await running;
  expect([code, stderr]).toEqual([0, '']);
  expect(terminal.shown() + stdout).not.toMatch(/TelemetryDeck|dashboard|token of|accepted by/);
  expect(stdout).toContain('devices  40 events');
  expect(stdout.split('devices: topN by Model').length).toBe(2);
  expect(terminal.shown()).toMatch(/✔ Where shall it be posted[^✔]*permission\?\s+issue\s/);
  expect(config()).toMatchObject({
    'post-to': ['summary', 'issue'],
    insights: { devices: { title: 'devices' } },
  });
  expect(readFileSync(WORKFLOW, 'utf8')).toMatch(
    /secrets\.INSIGHT_REPORT_API_TOKEN .*\n +api-url: "https:\/\/usage\.example"\n/,
  );
  expect(stdout).toContain('in place of https://usage.example, as api-url');
  expect(stdout).toContain(
    'insight-report token create --org com.example.app --db usage.duckdb | gh secret set INSIGHT_REPORT_API_TOKEN',
  );
  expect(stdout).toContain('insight-report report --org com.example.app --db usage.duckdb');
});

test('an address of the service is kept, although the file is queried', async () => {
  const given = ['--api-url', 'https://usage.acme.com', '--insights', 'devices', '--now', NOW, '--yes'];
  const { code, stdout } = await run('init', '--db', 'usage.duckdb', ...given);
  expect(code).toBe(0);
  expect(readFileSync(WORKFLOW, 'utf8')).toContain('api-url: "https://usage.acme.com"');
  expect(stdout).not.toContain('in place of');
});

test('init without a terminal names the insights that there are', async () => {
  const { code, stderr } = await run('init', '--db', 'usage.duckdb', '--now', NOW, '--yes');
  expect([code, stderr]).toEqual([2, expect.stringContaining('--insights is missing; there are devices')]);
});

test('a release alone is enough to report', async () => {
  const given = ['--releases', 'stability: crashed', '--thresholds', 'stability: worse() < 20%', '--yes'];
  const { code, stderr } = await run('init', '--db', 'usage.duckdb', ...given, '--now', NOW);
  expect([code, stderr]).toEqual([0, '']);
  expect(config()).toMatchObject({ releases: { stability: 'crashed' } });
  const reported = await run('report', '--releases', 'a: crashed', '--db', 'usage.duckdb', '--now', NOW);
  expect([reported.code, reported.stderr]).toEqual([0, expect.not.stringContaining('reading')]);
});

test('what init wrote is tried and reported from the file, whose only organization is meant', async () => {
  const own = ['--db', 'usage.duckdb', '--now', NOW];
  const interval = ['--interval', 'last 7 days'];
  const written = await run('init', ...own, '--insights', 'devices', ...interval, '--yes');
  expect(written.stdout.match(/There is no comparison/g)).toHaveLength(1);
  const checked = await runWith({ env: {} }, 'check', ...own);
  expect([checked.code, checked.stderr]).toEqual([0, '']);
  expect(checked.stdout).toContain(
    '✓ organization: com.example.app in usage.duckdb\n  Insights: "devices"\n',
  );
  expect(checked.stdout).toMatch(
    /✓ devices: topN by Model, 40 events .*"last 7 complete days" leaves it out/,
  );
  expect(checked.stdout).toMatch(
    /! .* api-url stands for an address that is not known yet \(usage\.example\)/,
  );
  expect(checked.stdout).not.toMatch(/token|accepted by/);
  const reported = await runWith({ env: {} }, 'report', ...own);
  expect([reported.code, reported.stdout]).toEqual([0, expect.stringContaining('**40 events**')]);
});

test('init asks which organization is meant if there are several', async () => {
  await run('org', 'create', 'com.example.other', '--db', 'usage.duckdb');
  const refused = await run('init', '--db', 'usage.duckdb', '--insights', 'devices', '--yes');
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining(
      '--org NAMESPACE is missing; usage.duckdb has com.example.app, com.example.other',
    ),
  ]);
  const terminal = fakeTerminal();
  const running = runWith({ env: {}, terminal: terminal.terminal }, 'init', '--db', 'usage.duckdb');
  await terminal.answer('Which organization?', KEYS.enter);
  await terminal.answer('Which insights?', KEYS.interrupt);
  expect((await running).code).toBe(130);
});

test('several destinations are chosen from a list, and none is the job summary alone', async () => {
  const given = [
    '--db',
    'usage.duckdb',
    '--insights',
    'devices',
    '--interval',
    'last week',
    '--now',
    NOW,
    '--dry-run',
  ];
  const ask = async (...keys: readonly string[]) => {
    const terminal = fakeTerminal();
    const running = runWith({ env: {}, terminal: terminal.terminal }, 'init', ...given);
    await terminal.answer('Where shall it be posted', ...keys);
    if (keys.length > 2) await terminal.answer('Which ones?', KEYS.space, KEYS.down, KEYS.space, KEYS.enter);
    await terminal.answer('no gate', KEYS.enter);
    return (await running).stdout;
  };
  expect(await ask(KEYS.up, KEYS.enter)).toContain('post-to:\n  - summary\n\n');
  const several = await ask(KEYS.up, KEYS.up, KEYS.enter);
  expect(several).toMatch(/weekly:\n\s+post-to:\n\s+- summary\n\s+- issue/);
  expect(several).toMatch(/pull-request:\n\s+post-to:\n\s+- summary\n\s+- pull-request/);
});
