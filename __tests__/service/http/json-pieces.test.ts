import fc, { runs } from '../../support/properties.ts';
import { jsonPieces } from '../../../src/service/http/send-result.ts';
import { type Json } from '../../../src/tql/json.ts';

const row = fc.oneof(
  fc.dictionary(fc.string({ unit: 'grapheme' }), fc.oneof(fc.string(), fc.double(), fc.constant(null))),
  fc.array(fc.integer()),
) as fc.Arbitrary<Json>;
/** Enough rows for several steps, or for hardly one. */
const rows = fc
  .tuple(fc.array(row, { minLength: 1, maxLength: 7 }), fc.constantFrom(1, 499, 500, 501, 1000, 1203))
  .map(([some, count]) => Array.from({ length: count }, (_, n) => some[n % some.length] ?? null));
const batch = fc.tuple(fc.string(), rows).map(([name, events]) => ({ [name]: 1, events, '"last': [] }));
const results = fc.oneof(
  rows,
  fc.array(batch),
  fc.tuple(rows, batch, fc.array(batch)).map((all) => all.flat()),
);

async function textOf(result: Json) {
  const pieces = await jsonPieces(result, 1e9);
  return pieces === null ? null : Buffer.concat(pieces).toString();
}

test('the pieces of a result together equal the result of JSON.stringify', async () => {
  await fc.assert(
    fc.asyncProperty(results, async (result) => {
      expect(await textOf(result)).toBe(JSON.stringify(result));
    }),
    { numRuns: runs(60) },
  );
});

test.each<Json>([[], [{}], [null], [[]], [{ __proto__: null, events: [] }], 'text', null, 1.5])(
  'the pieces of a result equal JSON.stringify for %j',
  async (result) => {
    expect(await textOf(result)).toBe(JSON.stringify(result));
  },
);

test('the pieces of a result are null if they would have too many bytes', async () => {
  const result = Array.from({ length: 2000 }, () => 'äöü');
  const { length } = Buffer.from(JSON.stringify(result));
  expect(await jsonPieces(result, length)).not.toBeNull();
  expect(await jsonPieces(result, length - 1)).toBeNull();
});

test('the pieces of a result leave time for other requests in between', async () => {
  let turns = 0;
  const count = (): void => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const pieces = await jsonPieces(
    Array.from({ length: 300_000 }, (_, n) => ({ event: { n, text: `number ${n}` } })),
    1e9,
  );
  clearImmediate(timer);
  expect(pieces?.length).toBeGreaterThan(500);
  expect(turns).toBeGreaterThan(2);
});
