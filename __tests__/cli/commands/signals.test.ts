// The command against a database file and a service, in real repositories. Expected numbers are counted by
// hand.
import { join } from 'node:path';
import { run } from '../../support/run-command.ts';
import { event } from '../../support/service/event.ts';
import { testRepository } from '../../support/signals-repository.ts';
import { emptyFolder } from '../../support/temporary-files.ts';
import { serviceOfFile, addOrganization } from '../../support/service/service-of-file.ts';

const NOW = '2026-10-31T12:00:00Z';
/**
 * The last 28 complete days end with 30 October. Of 20 users, 10 saved a note, 5 of them today only; before
 * the interval, 3 exported.
 */
const EVENTS = Array.from({ length: 20 }, (_, user) => [
  { type: 'app.opened', at: '2026-10-20T08:00:00.000Z' },
  ...(user < 10
    ? [{ type: 'note.saved', at: user < 5 ? '2026-10-31T08:00:00.000Z' : '2026-10-30T23:00:00.000Z' }]
    : []),
  ...(user < 3 ? [{ type: 'note.exported', at: '2026-09-20T08:00:00.000Z' }] : []),
  ...(user === 9 ? [{ type: 'note.shared', at: '2026-10-03T00:00:00.000Z' }] : []),
]).flatMap((events, user) =>
  events.map(({ type, at }) => event({ timestamp: at, clientUser: `u${user}`, type, isTestMode: false })),
);
const filtered = (name: string) => ({
  queryType: 'timeseries',
  granularity: 'all',
  aggregations: [{ type: 'eventCount', name: 'Events' }],
  filter: { type: 'selector', dimension: 'type', value: name },
});

const call = (name: string) => `  TelemetryDeck.signal("${name}")\n`;
const CONFIG = `
insights: { exports: 8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33 }
queries: { shares: queries/shares.json }
thresholds: ['shares.total() > 0', { title: Exports go on, insight: exports, assert: total() > 0 }]
`;

const folder = emptyFolder();
const db = join(folder, 'a.db');
const service = await serviceOfFile({ dbPath: db, nowMs: Date.parse(NOW) });
await addOrganization(service, 'a');
await service.store.insights.add('a', [
  { id: '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10', name: 'Saves', query: filtered('note.saved') },
  { id: '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33', name: 'Exports', query: filtered('note.exported') },
]);
await service.importEvents('a', EVENTS);
const code = await testRepository({
  'app.swift': `func f() {\n${call('app.opened')}${call('note.saved')}${call('note.exported')}}\n`,
  'own.ts': `track('note.shared'); // track('note.lost')\n`,
  '.github/insight-report.yml': CONFIG,
  'queries/shares.json': JSON.stringify(filtered('note.shared')),
});

const signals = (...args: string[]) =>
  run('signals', code.folder, '--org', 'a', '--db', db, '--now', NOW, ...args);
type Row = Readonly<Record<string, unknown>>;
const rowsIn = (stdout: string) => JSON.parse(stdout) as readonly Row[];

