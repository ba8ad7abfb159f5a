import { type Arbitrary } from 'fast-check';
import fc from '../../support/properties.ts';
import { type PostAggregation } from '../../../src/tql/schema/post-aggregation.ts';
import { expression } from './expressions.ts';

const access = (fieldName: string): PostAggregation => ({ type: 'fieldAccess', fieldName });

/** Post-aggregations over `x` and `y` (anything), the sketches, and `earlier` ones. */
export function postAggregation(name: string, earlier: readonly string[]): Arbitrary<PostAggregation> {
  const named = fc.constant(name);
  const one = <T>(...values: T[]): Arbitrary<T> => fc.constantFrom(...values);
  const names = ['x', 'y', 'y', 's1', 'q', ...earlier];
  const operand = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...names).map(access) },
    one(...names).map((fieldName): PostAggregation => ({
      type: 'finalizingFieldAccess',
      fieldName,
    })),
    one(0, 2, -0.5).map((value): PostAggregation => ({ type: 'constant', value })),
  );
  const operands = (least: number): Arbitrary<PostAggregation[]> =>
    fc.array(operand, { minLength: least, maxLength: 3 });
  const arithmetic = fc.record(
    {
      type: one('arithmetic' as const),
      name: named,
      fn: one('+', '-', '*', '/', 'quotient'),
      fields: operands(2),
      ordering: one('numericFirst' as const),
    },
    { requiredKeys: ['type', 'name', 'fn', 'fields'] },
  ) as Arbitrary<PostAggregation>;
  const sets = fc.letrec<{ set: PostAggregation }>((tie) => ({
    set: fc.oneof(
      { maxDepth: 2 },
      one('s1', 's2', 's3').map(access),
      fc.record({
        type: one('thetaSketchSetOp' as const),
        func: one('UNION', 'INTERSECT', 'NOT'),
        fields: fc.array(tie('set'), { minLength: 1, maxLength: 3 }),
      }) as Arbitrary<PostAggregation>,
    ),
  }));
  const field = one(access('q'));
  const points = one([0], [-1, 0, 2.5], [1, 2, 3, 4]);
  const reading = fc.oneof<Arbitrary<object>[]>(
    fc.record({ type: one('quantilesDoublesSketchToQuantile'), fraction: one(0, 0.25, 0.5, 0.9, 1) }),
    fc.record({ type: one('quantilesDoublesSketchToHistogram'), splitPoints: points }),
    fc.record({ type: one('quantilesDoublesSketchToHistogram'), numBins: one(2, 3, 7) }),
    fc.record({ type: one('quantilesDoublesSketchToHistogram') }),
  );
  const zscore = fc.record({
    type: one('zscore2sample' as const),
    name: named,
    sample1Size: operand,
    successCount1: operand,
    sample2Size: operand,
    successCount2: operand,
  });
  // The last digits of a p value are not defined, so nothing that makes a text of them could agree.
  const pvalue = fc.record({ type: one('pvalue2tailedZtest' as const), name: named, zScore: operand });
  const tests = earlier.length === 0 ? zscore : fc.oneof<Arbitrary<PostAggregation>[]>(zscore, pvalue);
  return fc.oneof<Arbitrary<PostAggregation>[]>(
    arithmetic,
    arithmetic,
    fc.record({
      type: one(
        'doubleGreatest' as const,
        'doubleLeast' as const,
        'longGreatest' as const,
        'longLeast' as const,
      ),
      name: named,
      fields: operands(1),
    }),
    sets.set.map((set) => ({ type: 'thetaSketchEstimate', name, field: set })),
    sets.set.map((set) => ({ ...set, name })),
    fc.tuple(reading, field).map(([found, of]) => ({ ...found, name, field: of }) as PostAggregation),
    fc.tuple(reading, field).map(([found, of]) => ({ ...found, name, field: of }) as PostAggregation),
    expression({ numbers: names, texts: ['x', 'y', ...earlier], time: null }).map((text) => ({
      type: 'expression',
      name,
      expression: text,
    })),
    expression({ numbers: names, texts: ['x', 'y'], time: null }).map((text) => ({
      type: 'expression',
      name,
      expression: text,
    })),
    fc.record({
      type: one('finalizingFieldAccess' as const, 'hyperUniqueCardinality' as const),
      name: named,
      fieldName: one(...names),
    }),
    one(1, 2.5).map((value) => ({ type: 'constant', name, value })),
    tests,
  );
}
