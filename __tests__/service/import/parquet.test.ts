import { DuckDBInstance } from '@duckdb/node-api';
import { join } from 'node:path';
import { openStore } from '../../../src/service/store/store.ts';
import type { EventSource } from '../../../src/cli/import/sources.ts';
import { importSources } from '../../support/service/import.ts';
import { rowsOf } from '../../support/service/store.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const folder = emptyFolder();
const file = join(folder, "it's.parquet");

/** Writes rows of SQL values under columns of these types. */
async function write(columns: Readonly<Record<string, string>>, rows: readonly (readonly string[])[]) {
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

/** What an import of the file stores: the payload keys, and the rows as text. */
async function imported(strict = false) {
  const store = await openStore(':memory:', { create: true });
  try {
    await store.organizations.create('a', 'paid');
    const source: EventSource = { name: file, bytes: null };
    const { refused, ...summary } = await importSources(store, [source], { strict, again: true });
    const { columns } = await store.events.table(1);
    const selected = [...columns.values()].map(({ column }, n) => `"${column}"::VARCHAR AS c${n}`).join(', ');
    const rows = await rowsOf(store, `SELECT ${selected} FROM events_1 ORDER BY rowid`);
    const named = rows.map((row) =>
      Object.fromEntries([...columns.keys()].map((key, n) => [key, row[`c${n}`]])),
    );
    return { summary, refused, rows: named };
  } finally {
    store.close();
  }
}

const EVENT = { timestamp: 'VARCHAR', appID: 'VARCHAR', type: 'VARCHAR' };
const HEAD = [`'2026-10-05T08:12:33Z'`, `'B1'`, `'t'`];

describe('a Parquet file', () => {
  test.each([
    ['VARCHAR', `'ä"😀'`, 'ä"😀'],
    ['BIGINT', '9223372036854775807', '9223372036854775807'],
    ['DECIMAL(10,2)', '1.5', '1.50'],
    ['DOUBLE', '3.0', '3'],
    ['FLOAT', '0.1', '0.1'],
    ['DOUBLE', `'nan'`, undefined],
    ['DOUBLE', `'inf'`, 'inf'],
    ['TIMESTAMP', `'2026-10-05 08:12:33.123456'`, '2026-10-05T08:12:33.123Z'],
    ['TIMESTAMPTZ', `'2026-10-05 08:12:33+02'`, '2026-10-05T06:12:33.000Z'],
    ['INTEGER[]', '[1, 2]', '[1,2]'],
  ])('a Parquet file keeps as a payload key a %s %s as %s', async (type, value, stored) => {
    await write({ ...EVENT, [`ä"'.`.replaceAll('"', '""')]: type }, [[...HEAD, value]]);
    expect((await imported()).rows).toEqual([
      expect.objectContaining(stored === undefined ? { appID: 'B1' } : { [`ä"'.`]: stored }),
    ]);
  });

  test.each(['FLOAT', 'INTEGER', 'DECIMAL(10,2)'])(
    'a Parquet file may have floatValue as %s',
    async (type) => {
      await write({ ...EVENT, floatValue: type, isTestMode: 'BOOLEAN' }, [[...HEAD, '3', 'true']]);
      expect((await imported()).rows).toMatchObject([{ floatValue: '3.0', isTestMode: 'true' }]);
    },
  );

  test('a Parquet file tells which rows are refused, and why', async () => {
    await write(EVENT, [HEAD, [`'no time'`, `'B1'`, `'t'`], [`'1969-12-31T23:59:59Z'`, `'B1'`, `'t'`], HEAD]);
    const { refused, rows } = await imported();
    expect(rows).toHaveLength(2);
    expect(refused).toMatchObject([
      { line: 2, reason: expect.stringContaining('timestamp is not a date-time') },
      { line: 3, reason: 'timestamp is before the year 2000' },
    ]);
    expect(await imported(true)).toMatchObject({ summary: { taken: false }, rows: [] });
  });

  test('a Parquet file adds no payload key for a column without values', async () => {
    await write({ ...EVENT, plan: 'VARCHAR', never: 'VARCHAR' }, [[...HEAD, `'a'`, 'NULL']]);
    const [row] = (await imported()).rows;
    expect(row).toMatchObject({ plan: 'a' });
    expect(row).not.toHaveProperty('never');
  });

  test('a Parquet file may have a payload column, whose keys are added to those of further columns', async () => {
    await write({ ...EVENT, payload: 'STRUCT(a VARCHAR, b BIGINT)', list: 'INTEGER[]' }, [
      [...HEAD, `{'a': 'x', 'b': 7}`, 'NULL'],
      [...HEAD, 'NULL', '[1]'],
    ]);
    expect((await imported()).rows).toMatchObject([
      { a: 'x', b: '7', list: null },
      { a: null, list: '[1]' },
    ]);
  });

  test('a Parquet file is refused as a whole, with the names of its columns, if a required column is missing', async () => {
    await write({ timestamp: 'VARCHAR', app: 'VARCHAR' }, [[`'x'`, `'y'`]]);
    await expect(imported()).rejects.toThrow(
      'it has no column appID, type, only timestamp, app. If another column holds it, give --column appID=app --column type=',
    );
  });

  test('a Parquet file may have texts as binary values, of which those that are not UTF-8 are shown escaped', async () => {
    const row = (type: string, city: string) => [HEAD[0] ?? '', HEAD[1] ?? '', type, city];
    await write({ ...EVENT, city: 'BLOB' }, [row(`'a'`, `encode('ä')`), row(`'b'`, String.raw`'M\xE4'`)]);
    expect((await imported()).rows).toMatchObject([{ city: 'ä' }, { city: String.raw`M\xE4` }]);
  });
});
