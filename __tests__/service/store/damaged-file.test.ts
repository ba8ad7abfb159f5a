// Everything that can be wrong with a database file ends in one sentence, and no data is lost.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService } from '../../../src/service/start.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { event } from '../../support/service/event.ts';
import { rowsOf } from '../../support/service/store.ts';
import { isLong } from '../../support/properties.ts';
import { run } from '../../support/run-command.ts';
import { emptyFolder } from '../../support/temporary-files.ts';
import { bundled } from '../../support/bundled.ts';

const COMMAND = bundled('command');
const isRoot = process.getuid?.() === 0;

const folder = emptyFolder();
// Other users may read it, but not write to it.
await chmod(folder, 0o755);
const good = join(folder, 'good.db');
const service = await startService({ dbPath: good });
await service.store.organizations.create('a', 'paid');
await service.importEvents(
  'a',
  Array.from({ length: 3000 }, (_, n) => event({ clientUser: `user ${n}` })),
);
await service.close();
const bytes = await readFile(good);

/**
 * Runs a command as a user to whom permissions apply, which root is not. Gives its exit code, what it wrote
 * and its only sentence.
 */
function runUnprivileged(...args: readonly string[]) {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', COMMAND, ...args];
  // Another user might not reach this checkout, so root runs it without its power over all files.
  const [program = '', ...flags] = isRoot
    ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', ...node]
    : node;
  const { status, stdout, stderr } = spawnSync(program, flags, { encoding: 'utf8', cwd: '/' });
  // The file is open to others here, which the command mentions first.
  const lines = stderr
    .trim()
    .split('\n')
    .filter((line) => !line.includes('Other users of this machine can open'));
  expect(lines).toHaveLength(1);
  return [status, stdout, stderr];
}

function broken(at: number) {
  const copy = Buffer.from(bytes);
  copy.fill(0xff, at, at + 64);
  return copy;
}

describe('a database file', () => {
  test.each<[string, () => Buffer, RegExp]>([
    ['that is empty', () => Buffer.alloc(0), /is not a DuckDB database file/],
    [
      'of SQLite',
      () => Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8000)]),
      /is not a DuckDB database file/,
    ],
    ['cut off within its header', () => bytes.subarray(0, 4096), /is damaged or cut short/],
    ['cut off in the middle', () => bytes.subarray(0, bytes.length / 2), /is damaged or cut short/],
    ['damaged in its header', () => broken(4096), /is damaged or cut short/],
  ])('%s ends in one sentence and is not changed', async (_name, content, says) => {
    const file = join(folder, 'bad.db');
    await writeFile(file, content());
    for (const args of [
      ['org', 'list'],
      ['serve', '--port', '0'],
      ['token', 'create', '--org', 'a'],
    ]) {
      const { code, stdout, stderr } = await run(...args, '--db', file);
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(says)]);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
    expect((await readFile(file)).equals(content())).toBe(true);
  });

  test('a database file cannot be a folder or a pipe', async () => {
    const pipe = join(folder, 'pipe.db');
    spawnSync('mkfifo', [pipe]);
    for (const file of [folder, pipe]) {
      const { code, stderr } = await run('org', 'list', '--db', file);
      expect([code, stderr]).toEqual([2, expect.stringContaining('is not a file; name the database file')]);
    }
  });
});

describe('a place', () => {
  test.each(
    (
      [
        ['with a read-only file', 0o755, 0o444, /faulty\.db .*permission denied/i],
        ['with an unreadable file', 0o755, 0o000, /faulty\.db .*permission denied/i],
        [
          'that may not be entered',
          0o000,
          0o644,
          /faulty\.db cannot be reached: permission denied in a folder/,
        ],
      ] as const
    ).map((place, nth) => [...place, nth] as const),
  )('%s ends in one sentence and nothing is changed', async (_name, ofFolder, ofFile, says, nth) => {
    const place = join(folder, 'faulty');
    const file = join(place, 'faulty.db');
    await mkdir(place);
    await copyFile(good, file);
    await chmod(file, ofFile);
    await chmod(place, ofFolder);
    const commands = [
      ['org', 'create', 'b'],
      ['serve', '--port', '0'],
      ['backup', join(folder, 'copy.db')],
    ];
    for (const args of isLong ? commands : commands.splice(nth % 3, 1)) {
      expect(runUnprivileged(...args, '--db', file)).toEqual([2, '', expect.stringMatching(says)]);
    }
    await chmod(place, 0o700);
    await chmod(file, 0o600);
    expect((await readFile(file)).equals(bytes)).toBe(true);
    expect(await readdir(place)).toEqual(['faulty.db']);
    await rm(place, { recursive: true });
  });

  test('a place that is read-only ends in one sentence when a file would be created there', async () => {
    const place = join(folder, 'read-only');
    const file = join(place, 'new.db');
    await mkdir(place, { mode: 0o555 });
    for (const args of [
      ['org', 'create', 'b'],
      ['serve', '--port', '0'],
    ]) {
      expect(runUnprivileged(...args, '--db', file)).toEqual([
        2,
        '',
        expect.stringMatching(/new\.db cannot be created: the folder .* cannot be written to/),
      ]);
    }
    expect(existsSync(file)).toBe(false);
  });

  test('a place that is full ends in one sentence and keeps what was committed', async () => {
    const file = join(folder, 'full.db');
    await copyFile(good, file);
    const events = join(folder, 'many.ndjson');
    await writeFile(
      events,
      Array.from(
        { length: 40_000 },
        (_, n) => `${JSON.stringify(event({ clientUser: `somebody else ${n} ${n * 7919}` }))}\n`,
      ).join(''),
    );
    // In blocks of 1 KiB: no file of this process may grow beyond the database's present size.
    const limit = Math.ceil((await stat(file)).size / 1024);
    const script = `ulimit -f ${limit} && exec "$0" --disable-warning=ExperimentalWarning "$@"`;
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-c', script, process.execPath, COMMAND, 'import', events, '--org', 'a', '--db', file],
      { encoding: 'utf8' },
    );
    expect([status, stdout, stderr]).toEqual([expect.any(Number), '', expect.stringMatching(/full|longer/)]);
    expect([2, 3]).toContain(status);
    const store = await openStore(file);
    expect(await rowsOf(store, 'SELECT count(*) AS events FROM events_1')).toEqual([{ events: 3000 }]);
    store.close();
  });

  test('a place that loses its file does not stop a serving process, which still answers correctly', async () => {
    const file = join(folder, 'vanishing.db');
    await copyFile(good, file);
    const service = await startService({ dbPath: file });
    const { token } = await service.store.tokens.create('a', null);
    await unlink(file);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({
      queryType: 'timeseries',
      granularity: 'all',
      intervals: ['2026-10-01/2026-11-01'],
      aggregations: [{ type: 'count', name: 'n' }],
    });
    const answer = await fetch(`${service.url}/api/v4/query/tql`, { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toMatchObject([200, [{ result: { n: 3000 } }]]);
    await service.close();
  });
});
