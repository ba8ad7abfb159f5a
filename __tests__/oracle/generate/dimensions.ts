import type { Arbitrary } from 'fast-check';
import type { Dimension, ExtractionFn } from '../../../src/tql/schema/dimension.ts';
import fc from '../../support/properties.ts';

/** A dimension of any kind, with or without an extraction. */
export function dimension(outputName: string, extra: readonly string[]): Arbitrary<Dimension> {
  const outputType = fc.constantFrom('STRING' as const, 'LONG' as const, 'FLOAT' as const);
  const columns = [
    'plan',
    'plan',
    'plan',
    'Plan',
    'type',
    'isTestMode',
    'amount',
    'count',
    'floatValue',
    'a"b',
    'nowhere',
    'clientUser',
  ];
  const base = {
    dimension: fc.constantFrom(...columns, ...extra, ...extra),
    outputName: fc.constant(outputName),
    outputType,
  };
  const required = { requiredKeys: ['dimension', 'outputName', 'type'] as const };
  return fc.oneof<Arbitrary<unknown>[]>(
    fc.record({ type: fc.constant('default'), ...base }, { requiredKeys: [...required.requiredKeys] }),
    fc.record(
      { type: fc.constant('extraction'), ...base, extractionFn },
      { requiredKeys: [...required.requiredKeys, 'extractionFn'] },
    ),
  ) as Arbitrary<Dimension>;
}

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
