import { expect, test } from '@jest/globals';
import fc from '../properties.ts';
import { firstJsonFault } from '../../src/inputs/json-fault.ts';

test.each([
  ['{"a": 1,}', 'unexpected at line 1, column 9'],
  ['{"a": 1', 'it ends too early, at line 1, column 8'],
  ['{"a": 1\n\n', 'it ends too early, at line 3, column 1'],
  ['[1, 2\n 3]', 'unexpected at line 2, column 2'],
  ['{a: 1}', 'unexpected at line 1, column 2'],
  ["{'a': 1}", 'unexpected at line 1, column 2'],
  ['[1,,2]', 'unexpected at line 1, column 4'],
  ['[01]', 'unexpected at line 1, column 3'],
  ['{} {}', 'unexpected at line 1, column 4'],
  ['[}', 'unexpected at line 1, column 2'],
  ['{"a" 1}', 'unexpected at line 1, column 6'],
  ['<!doctype html>', 'unexpected at line 1, column 1'],
  ['// a comment\n{}', 'unexpected at line 1, column 1'],
])('%j: %s', (text, wanted) => {
  expect(firstJsonFault(text)).toBe(wanted);
});

test('a megabyte of one string is no trouble', () => {
  expect(firstJsonFault(`["${'x\\n'.repeat(400_000)}" 1]`)).toMatch(/^unexpected at line 1/);
});

test('the place agrees with JSON.parse wherever that names one between two tokens', () => {
  const json = fc.json().filter((text) => text.length > 1);
  let compared = 0;
  fc.assert(
    fc.property(json, fc.nat(), fc.constantFrom('', ',', '}', ']', ':', '"', 'x', '1 1'), (text, place, inserted) => {
      const at = place % text.length;
      const broken = text.slice(0, at) + inserted + text.slice(at + 1);
      try {
        JSON.parse(broken);
      } catch (error) {
        const [, kind, position] =
          /^(Expected .*|Unexpected non-whitespace.*) at position (\d+)/.exec((error as Error).message) ?? [];
        const ours = /column (\d+)/.exec(firstJsonFault(broken))?.[1];
        if (kind === undefined || broken.includes('\n') || /escape/i.test(kind)) return;
        compared++;
        expect(Number(ours) - 1).toBe(Number(position));
      }
    }),
    { numRuns: 2000 },
  );
  expect(compared).toBeGreaterThan(100);
});
