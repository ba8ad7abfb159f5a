import { type Arbitrary } from 'fast-check';
import fc from '../../support/properties.ts';
import { PLANS } from './events.ts';
import { filter } from './filters.ts';

const byDimension = fc.record(
  {
    type: fc.constant('dimension'),
    ordering: fc.constantFrom('lexicographic', 'alphanumeric', 'numeric', 'strlen', 'version'),
  },
  { requiredKeys: ['type'] },
);
const byNumber = fc.record({ type: fc.constant('numeric'), metric: fc.constantFrom('x', 'y') });

/** A topN's metric: an output or the dimension, possibly inverted, once or twice. */
export const metric: Arbitrary<object> = fc.oneof(
  { weight: 3, arbitrary: byNumber },
  { weight: 3, arbitrary: byDimension },
  byNumber.map((inner) => ({ type: 'inverted', metric: inner })),
  byDimension.map((inner) => ({ type: 'inverted', metric: inner })),
  byNumber.map((inner) => ({ type: 'inverted', metric: { type: 'inverted', metric: inner } })),
);

/** Having specs of every type over these numbers and the dimension `d`. */
export function having(base: number, numbers: readonly string[]): Arbitrary<object> {
  const leaf = fc.oneof(
    fc.record({
      type: fc.constantFrom('greaterThan', 'lessThan', 'equalTo'),
      aggregation: fc.constantFrom(...numbers),
      value: fc.constantFrom(0, 1, 2, 0.5),
    }),
    fc.record({
      type: fc.constant('dimSelector'),
      dimension: fc.constantFrom('d', 'd', 'x'),
      value: fc.constantFrom(...PLANS),
    }),
    fc.record({ type: fc.constant('filter'), filter: filter(base, ['d', 'd', 'd', ...numbers, ...numbers]) }),
  );
  return fc.letrec<{ any: object }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 1, withCrossShrink: true },
      { weight: 3, arbitrary: leaf },
      fc.record({
        type: fc.constantFrom('and', 'or'),
        havingSpecs: fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
      }),
      fc.record({ type: fc.constant('not'), havingSpec: tie('any') }),
    ),
  })).any;
}
