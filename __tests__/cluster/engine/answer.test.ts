import { readElements } from '../../../src/cluster/engine/answer.ts';
import fc, { runs } from '../../support/properties.ts';

/** The bytes of a text in chunks that end at these places. */
async function* chunksOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const places = [
    0,
    ...[...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b),
    bytes.length,
  ];
  for (const [index, from] of places.slice(0, -1).entries()) yield bytes.subarray(from, places[index + 1]);
}

const read = (text: string, cuts: readonly number[] = []) => readElements(chunksOf(Buffer.from(text), cuts));

const list = fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 6 });
const cuts = fc.array(fc.nat(), { maxLength: 8 });

test('the answer of Druid is read as JSON.parse reads it, wherever its bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(list, cuts, fc.constantFrom(undefined, 2), async (value, places, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(await read(text, places)).toEqual(JSON.parse(text));
    }),
    { numRuns: runs(300) },
  );
});

test('the answer of Druid is refused wherever it ends early', async () => {
  await fc.assert(
    fc.asyncProperty(list, cuts, fc.nat(), async (value, places, length) => {
      const text = JSON.stringify(value);
      const cut = Buffer.from(text).subarray(0, length % Buffer.byteLength(text));
      await expect(readElements(chunksOf(cut, places))).rejects.toMatchObject({ name: 'EngineError' });
    }),
    { numRuns: runs(300) },
  );
});

test.each([
  '',
  '{"error":"late"}',
  'null',
  '[1]]',
  '[1] [2]',
  '[1] x',
  '[1,]',
  '[,1]',
  '[1}',
  '<html>',
  '[1,{"a":}]',
  '1[2]',
])('the answer of Druid is refused if it is %j', async (text) => {
  await expect(read(text)).rejects.toMatchObject({ name: 'EngineError' });
});

test('the answer of Druid is refused as too long before it is held whole', async () => {
  const piece = Buffer.from(`"${'x'.repeat(4_000_000)}",`);
  let sent = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('[');
    for (;;) {
      sent += piece.length;
      yield piece;
    }
  }
  await expect(readElements(endless())).rejects.toMatchObject({ name: 'QueryError', message: /too long/ });
  expect(sent).toBeLessThan(120_000_000);
});
