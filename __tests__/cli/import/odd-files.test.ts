// Files as other programs write them: what would be lost, or taken for something else, without a word.
import { DuckDBInstance } from '@duckdb/node-api';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OWN, withFlags } from '../../../src/service/import/mapping.ts';
import { importSources } from '../../support/service/import.ts';
import { rowsOf, withMemory } from '../../support/service/store.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const folder = emptyFolder();
const AT = '2026-10-05T08:12:33Z';

/** The events that are stored of a file, with these columns, and why its lines are refused. */
async function imported(name: string, columns: readonly string[], timezone: string | null = null) {
  const outcome: { rows: unknown; refused: unknown } = { rows: null, refused: null };
  await withMemory(async (store) => {
    await store.organizations.create('a', 'paid');
    const mapping = withFlags(OWN, { timezone, appID: null, columns: new Map() });
    const { refused } = await importSources(store, [{ name: join(folder, name), bytes: null }], { mapping });
    outcome.refused = refused.map(({ line, reason }) => [line, reason]);
    outcome.rows = await rowsOf(store, `SELECT ${columns.join(', ')} FROM events_1 ORDER BY type`);
  });
  return outcome;
}

async function imports(name: string, text: string, columns: readonly string[]) {
  await writeFile(join(folder, name), text);
  return imported(name, columns);
}

async function writeParquet(name: string, select: string): Promise<void> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`COPY (SELECT ${select}) TO '${join(folder, name)}' (FORMAT parquet)`);
}

test('a CSV file has no value where databases write \\N or NULL without quotes', async () => {
  const rows = [`a,\\N,null`, `b,"\\N","NULL"`].map((row) => `${AT},B1,${row}\n`);
  const text = `timestamp,appID,type,clientUser,plan\n${rows.join('')}`;
  expect(await imports('null.csv', text, ['clientUser', 'plan'])).toEqual({
    refused: [],
    rows: [
      { clientUser: null, plan: null },
      { clientUser: '\\N', plan: 'NULL' },
    ],
  });
});

test('a CSV file with a blank after each delimiter has values without it', async () => {
  const text = `timestamp, appID, type, note\n${AT}, B1, a, "b, c"\n${AT}, B1, d, e\nnever, B1, f, g\n`;
  expect(await imports('blanks.csv', text, ['appID', 'type', 'note'])).toEqual({
    refused: [[4, expect.stringContaining('"never"')]],
    rows: [
      { appID: 'B1', type: 'a', note: 'b, c' },
      { appID: 'B1', type: 'd', note: 'e' },
    ],
  });
});

test('a CSV file of Excel or Spark has decimal commas, yes and no, NaN, and quotes after a backslash', async () => {
  const header = 'timestamp;appID;type;floatValue;isTestMode;payload\n';
  const rows = [`a;1,5;yes;"{\\"n\\":\\"\\\\\\"\\"}"`, 'b;NaN;no;'].map((row) => `${AT};B1;${row}\n`);
  const columns = ['floatValue', 'isTestMode', 'n'];
  expect(await imports('excel.csv', `${header}${rows.join('')}`, columns)).toEqual({
    refused: [],
    rows: [
      { floatValue: 1.5, isTestMode: 'true', n: '"' },
      { floatValue: null, isTestMode: 'false', n: null },
    ],
  });
});

test('a CSV file is CSV if a cell has JSON on several lines', async () => {
  const text = `timestamp,appID,type,payload\n${AT},B1,a,"\n{\n ""n"": 1\n}"\n${AT},B1,b,"{""n"":2}"\n`;
  expect(await imports('json-cell.csv', text, ['n'])).toEqual({
    refused: [],
    rows: [{ n: '1' }, { n: '2' }],
  });
});

test('a file whose name is a pattern of other names is read itself', async () => {
  for (const name of ['a1.csv', 'a[1].csv', 'a?.csv', 'a*.csv']) {
    const { rows } = await imports(name, `timestamp,appID,type\n${AT},B1,${name}\n`, ['type']);
    expect(rows).toEqual([{ type: name }]);
  }
});

test('a Parquet file may have columns with the names that the import gives its own', async () => {
  const names = ['n0', 'p0', 'row', 'fault', 'refused', 'line', 't', 'zone', 'v', 'list', 'file_row_number'];
  const columns = names.map((name) => `'${name}' AS "${name}"`).join(', ');
  await writeParquet(
    'names.parquet',
    `'${AT}' AS "timestamp", 'B1' AS "appID", 't' AS type, 1 AS count, ${columns}`,
  );
  expect(
    await imported(
      'names.parquet',
      names.map((name) => `"${name}"`),
    ),
  ).toEqual({
    refused: [],
    rows: [Object.fromEntries(names.map((name) => [name, name]))],
  });
});

test.each([
  ['TIMESTAMP', 'Europe/Berlin', Date.UTC(2026, 9, 5, 6)],
  ['TIMESTAMP_NS', 'Europe/Berlin', Date.UTC(2026, 9, 5, 6)],
  ['TIMESTAMP', null, Date.UTC(2026, 9, 5, 8)],
  ['TIMESTAMPTZ', 'Europe/Berlin', Date.UTC(2026, 9, 5, 8)],
  ['DATE', null, Date.UTC(2026, 9, 5)],
])('a Parquet file with times as %s is read with --timezone %s', async (type, zone, timeMs) => {
  await writeParquet(
    'zone.parquet',
    `${
      type === 'TIMESTAMPTZ'
        ? `TIMESTAMPTZ '2026-10-05 08:00:00+00'`
        : `'2026-10-05 08:00:00'::TIMESTAMP::${type}`
    } AS "timestamp", 'B1' AS "appID", 't' AS type`,
  );
  expect((await imported('zone.parquet', ['__time'], zone)).rows).toEqual([{ __time: timeMs }]);
});
