import fc from '../support/properties.ts';
import { comparatorOf, ORDERINGS } from '../../src/tql/ordering.ts';

test.each([
  ['10.0', '>', '9.0'],
  ['1.0', '=', '1.0.0'],
  ['02.3', '=', '2.3'],
  ['2.0-beta', '<', '2.0-rc1'],
  ['2.0-rc1', '<', '2.0'],
  ['abc', '<', '1.0'],
  ['1.0-1', '>', '1.0'],
  ['1.0-sp', '>', '1.0'],
  ['1.0.0-SNAPSHOT', '<', '1.0.0'],
])('as versions, %s %s %s holds', (a, sign, b) => {
  expect(Math.sign(comparatorOf('version')(a, b))).toBe({ '<': -1, '=': 0, '>': 1 }[sign]);
});

test.each([
  ['alphanumeric', ['', '9', '10', 'a', 'a1b', 'a9', 'A09', 'a10', 'b']],
  ['alphanumeric', ['1.0E7', '1.0', '1.00', '1.1', '1.005']],
  ['numeric', ['', 'abc', 'x', '-2', '1e-3', '7', '10']],
  ['strlen', ['', 'b', 'aa', '😀', 'aaa', '😀😀']],
  ['lexicographic', ['', '10', '9', 'B', 'a', '\uFF01', '😀']],
] as const)('%s puts values in order, null first', (ordering, expected) => {
  expect([...expected, null].reverse().sort(comparatorOf(ordering))).toEqual([null, ...expected]);
});

test.each(ORDERINGS)('%s is a total order', (ordering) => {
  const compare = comparatorOf(ordering);
  const value = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[0-9]{1,2}([.-][0-9a-c]{1,2}){0,3}$/),
    fc.constant(null),
  );
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
      const [x, y, z] = [a, b, c].sort(compare);
      expect(compare(x ?? null, z ?? null)).toBeLessThanOrEqual(0);
      expect(compare(x ?? null, y ?? null)).toBeLessThanOrEqual(0);
    }),
  );
});
