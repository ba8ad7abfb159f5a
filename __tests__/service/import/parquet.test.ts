import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc, { runs } from '../../support/properties.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ImportNote,
  type ImportOptions,
  type ImportPart,
  importFiles,
} from '../../../src/service/import/files.ts';
import { importParquet } from '../../../src/service/import/parquet.ts';
import { parquetLines } from '../../../src/service/import/parquet-lines.ts';
import { openStore, type Store } from '../../../src/service/store/store.ts';
import { rowsOf } from '../../support/service/store.ts';

let folder = '';
let file = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ir-parquet-'));
  file = join(folder, "it's.parquet");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes rows of SQL values under columns of these types. */
async function write(
  columns: Readonly<Record<string, string>>,
  rows: readonly (readonly string[])[],
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'America/New_York'`);
  const types = Object.values(columns);
  const select = Object.keys(columns).map((name, index) => `v${index} AS "${name}"`);
  const cell = (value: string, index: number) => `(${value})::${types[index] ?? ''}`;
  const values = rows.map((row) => `(${row.map(cell).join(', ')})`).join(', ');
  const names = Object.keys(columns).map((_, index) => `v${index}`);
  const source = `SELECT ${select.join(', ')} FROM (VALUES ${values}) AS t(${names.join(', ')})`;
  await connection.run(`COPY (${source}) TO '${file.replaceAll("'", "''")}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
}

async function* parts(): AsyncGenerator<ImportPart> {
  yield { kind: 'file', name: 'a', format: 'ndjson', content: 'hash' };
  for await (const bytes of parquetLines(file)) yield { kind: 'bytes', bytes };
}

const PLAIN = { strict: false, again: true };

interface Outcome {
  readonly summary: unknown;
  readonly refused: readonly ImportNote[];
  readonly rows: readonly unknown[];
}

async function outcome(
  read: (store: Store, note: (note: ImportNote) => void) => Promise<unknown>,
): Promise<Outcome> {
  const store = await openStore(':memory:', { create: true, readable: [file] });
  try {
    await store.organizations.create('a', 'paid');
    const refused: ImportNote[] = [];
    const summary = await read(store, (note) => {
      if (note.kind === 'refused') refused.push(note);
    });
    const { columns } = await store.events.table(1);
    const keys = [...columns].map(([key, { column }]) => [key, column.replaceAll('"', '""')] as const).sort();
    const select = keys.map(([, column], index) => `"${column}"::VARCHAR AS c${index}`).join(', ');
    const rows = await rowsOf(store, `SELECT ${select}, _ir_user::VARCHAR AS u FROM events_1 ORDER BY ALL`);
    return { summary, refused, rows: [keys.map(([key]) => key), ...rows] };
  } finally {
    store.close();
  }
}

const byLine = () => outcome((store, note) => importFiles(store, 'a', parts(), PLAIN, note));
const directly = () =>
  outcome((store, note) => importParquet(store, 'a', { name: 'a', path: file }, PLAIN, note));

const EVENT = { timestamp: 'VARCHAR', appID: 'VARCHAR', type: 'VARCHAR' };
const HEAD = [`'2026-10-05T08:12:33Z'`, `'B1'`, `'t'`];

