import fc from '../../support/properties.ts';
import { CORE_COLUMNS, newColumns } from '../../../src/service/events/columns.ts';
import { StoreError } from '../../../src/service/errors.ts';

const names = (columns: ReturnType<typeof newColumns>) => [...columns.values()].map(({ column }) => column);

describe('naming columns for payload keys', () => {
  test.each([
    ['a plain key', ['TelemetryDeck.Device.modelName'], ['TelemetryDeck.Device.modelName']],
    ['keys that differ in case', ['plan', 'Plan', 'PLAN'], ['plan', 'Plan~2', 'PLAN~3']],
    [
      "a core column's name in another case",
      ['appid', 'COUNT', '_ir_user'],
      ['appid~2', 'COUNT~2', '_ir_user~2'],
    ],
    ['characters with a meaning in SQL', ['a"b', 'a\u0000b', ' ', '🙂'], ['a_b~2', 'a_b~3', '_~2', '_~3']],
    ['a name that looks like a generated one', ['x~2', 'x', 'X'], ['x_2~2', 'x', 'X~2']],
  ])('payload keys get columns of their own: %s', (_, keys, columns) => {
    expect(names(newColumns(new Map(), keys))).toEqual(columns);
  });

  test('two keys never get columns that are the same in SQL', () => {
    const key = fc.string({
      unit: fc.constantFrom('a', 'A', '~', '2', '3', '_', '"', 'ı', 'K'),
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { maxLength: 30 }),
        fc.uniqueArray(key, { maxLength: 30 }),
        (first, second) => {
          const known = newColumns(new Map(), first);
          const all = new Map([...known, ...newColumns(known, second)]);
          const folded = [...names(all), ...CORE_COLUMNS.map(([name]) => name)].map((name) =>
            name.toLowerCase(),
          );
          expect(new Set(folded).size).toBe(folded.length);
          expect(new Set(all.keys())).toEqual(new Set([...first, ...second]));
        },
      ),
    );
  });

  test('more than 1,000 keys are refused', () => {
    const keys = Array.from({ length: 1001 }, (_, n) => `k${n}`);
    expect(() => newColumns(new Map(), keys)).toThrow(StoreError);
    expect(newColumns(new Map(), keys.slice(1)).size).toBe(1000);
  });
});
