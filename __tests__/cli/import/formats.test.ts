import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { event } from '../../support/service/event.ts';
import { commandUnderWay, feedUntilRead } from '../../support/service/processes.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { rowsOf } from '../../support/service/store.ts';
import { isLong } from '../../support/properties.ts';
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
  ['gzip', zlib.gzipSync],
  ['zstd', zlib.zstdCompressSync],
])('files of events end in one sentence if %s is cut off, and nothing is imported', async (name, pack) => {
  const cut = await put(`cut.${name}`, pack(lines(5000)).subarray(0, -20));
  const { code, stdout, stderr } = await into(cut);
  expect([code, stdout]).toEqual([2, '']);
  const begin = `${cut} could not be read to its end, and nothing of it was taken`;
  expect(stderr).toContain(`${begin}: its compressed data ends too early.`);
});

test.each([
  ['gzip', zlib.gzipSync],
  ['zstd', zlib.zstdCompressSync],
])('files of events end in one sentence if %s is damaged, and nothing is imported', async (name, pack) => {
  const bytes = pack(lines(5000));
  const damaged = await put(`damaged.${name}`, bytes.fill(0xff, 10, 40));
  const { code, stdout, stderr } = await into(damaged);
  expect([code, stdout]).toEqual([2, '']);
  const begin = `${damaged} could not be read to its end, and nothing of it was taken`;
  expect(stderr).toContain(`${begin}: its compressed data is damaged.`);
});

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