/** SQL values of each type, unusual ones included. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  VARCHAR: [
    'NULL',
    `''`,
    `'a'`,
    `'B1'`,
    `'true'`,
    `'false'`,
    `'True'`,
    `'1.5'`,
    `'007'`,
    `'1e3'`,
    `' 7 '`,
    `'-0'`,
    `'99999999999999999999'`,
    `'a"b\\c'`,
    `'ä😀'`,
    `'2026-10-05T08:12:33Z'`,
    `'2026-10-05T08:12:33.25Z'`,
    `'2026-10-05T08:12:33.123456Z'`,
    `'2026-10-05T08:12:33+02:00'`,
    `'2026-02-30T08:12:33Z'`,
    `'2026-10-05T24:00:00Z'`,
    `'2026-10-05T08:12:60Z'`,
    `'1969-12-31T23:59:59.999Z'`,
    `'2026-10-05'`,
    `repeat('x', 101)`,
    `repeat('ä', 60)`,
  ],
  BOOLEAN: ['NULL', 'true', 'false'],
  INTEGER: ['NULL', '0', '-7', '1759651953'],
  BIGINT: ['NULL', '9223372036854775807', '-9007199254740993', '1759651953000'],
  DOUBLE: [
    'NULL',
    '0',
    `'-0'`,
    '1.5',
    '1e300',
    '3.0',
    '-4e15',
    '9007199254740993',
    '0.1',
    '1e-7',
    `'nan'`,
    `'inf'`,
    `'-inf'`,
  ],
  FLOAT: ['NULL', '0.1', '3', `'nan'`, `'inf'`],
  'DECIMAL(10,2)': ['NULL', '1.50', '-2'],
  TIMESTAMP: [
    'NULL',
    `'2026-10-05 08:12:33.123456'`,
    `'1969-12-31 23:59:59.9995'`,
    `'2026-10-05'`,
    `'infinity'`,
    `'0044-03-15 (BC)'`,
  ],
  TIMESTAMPTZ: ['NULL', `'2026-10-05 08:12:33+02'`, `'12026-10-05 08:12:33+02'`],
  TIMESTAMP_NS: ['NULL', `'2026-10-05 08:12:33.123456789'`],
  TIMESTAMP_S: ['NULL', `'2026-10-05 08:12:33'`],
  DATE: ['NULL', `'2026-10-05'`],
  UUID: ['NULL', `'B1D0DE31-0000-4000-8000-000000000001'`],
};

const TIMES = ['VARCHAR', 'TIMESTAMP', 'TIMESTAMPTZ', 'TIMESTAMP_NS', 'TIMESTAMP_S'];
const TEXTS = ['VARCHAR', 'VARCHAR', 'UUID', 'BIGINT'];
const ANY = Object.keys(VALUES);

/** The columns and their usual types. */
const COLUMNS: readonly (readonly [name: string, types: readonly string[]])[] = [
  ['timestamp', TIMES],
  ['appID', TEXTS],
  ['type', TEXTS],
  ['clientUser', TEXTS],
  ['sessionID', TEXTS],
  ['isTestMode', ['BOOLEAN']],
  ['floatValue', ['DOUBLE', 'FLOAT', 'INTEGER', 'DECIMAL(10,2)']],
  ['TelemetryDeck.Device.screenScaleFactor', ANY],
  ['a', ANY],
  ['__time', ANY],
  ['count', ANY],
  [`ä"'.`, ANY],
];

const typeOf = (types: readonly string[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...types) },
    { weight: 1, arbitrary: fc.constantFrom(...ANY) },
  );

/**
 * Types of the columns, and rows of SQL values. In most rows the required fields are valid, so that there is
 * something to compare.
 */
const CASES = fc.tuple(...COLUMNS.map(([, types]) => typeOf(types))).chain((types) => {
  const cells = types.map((type) => fc.constantFrom(...(VALUES[type] ?? [])));
  const row = fc.tuple(fc.integer({ max: 3, min: 0 }), fc.tuple(...cells)).map(([odd, values]) =>
    values.map((value, index) => {
      const good = types[index] === 'VARCHAR' ? HEAD[index] : VALUES[types[index] ?? '']?.[1];
      return odd > 0 && index < HEAD.length ? (good ?? value) : value;
    }),
  );
  return fc.record({ types: fc.constant(types), rows: fc.array(row, { minLength: 1, maxLength: 8 }) });
});

