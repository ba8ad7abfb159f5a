import { type Arbitrary } from 'fast-check';
import fc from '../../../properties.ts';
import { type ExtractionFn } from '../../../../src/tql/extraction-fn.ts';

const lookups = fc.oneof(
  fc.record({
    type: fc.constant('lookup'),
    lookup: fc.constant({
      type: 'map',
      map: { pro: 'P', free: 'F', '': 'empty', Pro: 'P', '1': '', constructor: 'C' },
    }),
    retainMissingValue: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('lookup'),
    lookup: fc.constant({ type: 'map', map: { pro: 'P', start: '7' } }),
    replaceMissingValueWith: fc.constantFrom('', 'other'),
  }),
);
const regexes = fc.record(
  {
    type: fc.constant('regex'),
    expr: fc.constantFrom('^(.)', '([a-z])([a-z])', '[0-9]([0-9])', '(r)|(o)', 'r(.*)$'),
    index: fc.constantFrom(0, 1),
    replaceMissingValue: fc.boolean(),
    replaceMissingValueWith: fc.constantFrom('none', ''),
  },
  { requiredKeys: ['type', 'expr'] },
);

/** An extraction function of any kind. */
export const extractionFn = fc.oneof(lookups, regexes) as Arbitrary<ExtractionFn>;
