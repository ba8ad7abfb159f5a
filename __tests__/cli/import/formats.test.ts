import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { event } from '../../support/service/event.ts';
import { commandUnderWay, feedUntilRead } from '../../support/service/processes.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { rowsOf } from '../../support/service/store.ts';
import { run, runWith } from '../../support/run-command.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const folder = emptyFolder();
const db = join(folder, 'a.db');
await run('org', 'create', 'a', '--db', db);

async function put(name: string, content: string | Uint8Array) {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

let salt = 0;
/** Lines that differ from those of every other call. */
const lines = (count: number) => {
  salt += 1;
  return Array.from(
    { length: count },
    (_, n) => `${JSON.stringify(event({ sessionID: `s${salt}-${n}` }))}\n`,
  ).join('');
};
const into = (...args: readonly string[]) => run('import', ...args, '--org', 'a', '--db', db);

test('files of events are recognized by their content, whatever their names, compressed or not', async () => {
  const text = `${lines(3)}\nnope\n`;
  const packed = await put('events.txt', zlib.gzipSync(text));
  expect(await into(packed)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${packed}: 3 events taken, 1 line refused: 1 × not JSON (line 5)\n`),
  });
  for (const same of [await put('a.ndjson', text), await put('b.ndjson', zlib.zstdCompressSync(text))])
    expect(await into(same)).toMatchObject({ code: 2, stderr: expect.stringContaining('was imported on') });
});

test('files of events are read to their end if they have several compressed parts', async () => {
  const parts = [lines(400), lines(1), lines(700)];
  const gzip = await put('parts.gz', Buffer.concat(parts.map((part) => zlib.gzipSync(part))));
  const zstd = await put('parts.zst', Buffer.concat(parts.map((part) => zlib.zstdCompressSync(part))));
  expect((await into(gzip)).stdout).toContain('1101 events taken');
  expect((await into(zstd, '--again')).stdout).toContain('1101 events taken');
});

test.each([
  ['gzip', 'cut off', zlib.gzipSync(lines(500)).subarray(0, -20), 'ends too early'],
  ['zstd', 'cut off', zlib.zstdCompressSync(lines(500)).subarray(0, -20), 'ends too early'],
  ['gzip', 'damaged', zlib.gzipSync(lines(500)).fill(0xff, 10, 40), 'is damaged'],
  ['zstd', 'damaged', zlib.zstdCompressSync(lines(500)).fill(0xff, 10, 40), 'is damaged'],
])(
  'files of events end in one sentence if %s is %s, and nothing is imported',
  async (name, fault, bytes, why) => {
    const file = await put(`${fault}.${name}`, bytes);
    const { code, stdout, stderr } = await into(file);
    expect([code, stdout]).toEqual([2, '']);
    const begin = `${file} could not be read to its end, and nothing of it was taken`;
    expect(stderr).toContain(`${begin}: its compressed data ${why}.`);
  },
);

test('files of events can come through stdin, where CSV is recognized by its header', async () => {
  const csv = `type,timestamp,appID,model\nt,2026-10-05T08:12:33Z,B1,"a,b"\nt,,B1,c\n`;
  const stdin = Readable.from([zlib.gzipSync(csv)]);
  const { code, stdout } = await runWith({ stdin }, 'import', '-', '--org', 'a', '--db', db);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('stdin: 1 event taken, 1 line refused: 1 × timestamp is missing (line 3)\n'),
  ]);
});

test('files of events of another kind are refused', async () => {
  const zip = await put('a.ndjson.zip', Buffer.from('PK\x03\x04 and so on'));
  expect(await into(zip)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot be read as a zip file'),
  });
});

test('files of events may be a list of objects, or an object on several lines', async () => {
  const list = await put(
    'list.json',
    JSON.stringify([event({ sessionID: 'in a list' }), { type: 'opened' }]),
  );
  const { code, stdout } = await into(list);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('1 event taken, 1 line refused: 1 × timestamp is missing (line 2)'),
  ]);
  const pretty = await put('pretty.json', JSON.stringify(event({ sessionID: 'pretty' }), null, 2));
  expect((await into(pretty)).stdout).toContain('1 event taken, 0 lines refused');
});

test.each([
  ['objects in every row', lines(2), 'payload.modelName'],
  ['lines that are damaged', Buffer.from('timestamp,appID,type,city\n1,2,3,"ä"\n"x"y\n', 'latin1'), 'ä'],
])(
  'files of events with %s are described by --columns, and a mapping to begin with',
  async (name, text, shown) => {
    const { code, stdout } = await run('import', await put(`described ${name}`, text), '--columns');
    expect([code, stdout]).toEqual([0, expect.stringContaining(shown)]);
    expect(stdout).toContain('"appID": "appID"');
  },
);

test('files of events may have an object as one key, which --column names', async () => {
  const whole = await put('whole.ndjson', lines(1));
  expect((await into(whole, '--column', 'note=payload')).code).toBe(0);
  const store = await openStore(db);
  const [row] = await rowsOf(store, 'SELECT note FROM events_1 WHERE note IS NOT NULL');
  store.close();
  expect(row).toMatchObject({ note: expect.stringContaining('"modelName"') });
});

test.each([
  ['UTF-16 without a byte order mark', (text: string) => Buffer.from(text, 'utf16le')],
  ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
])('files of events may be in %s', async (name, encode) => {
  salt += 1;
  const text = `timestamp,appID,type,city\n2026-10-05T08:12:33Z,B1,${salt},${name} ä\n`;
  expect((await into(await put(`${name}.csv`, encode(text)))).stdout).toContain('1 event taken, 0 lines');
  expect(await cities()).toContain(`${name} ä`);
});

async function cities() {
  const { stdout } = await run('columns', 'city', '--org', 'a', '--db', db, '--format', 'json');
  return (JSON.parse(stdout) as { readonly value: string }[]).map(({ value }) => value);
}

test('files of events in UTF-8 lose no line that is not', async () => {
  const text = Buffer.concat([Buffer.from(`${lines(1)}{"ä":`), Buffer.from([0xe4, 10])]);
  const file = await put('damaged.ndjson', Buffer.concat([text, Buffer.from(`${lines(1)}{"city":"ö"}\n`)]));
  const { stdout } = await into(file);
  expect(stdout).toContain(
    '2 events taken, 2 lines refused: 1 × not JSON (line 2); 1 × timestamp is missing (line 4)',
  );
});

test.each([1_048_577, 9_000_000])(
  'files of events lose a line of %d bytes only, and the next one has its number',
  async (length) => {
    const file = await put('long.ndjson', `${lines(1)}${'x'.repeat(length)}\nnope\n`);
    expect((await into(file)).stdout).toContain(
      '1 event taken, 2 lines refused: 1 × longer than 1 MiB (line 2); 1 × not JSON (line 3)',
    );
  },
);

/** Events and imports in a store. */
async function countsIn(path: string) {
  const store = await openStore(path);
  const [row] = await rowsOf(
    store,
    'SELECT (SELECT count(*) FROM events_1) AS events, (SELECT count(*) FROM imports) AS imports',
  );
  store.close();
  return row;
}

test('an import that is interrupted leaves nothing of its file and does not change the store', async () => {
  const interrupted = join(folder, 'interrupted.db');
  await run('org', 'create', 'a', '--db', interrupted);
  const importing = commandUnderWay(['import', '-', '--org', 'a', '--db', interrupted]);
  await feedUntilRead(importing, () => lines(1000));
  importing.kill('SIGINT');
  await once(importing, 'close');
  expect(await countsIn(interrupted)).toEqual({ events: 0, imports: 0 });
});

test('an import that is killed while it stores leaves nothing of its file and no temporary files', async () => {
  const killed = join(folder, 'storing.db');
  const file = await put('large.ndjson', `${lines(12_000)}nope\n`);
  await run('org', 'create', 'a', '--db', killed);
  const taking = commandUnderWay(['import', file, '--org', 'a', '--db', killed]);
  for await (const text of taking.stderr ?? []) if (String(text).includes('storing')) break;
  taking.kill('SIGKILL');
  await once(taking, 'close');
  await mkdir(`${killed}.tmp`, { recursive: true });
  await writeFile(join(`${killed}.tmp`, 'duckdb_temp_storage_DEFAULT-0.tmp'), 'spilled');
  expect(await countsIn(killed)).toEqual({ events: 0, imports: 0 });
  // Opening the store removed the temporary files of the killed import.
  expect(await run('import', file, '--org', 'a', '--db', killed)).toMatchObject({ code: 0 });
  const left = await readdir(folder);
  expect(left.filter((name) => name.startsWith('storing.db'))).toEqual(['storing.db']);
});