describe('a Parquet file', () => {
  test('gives the same rows and the same refusals whether the engine or the event parser reads it', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(CASES, async ({ types, rows }) => {
        const named = COLUMNS.map(
          ([name], index) => [name.replaceAll('"', '""'), types[index] ?? ''] as const,
        );
        await write(Object.fromEntries(named), rows);
        const [direct, line] = [await directly(), await byLine()];
        if (direct.summary === null) return;
        if (direct.rows.length > 1) compared += 1;
        expect(direct).toEqual(line);
      }),
      { numRuns: runs(60, 12), seed: 1, endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(2);
  }, 300_000);

  test('gives the id of an app in the form of a UUID in upper case, whichever of the two reads it', async () => {
    const id = 'b97579b6-ffb8-4ac5-aaa7-da5796cc5dce';
    await write(
      EVENT,
      [id, `${id} `].map((appID) => [HEAD[0] ?? '', `'${appID}'`, `'t'`]),
    );
    for (const { rows, summary } of [await directly(), await byLine()]) {
      expect(summary).not.toBeNull();
      expect(JSON.stringify(rows)).toContain(`"${id.toUpperCase()}"`);
      expect(JSON.stringify(rows)).toContain(`"${id} "`);
    }
  });

  test('adds no payload key for a column without values', async () => {
    await write({ ...EVENT, plan: 'VARCHAR', never: 'VARCHAR' }, [[...HEAD, `'a'`, 'NULL']]);
    expect((await directly()).rows).toEqual((await byLine()).rows);
    expect((await directly()).rows[0]).not.toContain('never');
  });

  test('may have a payload column, and its nested values are kept as JSON text', async () => {
    await write({ ...EVENT, payload: 'STRUCT(a VARCHAR, b BIGINT)', list: 'INTEGER[]' }, [
      [...HEAD, `{'a': 'x', 'b': 7}`, 'NULL'],
      [...HEAD, 'NULL', '[1]'],
    ]);
    expect((await directly()).summary).toBeNull();
    const { rows, refused } = await byLine();
    expect(rows).toHaveLength(3);
    expect(rows[0]).toEqual(expect.arrayContaining(['a', 'b']));
    expect(JSON.stringify(rows)).toContain('[1]');
    expect(refused).toEqual([]);
  });

  test('is the only file that the engine can read', async () => {
    await write(EVENT, [HEAD]);
    const store = await openStore(join(folder, 'locked.duckdb'), { create: true, readable: [file] });
    const other = `SELECT * FROM read_parquet('${join(folder, 'other.parquet')}')`;
    await expect(rowsOf(store, other)).rejects.toThrow(/disabled|Permission/);
    await expect(rowsOf(store, `SET enable_external_access = true`)).rejects.toThrow(/locked/);
    store.close();
  });

  test('is refused as a whole, with the names of its columns, if a required column is missing', async () => {
    await write({ timestamp: 'VARCHAR', app: 'VARCHAR' }, [[`'x'`, `'y'`]]);
    await expect(byLine()).rejects.toThrow('it has no column appID, type (its columns: timestamp, app)');
  });

  describe('is imported as a whole:', () => {
    let store: Store;
    beforeEach(async () => {
      await write(EVENT, [HEAD]);
      store = await openStore(':memory:', { create: true, readable: [file] });
      await store.organizations.create('a', 'paid');
    });
    afterEach(() => {
      store.close();
    });

    const take = (
      options: ImportOptions,
      note: (note: ImportNote) => void | Promise<void> = () => undefined,
    ) => importParquet(store, 'a', { name: 'a', path: file }, options, note);

    test('nothing of it, if it changes while it is read', async () => {
      const change = () => write(EVENT, [HEAD, HEAD]);
      await expect(take(PLAIN, change)).rejects.toThrow('changed while it was read');
      expect(await rowsOf(store, 'SELECT count(*) AS events FROM events_1')).toEqual([{ events: 0 }]);
    });

    test('nothing of it, if its content was imported before, unless that is asked for', async () => {
      const once = { strict: false, again: false };
      await take(once);
      await expect(take(once)).rejects.toThrow('its content was imported on');
      expect(await take(PLAIN)).toMatchObject({ taken: true });
    });

    test('nothing of it, if a row is refused and the import is strict', async () => {
      await write(EVENT, [HEAD, [`'no time'`, `'B1'`, `'t'`]]);
      expect(await take({ strict: true, again: false })).toMatchObject({ taken: false });
    });
  });
});
