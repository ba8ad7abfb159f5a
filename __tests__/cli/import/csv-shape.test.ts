// CSV of another program: its own names of columns, times without a zone, and no column for the app.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService } from '../../../src/service/start.ts';
import { run } from '../../support/run-command.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const FILES: Record<string, string> = {
  'crm.csv': `user_id;event;when;Tarif
u1;opened;2026-07-01 10:00:00;Pro
u2;opened;2026-01-15 10:00:00.250;
u3;saved;2026-07-01T10:00:00Z;Free
`,
  'with-app.csv': `timestamp,appID,type
2026-03-29 02:30:00,own,a
2026-10-25 02:30:00,,a
2026-02-30 10:00:00,own,a
`,
  'cut.json': '{"fields": {',
  'near.json': '{"fields": {"type": "event", "timestamp": {"form": "when"}}}',
};
const SHAPE = ['--column', 'clientUser=user_id', '--column', 'type=event', '--column', 'timestamp=when'];

const folder = emptyFolder();
const db = join(folder, 'a.duckdb');
for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
for (const org of ['a', 'b', 'c']) await run('org', 'create', org, '--db', db);

const importInto = (org: string, file: string, ...flags: readonly string[]) =>
  run('import', join(folder, file), '--org', org, '--db', db, ...flags);

/** The events of an organization, oldest first. */
async function stored(org: string) {
  const query = join(folder, 'scan.json');
  const columns = ['__time', 'appID', 'clientUser', 'type', 'plan'];
  const intervals = ['2020-01-01/2030-01-01'];
  await writeFile(query, JSON.stringify({ queryType: 'scan', columns, intervals, order: 'ascending' }));
  const { stdout } = await run('query', query, '--org', org, '--db', db, '--format', 'json');
  const [part] = JSON.parse(stdout) as { readonly events: readonly Record<string, unknown>[] }[];
  return part?.events ?? [];
}

test('a file with other names is read by --column, --timezone and --app-id', async () => {
  const flags = [...SHAPE, '--column', 'plan=Tarif', '--timezone', 'Europe/Berlin', '--app-id', 'web'];
  const { code, stderr } = await importInto('a', 'crm.csv', ...flags);
  expect([code, stderr.includes('refused')]).toEqual([0, false]);
  // Berlin is two hours ahead of UTC in July, and one in January.
  expect(await stored('a')).toEqual([
    {
      __time: Date.UTC(2026, 0, 15, 9, 0, 0, 250),
      appID: 'web',
      clientUser: 'u2',
      type: 'opened',
      plan: null,
    },
    { __time: Date.UTC(2026, 6, 1, 8), appID: 'web', clientUser: 'u1', type: 'opened', plan: 'Pro' },
    { __time: Date.UTC(2026, 6, 1, 10), appID: 'web', clientUser: 'u3', type: 'saved', plan: 'Free' },
  ]);
});

test('a time that a clock change skips or repeats is read by rule, and a date that there is not is refused', async () => {
  const flags = ['--timezone', 'Europe/Berlin', '--app-id', 'given'];
  const { code, stderr } = await importInto('b', 'with-app.csv', ...flags);
  expect(code).toBe(0);
  expect(stderr).toContain('with-app.csv:4: timestamp is not a date-time with a zone');
  expect(await stored('b')).toEqual([
    { __time: Date.UTC(2026, 2, 29, 1, 30), appID: 'own', clientUser: null, type: 'a', plan: null },
    { __time: Date.UTC(2026, 9, 25, 0, 30), appID: 'given', clientUser: null, type: 'a', plan: null },
  ]);
});

test('a time without a zone is refused without --timezone, with what to give', async () => {
  const { stderr } = await importInto('c', 'crm.csv', ...SHAPE, '--app-id', 'web', '--strict');
  expect(stderr).toContain('timestamp has no zone; give --timezone, such as Europe/Berlin');
  expect(await stored('c')).toEqual([]);
});

test('the header that lacks a column says what to give, and which columns it has', async () => {
  const without = await importInto('c', 'crm.csv');
  expect(without.code).toBe(2);
  expect(without.stderr).toContain('give --column timestamp=when --column appID=… --column type=event');
  const misspelt = await importInto('c', 'crm.csv', '--column', 'clientUser=userid');
  expect(misspelt.stderr).toContain('it has no column userid, only user_id, event, when, Tarif');
});

test.each([
  ['ClientUser', '"ClientUser" is read as clientUser.'],
  ['user_id', 'No event has a clientUser, so no users are counted; is "user_id" meant?'],
])('the summary says how a column %s is read', async (column, note) => {
  await writeFile(join(folder, 'users.csv'), `timestamp,appID,type,${column}\n2026-07-01T00:00Z,own,a,u\n`);
  expect((await importInto('b', 'users.csv')).stdout).toContain(note);
});

test('the flags reach the process that serves the file', async () => {
  const dbPath = join(folder, 'served.duckdb');
  const service = await startService({ dbPath });
  try {
    await service.store.organizations.create('d', 'paid');
    const flags = [...SHAPE, '--timezone', 'UTC', '--app-id', 'web', '--org', 'd', '--db', dbPath];
    const { code, stdout } = await run('import', join(folder, 'crm.csv'), ...flags);
    expect([code, stdout]).toEqual([0, expect.stringContaining('3 events')]);
  } finally {
    await service.close(0);
  }
});

test.each([
  [['--column', 'clientUser'], 'a key of events and the column that holds it: clientUser=user_id'],
  [['--timezone', 'Berlin'], 'an IANA time zone such as Europe/Berlin'],
  [['--map', join(folder, 'cut.json')], 'cut.json is not JSON in line 1, column 13'],
  [
    ['--map', join(folder, 'near.json')],
    'near.json: fields.timestamp.form is an unknown key; did you mean from?',
  ],
])('%j is answered with what to write', async (flags, expected) => {
  const { code, stderr } = await importInto('c', 'crm.csv', ...flags);
  expect([code, stderr]).toEqual([2, expect.stringContaining(expected)]);
});