test('files of events have their refused rows written to --rejects with the line that the row begins on', async () => {
  const csv = await put('r.csv', 'timestamp,appID,type,note\n\n2026-10-05T08:12:33Z,B1,,"a\nb"\n');
  const rejects = join(folder, 'rejects.ndjson');
  await into(csv, '--rejects', rejects);
  const written: unknown = JSON.parse(await readFile(rejects, 'utf8'));
  expect(written).toEqual({
    file: csv,
    line: 3,
    reason: 'type is missing',
    text: '2026-10-05T08:12:33Z,B1,,"a\nb"',
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
    expect(stdout).toContain('"timestamp": "timestamp"');
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

test('files of events may mix the line ends of systems, also within quotes', async () => {
  salt += 1;
  const row = `2026-10-05T08:12:33Z,B1,${salt},"a\r\nb ""q"", c"`;
  const mixed = await put('mixed.csv', `timestamp,appID,type,note\r\n${row}\n${row}\r\nonly,two\n${row}\r\n`);
  const { code, stdout } = await into(mixed);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining(
      '3 events taken, 1 line refused: 1 × not as many cells as the header has (line 6)',
    ),
  ]);
});

test.each([
  ['UTF-16 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'ä'],
  ['UTF-16 without one', (text: string) => Buffer.from(text, 'utf16le'), 'ä'],
  ['Windows-1252', (text: string) => Buffer.from(text, 'latin1'), 'ä'],
  ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`), 'ä'],
  ['carriage returns only', (text: string) => Buffer.from(text.replaceAll('\n', '\r')), 'ä'],
])('files of events may be in %s', async (name, encode, city) => {
  salt += 1;
  const text = `timestamp,appID,type,city\n2026-10-05T08:12:33Z,B1,${salt},${city}\n`;
  const db2 = join(folder, `encoded-${salt}.db`);
  await run('org', 'create', 'a', '--db', db2);
  const file = await put(`${name}.csv`, encode(text));
  expect((await run('import', file, '--org', 'a', '--db', db2)).stdout).toContain('1 event taken, 0 lines');
  const { stdout } = await run('columns', 'city', '--org', 'a', '--db', db2, '--format', 'json');
  expect(JSON.parse(stdout)).toMatchObject([{ value: city }]);
});

test('files of events in UTF-8 lose only the lines that are not', async () => {
  const bytes = Buffer.concat([
    Buffer.from(`${lines(1)}{"ä":`),
    Buffer.from([0xe4, 10]),
    Buffer.from(lines(1)),
  ]);
  const file = await put('damaged.ndjson', Buffer.concat([bytes, Buffer.from('{"city":"ö"}\n')]));
  const { stdout } = await into(file);
  expect(stdout).toContain(
    '2 events taken, 2 lines refused: 1 × not UTF-8 (line 2); 1 × timestamp is missing (line 4)',
  );
});

test('progress is one line on a terminal, which is cleared before anything else is written', async () => {
  const file = await put('progress.ndjson', `${lines(3)}nope\n`);
  let written = '';
  const terminal = { write: (text: string) => (written += text), isTTY: true, columns: 400 };
  await runWith(
    { stdout: terminal, stderr: terminal, columns: 80 },
    'import',
    file,
    '--org',
    'a',
    '--db',
    db,
  );
  const clear = '\r\u001B[2K';
  const shown = written.split(clear);
  expect(shown).toContain(`${file}:4: not JSON\n`);
  expect(shown.at(-1)).toContain(`${file}: 3 events taken, 1 line refused: 1 × not JSON (line 4)\n`);
  expect(shown.at(-2)).toMatch(/progress\.ndjson: storing 3 events, \d+ s so far$/);
});

test.each(['SIGKILL', 'SIGINT'] as const)(
  'an import that is killed by %s leaves nothing of its file and does not change the store',
  async (signal) => {
    const killed = join(folder, `${signal}.db`);
    await run('org', 'create', 'a', '--db', killed);
    const importing = commandUnderWay(['import', '-', '--org', 'a', '--db', killed]);
    await feedUntilRead(importing, () => lines(1000));
    importing.kill(signal);
    await once(importing, 'close');
    const store = await openStore(killed);
    expect(
      await rowsOf(
        store,
        'SELECT (SELECT count(*) FROM events_1) AS events, (SELECT count(*) FROM imports) AS imports',
      ),
    ).toEqual([{ events: 0, imports: 0 }]);
    store.close();
  },
);

test('an import that is killed while it stores leaves nothing of its file and no temporary files', async () => {
  const killed = join(folder, 'storing.db');
  const file = await put('large.ndjson', `${lines(60_000)}nope\n`);
  await run('org', 'create', 'a', '--db', killed);
  const taking = commandUnderWay(['import', file, '--org', 'a', '--db', killed]);
  // Once the refused line has been reported, what remains is storing.
  await once(taking.stderr ?? process.stderr, 'data');
  taking.kill('SIGKILL');
  await once(taking, 'close');
  await mkdir(`${killed}.tmp`, { recursive: true });
  await writeFile(join(`${killed}.tmp`, 'duckdb_temp_storage_DEFAULT-0.tmp'), 'spilled');
  const store = await openStore(killed);
  expect(
    await rowsOf(store, 'SELECT (SELECT count(*) FROM events_1) AS e, (SELECT count(*) FROM imports) AS i'),
  ).toEqual([{ e: 0, i: 0 }]);
  store.close();
  // Opening the store removed the temporary files of the killed import.
  expect(await run('import', file, '--org', 'a', '--db', killed)).toMatchObject({ code: 0 });
  const left = await readdir(folder);
  expect(left.filter((name) => name.startsWith('storing.db'))).toEqual(['storing.db']);
});

test('an import that is killed while it stores leaves either all or nothing of a large file', async () => {
  const [killed, count] = [join(folder, 'meanwhile.db'), 200_000];
  const file = await put('larger.ndjson', lines(count));
  expect((await stat(file)).size).toBeGreaterThan(16_000_000);
  await run('org', 'create', 'a', '--db', killed);
  const found: unknown[] = [];
  for (const delayMs of isLong ? [300, 500, 700, 900, 1200] : [600]) {
    const taking = commandUnderWay(['import', file, '--org', 'a', '--db', killed, '--again']);
    await sleep(delayMs);
    taking.kill('SIGKILL');
    if (taking.exitCode === null && taking.signalCode === null) await once(taking, 'close');
    const store = await openStore(killed);
    found.push(
      ...(await rowsOf(
        store,
        'SELECT (SELECT count(*)::INTEGER FROM events_1) AS e, (SELECT count(*)::INTEGER FROM imports) AS i',
      )),
    );
    store.close();
  }
  // The next rounds refuse what this one imported.
  expect(found).toEqual(found.map((row) => ({ e: count * importsIn(row), i: importsIn(row) })));
  expect(await run('import', file, '--org', 'a', '--db', killed, '--again')).toMatchObject({ code: 0 });
}, 90_000);

function importsIn(row: unknown) {
  return typeof row === 'object' && row !== null && 'i' in row ? Number(row.i) : NaN;
}
