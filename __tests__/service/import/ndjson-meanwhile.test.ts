import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImportNote, type ImportPart, importFiles } from '../../../src/service/import/files.ts';
import { importCopyPath } from '../../../src/service/events/event-store.ts';
import { importDirectly } from '../../../src/service/import/direct.ts';
import { openStore, type Store } from '../../../src/service/store/store.ts';
import { rowsOf } from '../../support/service/store.ts';
import { outcome } from '../../support/import-outcome.ts';

let folder = '';
let file = '';
let direct: Store;
let byLine: Store;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ir-meanwhile-'));
  file = join(folder, 'large.ndjson');
  const db = join(folder, 'direct.duckdb');
  direct = await openStore(db, { create: true, readable: [file, importCopyPath(db)] });
  byLine = await openStore(':memory:', { create: true });
});

afterAll(async () => {
  direct.close();
  byLine.close();
  await rm(folder, { recursive: true, force: true });
});

const LINES = 1000;
const AGAIN = { strict: false, again: true };
const FILLER = 'äö😀x'.repeat(2000);
let organizations = 0;

/** One of the lines, the times in no order; all together a little above what is stored while it is looked through. */
function line(number: number, more = ''): string {
  const second = String((number * 37) % 60).padStart(2, '0');
  return `{"timestamp":"2026-10-05T08:12:${second}Z","appID":"B1","clientUser":"u${number % 97}","type":"t","payload":{"a":"${FILLER}${number}"${more}}}`;
}

const LARGE: readonly string[] = Array.from({ length: LINES }, (_, number) => line(number));
/** Between the places that are looked at first: those are 64 KB each, a 64th of the file apart. */
const UNSEEN = Math.floor((LINES * 50.6) / 64);
const withLine = (at: number, text: string) => LARGE.toSpliced(at, 1, text);
const given = () => ({ name: 'a', format: 'ndjson', path: file }) as const;

/** What an import of a text says and leaves, beside the same line by line. */
async function bothWays(text: string) {
  await writeFile(file, text);
  const namespace = `org-${++organizations}`;
  async function* parts(): AsyncGenerator<ImportPart> {
    yield { kind: 'file', name: 'a', format: 'ndjson', content: null };
    yield { kind: 'bytes', bytes: Buffer.from(text) };
  }
  const [ours, theirs] = [
    await outcome(direct, namespace, (store, org, note) => importDirectly(store, org, given(), AGAIN, note)),
    await outcome(byLine, namespace, (store, org, note) => importFiles(store, org, parts(), AGAIN, note)),
  ];
  expect(ours.summary).toEqual(theirs.summary);
  expect(ours.refused).toEqual(theirs.refused);
  expect(ours.rows.length).toBe(theirs.rows.length);
  expect(JSON.stringify(ours.rows) === JSON.stringify(theirs.rows)).toBe(true);
  return ours;
}

async function eventsOf(namespace: string): Promise<unknown> {
  const { name } = await direct.events.table((await direct.organizations.get(namespace)).id);
  return (await rowsOf(direct, `SELECT count(*)::INTEGER AS events FROM ${name}`))[0];
}

describe('A large file of NDJSON, stored while it is looked through', () => {
  it.each([
    ['as it is mostly written', `${LARGE.join('\n')}\n`],
    ['with CRLF and no newline at its end', LARGE.join('\r\n')],
    ['with a byte order mark', `\uFEFF${LARGE.join('\n')}`],
  ])('is stored as line by line, %s', async (_, text) => {
    const { summary } = await bothWays(text);
    expect(summary).toMatchObject({ taken: true, files: [{ events: LINES, refused: [] }] });
  });

  it.each([1, UNSEEN, LINES - 1])('refuses line %i by its number, and has taken none twice', async (at) => {
    const { summary } = await bothWays(`\n${withLine(at, 'nope').join('\n')}\n`);
    expect(summary).toMatchObject({
      files: [{ events: LINES - 1, refused: [{ reason: 'not JSON', lines: [at + 2] }] }],
    });
    expect(await readdir(folder)).not.toContain('direct.duckdb.import');
  });

  it.each([UNSEEN, LINES - 1])('has a column for a key that line %i alone has', async (at) => {
    const { rows } = await bothWays(withLine(at, line(at, ',"late":"x","__proto__":7')).join('\n'));
    expect(rows[0]).toContain('late');
  });

  it('has the rows in the order of time', async () => {
    await bothWays(LARGE.join('\n'));
    const { name } = await direct.events.table((await direct.organizations.get(`org-${organizations}`)).id);
    const times = await rowsOf(direct, `SELECT __time::VARCHAR AS t FROM ${name}`);
    const found = times.map((row) => JSON.stringify(row));
    expect(found.join() === found.toSorted().join()).toBe(true);
  });

  it('is for the other way with a line that has no end, or more keys than there can be columns', async () => {
    const keys = Array.from({ length: 1001 }, (_, key) => `,"k${key}":"x"`).join('');
    for (const text of [`{"x":"${'x'.repeat(2_000_000)}"}`, line(1, keys)]) {
      await writeFile(file, withLine(UNSEEN, text).join('\n'));
      await direct.organizations.create(`org-${++organizations}`, 'paid');
      expect(await importDirectly(direct, `org-${organizations}`, given(), AGAIN, () => undefined)).toBeNull();
      expect(await eventsOf(`org-${organizations}`)).toEqual({ events: 0 });
    }
  });

  it('is refused where its content was taken before, and where it changes at the last moment', async () => {
    await writeFile(file, LARGE.join('\n'));
    await direct.organizations.create('twice', 'paid');
    const load = (again: boolean, note: (note: ImportNote) => Promise<void>) =>
      importDirectly(direct, 'twice', given(), { strict: true, again }, note);
    await load(false, async () => undefined);
    await expect(load(false, async () => undefined)).rejects.toThrow('its content was imported on');
    const change = async ({ kind }: ImportNote) => {
      if (kind === 'storing') await appendFile(file, `\n${line(1)}`);
    };
    await expect(load(true, change)).rejects.toThrow('changed while it was read');
    expect(await eventsOf('twice')).toEqual({ events: LINES });
    await writeFile(file, LARGE.join('\n'));
    expect(await load(true, async () => undefined)).toMatchObject({ taken: true });
    expect(await eventsOf('twice')).toEqual({ events: LINES * 2 });
  });
});

describe('A small file of NDJSON', () => {
  it.each([
    ['of one line', LARGE[0] ?? '', 1],
    ['of one line with an end', `${LARGE[0] ?? ''}\r\n`, 1],
    ['of nothing', '', 0],
    ['of blank lines', '\n\r\n \n', 0],
  ])('%s is read as line by line', async (_, text, events) => {
    const { summary } = await bothWays(text);
    expect(summary).toMatchObject({ taken: events > 0, files: [{ events }] });
  });
});
