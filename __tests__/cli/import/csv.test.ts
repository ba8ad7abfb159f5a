import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cellsOf, csvForm } from '../../../src/cli/import/csv.ts';
import { textRows } from '../../../src/cli/import/text-rows.ts';
import fc from '../../support/properties.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const folder = emptyFolder();

/** The rows of a file with the lines that they begin on: the cells, or why it is refused. */
async function read(text: string): Promise<readonly (readonly [line: number, what: unknown])[]> {
  const path = join(folder, 'a.csv');
  await writeFile(path, text);
  const form = csvForm('a.csv', text.replace(/^\uFEFF/, ''));
  const rows: (readonly [number, unknown])[] = [];
  if (form === null) return rows;
  for await (const { line, bytes, kind, reason } of textRows(path, form)) {
    const text = Buffer.from(bytes, 'latin1').toString().trimEnd();
    if (kind === 'row') rows.push([line, cellsOf(text, form.delimiter)]);
    if (kind === 'refused') rows.push([line, reason]);
  }
  return rows;
}

test('a CSV file keeps line numbers across newlines in quotes, blank lines, CRLF and a byte order mark', async () => {
  const row = (model: string) => `z,B1,${model}\r\n`;
  const text = `\uFEFFa,b,c\r\n\r\n${row('"a\r\n\r\nb"')}${row('c')}only,two\r\n\r\n${row('5" wide')}${row('"x"y')}z,,"open`;
  expect(await read(text)).toEqual([
    [3, ['z', 'B1', 'a\r\n\r\nb']],
    [6, ['z', 'B1', 'c']],
    [7, 'not a row of 3 cells, or a quote is not closed'],
    [9, ['z', 'B1', '5" wide']],
    [10, 'not a row of 3 cells, or a quote is not closed'],
    [11, 'not a row of 3 cells, or a quote is not closed'],
  ]);
});

test('a CSV file loses one line by a stray quote, not the rows after it', async () => {
  const rows = Array.from({ length: 2000 }, (_, n) => (n % 500 === 7 ? `${n},"6 inch` : `${n},ok`));
  const records = await read(['a,b', ...rows].join('\n'));
  const faults = records.filter(([, what]) => typeof what === 'string');
  expect(faults.map(([line]) => line)).toEqual([9, 509, 1009, 1509]);
  expect(records).toHaveLength(2000);
});

test.each([
  ['a;b\n1;2\n', ';'],
  ['a\tb\n1\t2\n', '\t'],
  ['a|b\n1|2\n', '|'],
  ['sep=;\na;b\n1;2\n', ';'],
  ['# made by a program, on a day\n\na,b\n1,2\n', ','],
])('a CSV file may be written as %j', async (text, delimiter) => {
  expect(csvForm('a.csv', text)).toMatchObject({ delimiter, header: ['a', 'b'] });
  expect((await read(text)).map(([, what]) => what)).toEqual([['1', '2']]);
});

test('a CSV file may have a column without a name, as an index has, but not a name twice', () => {
  expect(csvForm('a.csv', ',a,b\n')?.header).toEqual(['column 1', 'a', 'b']);
  expect(() => csvForm('a.csv', 'a,b,a\n')).toThrow('its header has the column "a" twice');
});

test('a CSV file is read as it was written, whatever its cells contain', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', 'ä', '😀') });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
      const written = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(','));
      let line = 2;
      const expected = rows.map((cells, index) => {
        const at = line;
        line += (written[index] ?? '').split('\n').length;
        return [at, cells];
      });
      expect(await read(`a,b\n${written.join('\n')}`)).toEqual(expected);
    }),
  );
});
