import { type Arbitrary } from 'fast-check';
import fc from '../../support/properties.ts';
import { type Filter } from '../../../src/tql/schema/filter.ts';
import { COLUMNS, PLANS, TEXT_COLUMNS, TEXTS } from './events.ts';
import { intervalList, relativeInterval } from './intervals.ts';

const is = <T extends string>(type: T): Arbitrary<T> => fc.constant(type);
const words = fc.constantFrom(...PLANS, 'start', 'pay', 'A1', 'u1', 'u2', '1', '2', '3', '2.5');

/** Nested filters of every type over the columns of events and `extra` ones. */
export function filter(base: number, extra: readonly string[] = []): Arbitrary<Filter> {
  const column = fc.constantFrom(...COLUMNS, 'plan', 'plan', 'type', ...extra, ...extra);
  const textColumn = fc.constantFrom(...TEXT_COLUMNS, 'plan', 'plan', ...extra);
  const likely = fc.constantFrom<Filter>(
    { type: 'selector', dimension: 'type', value: 'start' },
    { type: 'in', dimension: 'type', values: ['start', 'pay'] },
    { type: 'selector', dimension: 'isTestMode', value: 'false' },
    { type: 'in', dimension: 'count', values: ['1', 'x', '3.0'] },
    { type: 'range', column: 'floatValue', matchValueType: 'DOUBLE', lower: '-1' },
  );
  const leaf = fc.oneof(
    { weight: 3, arbitrary: likely },
    fc.record({ type: is('selector'), dimension: column, value: words }),
    fc.record({
      type: is('in'),
      dimension: column,
      values: fc.array(fc.oneof(words, TEXTS), { maxLength: 5 }),
    }),
    fc.record({ type: is('null'), column }),
    range(column),
    fc.record({
      type: is('regex'),
      dimension: textColumn,
      pattern: fc.constantFrom('^p', 'r', '[0-9]+$', '^$', 'o|x', '.', '^(?:u|A)1$', '\\d', '[^a-z]', '\\s'),
    }),
    fc.record({
      type: is('columnComparison'),
      dimensions: fc.array(
        fc.constantFrom('plan', 'Plan', 'a"b', 'nowhere', 'type', 'amount', 'count', ...extra),
        { minLength: 2, maxLength: 3 },
      ),
    }),
    interval(base),
  );
  return fc.letrec<{ any: Filter }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      { weight: 3, arbitrary: leaf },
      fc.record({
        type: is('and'),
        fields: fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
      }),
      {
        weight: 2,
        arbitrary: fc.record({
          type: is('or'),
          fields: fc.array(tie('any'), { minLength: 1, maxLength: 3 }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ type: is('not'), field: tie('any') }) },
    ),
  })).any;
}

function range(column: Arbitrary<string>): Arbitrary<Filter> {
  const open = fc.boolean();
  const bounds = (lower: Arbitrary<string>, upper: Arbitrary<string>) =>
    fc.oneof(
      fc.record({ lower, upper, lowerOpen: open, upperOpen: open }),
      fc.record({ lower, lowerOpen: open }),
      fc.record({ upper, upperOpen: open }),
    );
  return fc.oneof(
    bounds(fc.constantFrom('', '0', 'a', 'P', '\uFF01'), fc.constantFrom('p', 'zz', '😀', 'start')).map(
      (found): Filter => ({ type: 'range', column: 'plan', matchValueType: 'STRING', ...found }),
    ),
    fc
      .tuple(column, bounds(fc.constantFrom('-3', '0', '1.0'), fc.constantFrom('2', '9.5', '1e9')))
      .map(([name, found]): Filter => ({ type: 'range', column: name, matchValueType: 'DOUBLE', ...found })),
    fc
      .tuple(column, bounds(fc.constantFrom('', '0', '1.0'), fc.constantFrom('2', 'pro', 'u3')))
      .map(([name, found]): Filter => ({ type: 'range', column: name, matchValueType: 'STRING', ...found })),
  );
}

function interval(base: number): Arbitrary<Filter> {
  const dimension = fc.constantFrom('__time', '__time', '__time', 'floatValue', 'nowhere');
  return fc.oneof(
    fc.record({
      type: is('interval'),
      dimension,
      relativeIntervals: fc.array(relativeInterval, { minLength: 1, maxLength: 2 }),
    }),
    fc.record({ type: is('interval'), dimension, intervals: intervalList(base) }),
  );
}