describe('signals', () => {
  test('signals counts the last 28 complete days, and prints the JSON that the contract describes', async () => {
    const { code: exit, stdout } = await signals('--format', 'json');
    const at = (line: number) => [{ file: 'app.swift', line }];
    expect([exit, rowsIn(stdout)]).toEqual([
      0,
      [
        {
          name: 'note.exported',
          places: at(4),
          events: 0,
          users: 0,
          share: 0,
          lastSeen: null,
          state: 'silent',
          insights: ['Exports'],
        },
        {
          name: 'note.shared',
          places: [],
          events: 1,
          users: 1,
          share: 0.05,
          state: 'unknown',
          lastSeen: '2026-10-03T00:00:00.000Z',
          insights: ['shares'],
        },
        {
          name: 'app.opened',
          places: at(2),
          events: 20,
          users: 20,
          share: 1,
          state: 'live',
          lastSeen: '2026-10-20T08:00:00.000Z',
          insights: [],
        },
        {
          name: 'note.saved',
          places: at(3),
          events: 5,
          users: 5,
          share: 0.25,
          state: 'live',
          lastSeen: '2026-10-30T23:00:00.000Z',
          insights: ['Saves'],
        },
      ],
    ]);
  });

  test('signals finds the calls of your own function with --call, and counts another --interval', async () => {
    const { stdout } = await signals('--call', 'track', '--interval', 'last 12 weeks', '--format', 'json');
    const found = rowsIn(stdout).map(({ name, state, users }) => [name, state, users]);
    expect(found).toContainEqual(['note.shared', 'live', 1]);
    expect(found).toContainEqual(['note.exported', 'live', 3]);
    expect(found).toHaveLength(4);
  });

  test('signals prints a table, a section, or several formats one after the other', async () => {
    expect((await signals()).stdout).toMatch(/^signal +state +users +events +in the code +insights\n/);
    const { stdout } = await signals('--format', 'json,markdown');
    const [json = '', markdown = ''] = stdout.split('### Signals in the code');
    expect(rowsIn(json)).toHaveLength(4);
    expect(markdown).toContain('| note.saved | 5 (25.0%) | live | app.swift:3 | Saves |');
    const wrong = await signals('--format', 'json,html');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('text, json, markdown')]);
  });

  test('signals reads the insights and gates of the repository’s config file, or of --config', async () => {
    const { stdout } = await signals(
      '--format',
      'markdown',
      '--config',
      join(code.folder, '.github/insight-report.yml'),
    );
    expect(stdout).toBe((await signals('--format', 'markdown')).stdout);
    expect(stdout).toContain('| Exports, `Exports go on` |');
    expect(stdout).toContain('| shares, `shares.total() > 0` |');
  });
});

describe('signals --diff', () => {
  beforeAll(() => {
    code.git('checkout', '-q', '-b', 'topic');
  });

  const changed = (line: string, other: string) =>
    code.commit({ 'app.swift': `func f() {\n${line}${other}}\n` });

  test('signals --diff looks only at what changed, and ends with 1 where --fail-on says so', async () => {
    const diff = async (...args: string[]) => (await signals('--diff', 'main', ...args)).code;
    expect(rowsIn((await signals('--diff', 'main', '--format', 'json')).stdout)).toEqual([]);
    await changed(call('app.opened'), call('note.stored') + call('note.exported'));
    const { stdout } = await signals('--diff', 'main', '--format', 'json');
    expect(rowsIn(stdout)).toMatchObject([
      { name: 'note.saved', state: 'renamed', to: 'note.stored', users: 5, insights: ['Saves'] },
      { name: 'note.stored', state: 'new', users: 0 },
    ]);
    expect(await diff()).toBe(0);
    expect(await diff('--fail-on', 'removed-used,silent')).toBe(0);
    expect(await diff('--fail-on', 'renamed-used')).toBe(1);
    expect(await diff('--fail-on', 'removed-used, new')).toBe(1);
    // Nobody sent it, but an insight requests it.
    await changed(call('app.opened'), call('note.saved'));
    expect(await diff('--fail-on', 'removed-used')).toBe(1);
    await code.commit({
      'app.swift': `func f() {\n${call('app.opened')}${call('note.saved')}${call('note.exported')}}\n`,
    });
    expect(await diff('--fail-on', 'removed-used,renamed-used,silent,new')).toBe(0);
    expect((await signals('--fail-on', 'silent')).code).toBe(1);
  });

  test('signals --diff refuses a base that is not there, and an unknown reason to fail on, with what to do', async () => {
    const unknown = await signals('--diff', 'nowhere');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('git fetch origin main')]);
    const wrong = await signals('--fail-on', 'gone');
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('removed-used, renamed-used, silent, new'),
    ]);
  });
});
