import { type Arbitrary } from 'fast-check';
import fc from '../../../properties.ts';
import { type Dimension } from '../../../../src/tql/dimension.ts';
import { extractionFn } from './extraction-fns.ts';

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
