import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { csvForm } from '../../../src/cli/import/csv.ts';
import { importSources } from '../../support/service/import.ts';
import { rowsOf, withMemory } from '../../support/service/store.ts';
import fc from '../../support/properties.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const folder = emptyFolder();
const NOT_A_ROW = 'not a row of 4 cells, or a quote is not closed';

/** A file with a row for each event of these types, which are cells of CSV. */
function textOf(types: readonly string[]): string {
  return `timestamp,appID,n,type\n${types.map((type, n) => `2026-10-05T08:12:33Z,B1,${n},${type}\n`).join('')}`;
}

/** What is stored of a file, and its refused lines. */
async function read(content: string | Uint8Array) {
  const outcome: { types: unknown[]; refused: unknown[] } = { types: [], refused: [] };
  await withMemory(async (store) => {
    await store.organizations.create('a', 'paid');
    const path = join(folder, 'a.csv');
    await writeFile(path, content);
    const { refused } = await importSources(store, [{ name: path, bytes: null }]);
    outcome.refused = refused.map(({ line, reason }) => [line, reason]);
    const rows = await rowsOf(store, 'SELECT type FROM events_1 ORDER BY n::INTEGER');
    outcome.types = rows.map(({ type }) => type);
  });
  return outcome;
}

test('a CSV file loses one line by a stray quote, not the rows after it', async () => {
  const types = Array.from({ length: 2000 }, (_, n) => (n % 500 === 7 ? '"6 inch' : 'ok'));
  const { types: stored, refused } = await read(textOf(types));
  expect(refused).toEqual([9, 509, 1009, 1509].map((line) => [line, NOT_A_ROW]));
  expect(stored).toHaveLength(1996);
});

test('a CSV file that is read line by line has the same cells, blank lines and lines that are too long', async () => {
  const types = ['"a, ""b"""', '5" wide', '"x"y', `"${'x'.repeat(1_048_577)}"`, ' "c"', '"last'];
  expect(await read(textOf(types).replace('\n2026', '\n\n2026'))).toEqual({
    types: ['a, "b"', '5" wide', 'c'],
    refused: [
      [5, NOT_A_ROW],
      [6, 'longer than 1 MiB'],
      [8, NOT_A_ROW],
    ],
  });
});

test('a CSV file may have ends of lines of several systems, and cells of several lines', async () => {
  const text = textOf(['"a\nb"', 'c', 'd', 'e']).replace('c\n', 'c\r\n').replace('d\n', 'd\r');
  expect(await read(text)).toEqual({ types: ['a\nb', 'c', 'd', 'e'], refused: [] });
});

test('a CSV file is read as Windows-1252 in the lines that are not UTF-8', async () => {
  const [before = '', after = ''] = textOf(['ä', 'MIDDLE', 'ö']).split('MIDDLE');
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0x80, 0xe4]), Buffer.from(after)]);
  expect(await read(bytes)).toEqual({ types: ['ä', '€ä', 'ö'], refused: [] });
});

test.each([
  ['a;b\n1;2\n', ';'],
  ['a\tb\n1\t2\n', '\t'],
  ['a|b\n1|2\n', '|'],
  ['sep=;\na;b\n1;2\n', ';'],
  ['# made by a program, on a day\n\na,b\n1,2\n', ','],
])('a CSV file may be written as %j', (text, delimiter) => {
  const headerPlace = text.split('\n').findIndex((line) => line.startsWith('a'));
  expect(csvForm(text)).toMatchObject({ delimiter, header: `a${delimiter}b`, skip: headerPlace + 1 });
});

test('a CSV file may have a column without a name, as an index has, and a name twice', async () => {
  await withMemory(async (store) => {
    await store.organizations.create('a', 'paid');
    const path = join(folder, 'names.csv');
    await writeFile(path, ',timestamp,appID,type,type\n1,2026-10-05T08:12:33Z,B1,t,u\n');
    await importSources(store, [{ name: path, bytes: null }]);
    const rows = await rowsOf(store, 'SELECT "column_1~2" AS "1", type, "column_5~2" AS "5" FROM events_1');
    expect(rows).toEqual([{ 1: '1', type: 't', 5: 'u' }]);
  });
});

test('a CSV file is read as it was written, whatever its cells contain', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', 'ä', '😀'), minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 5 }), async (types) => {
      const written = types.map((type) => `"${type.replaceAll('"', '""')}"`);
      expect(await read(textOf(written))).toEqual({ types, refused: [] });
    }),
  );
});
