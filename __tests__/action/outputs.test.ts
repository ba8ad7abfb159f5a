import fc from '../support/properties.ts';
import { formatList } from '../../src/action/outputs.ts';

test('a list is JSON that fits into an output: all objects if they fit, else the first ones', () => {
  const object = fc.record({ name: fc.string(), message: fc.tuple(fc.string(), fc.nat(40_000)) });
  fc.assert(
    fc.property(fc.array(object, { maxLength: 12 }), (drawn) => {
      const objects = drawn.map(({ name, message: [text, length] }) => ({
        name,
        message: text.padEnd(length, '\u00e4'),
      }));
      const written = formatList(objects);
      const read = JSON.parse(written) as unknown[];
      expect(written.length).toBeLessThanOrEqual(100_000);
      expect(read).toEqual(objects.slice(0, read.length));
      const next = objects.slice(read.length, read.length + 1);
      for (const object of next) expect(written.length + formatList([object]).length).toBeGreaterThan(99_998);
    }),
  );
});
