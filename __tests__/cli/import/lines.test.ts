import fc from '../../support/properties.ts';
import { type Line, splitLines } from '../../../src/cli/import/lines.ts';

function split(bytes: Uint8Array, ...cuts: readonly number[]): Line[] {
  const splitter = splitLines();
  const places = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  const lines = places.slice(1).flatMap((end, index) => splitter.push(bytes.subarray(places[index], end)));
  return [...lines, ...splitter.end()];
}

const bytesOf = (text: string) => Buffer.from(text, 'utf8');

describe('the line splitter', () => {
  test.each([
    ['nothing', '', []],
    ['a last line without a newline', 'a\nb', [1, 2]],
    ['a last line with one', 'a\nb\n', [1, 2]],
    ['blank lines', '\n\na\n \t \n\r\nb\n\n', [1, 2, 3, 4, 5, 6, 7]],
    ['carriage returns', 'a\r\n\r\nb\r\n', [1, 2, 3]],
  ])('the line splitter gives each line with its number: %s', (_, text, numbers) => {
    expect(split(bytesOf(text)).map(({ number }) => number)).toEqual(numbers);
  });

  test('the line splitter drops a byte order mark, but only at the beginning', () => {
    expect(split(bytesOf('\uFEFFa\n\uFEFFb')).map(({ text }) => text)).toEqual(['a', '\uFEFFb']);
  });

  test('the line splitter refuses only the line that is not UTF-8', () => {
    const bytes = Buffer.concat([bytesOf('ok \uFFFD\n'), Buffer.from([0xc3, 0x28, 10]), bytesOf('ä\n')]);
    expect(split(bytes)).toEqual([
      { number: 1, text: 'ok \uFFFD' },
      { number: 2, text: null, reason: 'not UTF-8' },
      { number: 3, text: 'ä' },
    ]);
  });

  test.each([1_048_577, 3_000_000])(
    'the line splitter refuses a line of %d bytes and goes on with the next',
    (length) => {
      const bytes = bytesOf(`a\n${'x'.repeat(length)}\nb\n`);
      const cuts = Array.from(
        { length: Math.floor(bytes.length / 65_536) },
        (_, index) => (index + 1) * 65_536,
      );
      for (const places of [cuts, []]) {
        expect(split(bytes, ...places)).toEqual([
          { number: 1, text: 'a' },
          { number: 2, text: null, reason: 'longer than 1 MiB' },
          { number: 3, text: 'b' },
        ]);
      }
    },
  );

  test('the line splitter accepts a line of 1 MiB', () => {
    expect(split(bytesOf('x'.repeat(1_048_576)))).toHaveLength(1);
  });

  test('the line splitter gives the same lines wherever the chunks end', () => {
    const text = fc.array(fc.constantFrom('\n', '\r\n', 'a', 'ü', '🙂', ' ', '{"a":1}'), { maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(120), { maxLength: 8 }), (parts, cuts) => {
        const bytes = bytesOf(parts.join(''));
        expect(split(bytes, ...cuts.filter((cut) => cut <= bytes.length))).toEqual(split(bytes));
      }),
    );
  });
});
