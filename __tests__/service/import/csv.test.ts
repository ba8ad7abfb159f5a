import fc from '../../support/properties.ts';
import { csvRecords } from '../../../src/service/import/csv.ts';
import { InvalidEventError } from '../../../src/service/events/event.ts';
import { splitLines } from '../../../src/service/import/records.ts';

type Read = readonly [line: number, what: unknown];

/** The file's rows with the lines that they begin on: the event, or why it is refused. */
function read(text: string, chunk = 7): readonly Read[] {
  const lines = splitLines();
  const records = csvRecords('a.csv');
  const bytes = Buffer.from(text);
  const found = [];
  for (let at = 0; at < bytes.length; at += chunk)
    found.push(...lines.push(bytes.subarray(at, at + chunk)).map((line) => records.push(line)));
  found.push(...lines.end().map((line) => records.push(line)), records.end());
  return found
    .filter((record) => record !== null)
    .map((record) => {
      try {
        return [record.number, record.read()];
      } catch (error) {
        return [record.number, error instanceof InvalidEventError ? error.reason : error];
      }
    });
}

const HEAD = 'timestamp,appID,type,clientUser,isTestMode,floatValue,model';

test('a CSV file has an event in each row: an empty cell has no value, a quoted empty one is an empty string', () => {
  expect(
    read(`${HEAD}\n2026-10-05T08:12:33Z,B1,t,,True,1.5,"a,""b"""\n2026-10-05T08:12:33Z,B1,t,"",,x,\n`),
  ).toEqual([
    [
      2,
      {
        timestamp: '2026-10-05T08:12:33Z',
        appID: 'B1',
        type: 't',
        isTestMode: 'true',
        floatValue: 1.5,
        payload: { model: 'a,"b"' },
      },
    ],
    [
      3,
      {
        timestamp: '2026-10-05T08:12:33Z',
        appID: 'B1',
        type: 't',
        clientUser: '',
        floatValue: 'x',
        payload: {},
      },
    ],
  ]);
});

test('a CSV file keeps line numbers across newlines in quotes, blank lines, CRLF and a byte order mark', () => {
  const row = (model: string) => `z,B1,t,,,,${model}\r\n`;
  const text = `\uFEFF\r\n${HEAD}\r\n\r\n${row('"a\r\n\r\nb"')}${row('c')}only,two\r\n\r\n${row('5" wide')}${row('"x"y')}z,B1,t,,,,"open`;
  const rows = read(text);
  expect(rows.map(([line]) => line)).toEqual([4, 7, 8, 10, 11, 12]);
  expect(rows[0]?.[1]).toMatchObject({ payload: { model: 'a\r\n\r\nb' } });
  expect(rows[3]?.[1]).toMatchObject({ payload: { model: '5" wide' } });
  expect([2, 4, 5].map((index) => rows[index]?.[1])).toEqual([
    'not as many cells as the header has',
    'a quoted cell does not end where its quote does',
    'a quote is not closed',
  ]);
});

test.each([
  ['semicolons', ';'],
  ['tabs', '\t'],
])('a CSV file may be delimited by %s', (_, delimiter) => {
  const text = `timestamp,appID,type,a\nz,B1,t,"x,y;\tz"\n`.replaceAll(/,(?![^"]*"\n)/g, delimiter);
  expect(read(text)).toEqual([
    [2, { timestamp: 'z', appID: 'B1', type: 't', payload: { a: expect.stringMatching(/^x.y.\tz$/) } }],
  ]);
});

test('a CSV file may have a payload column of JSON objects beside the other columns', () => {
  const head = 'timestamp,appID,type,payload,model\n';
  const [good, bad] = read(`${head}z,B1,t,"{""a"":1,""model"":""x""}",y\nz,B1,t,[1],y\n`);
  expect(good?.[1]).toMatchObject({ payload: { a: 1, model: 'y' } });
  expect(bad?.[1]).toBe('payload is not an object');
});

test.each([
  ['a,b\n', /its first line, the header, has no column timestamp, appID, type/],
  [`${HEAD},model\n`, /"model" twice/],
  [`${HEAD},\n`, /without a name/],
])('a CSV file is refused as a whole if no event can be read with its header: %j', (text, message) => {
  expect(() => read(`${text}z,B1,t\n`)).toThrow(message);
});

test('a CSV file is read as it was written, whatever its cells contain and wherever chunks end', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r\n', ' ', 'ä', '😀') });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 40 }),
      (rows, chunk) => {
        const written = rows.map(
          (row) => `z,B1,t,${row.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')}`,
        );
        const text = `timestamp,appID,type,a,b\n${written.join('\n')}`;
        let line = 2;
        const expected = rows.map(([a, b], index) => {
          const at = line;
          line += (written[index] ?? '').split('\n').length;
          return [at, { timestamp: 'z', appID: 'B1', type: 't', payload: { a, b } }];
        });
        expect(read(text, chunk)).toEqual(expected);
      },
    ),
  );
});
