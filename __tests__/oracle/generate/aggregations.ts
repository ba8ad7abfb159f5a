import { type Arbitrary } from 'fast-check';
import fc from '../../support/properties.ts';
import { type Aggregation } from '../../../src/tql/schema/aggregation.ts';
import { type Filter } from '../../../src/tql/schema/filter.ts';
import { COLUMNS, NUMBER_COLUMNS } from './events.ts';

const NUMBERS = ['long', 'double', 'float'] as const;
const FOLDS = NUMBERS.flatMap((type) => [`${type}Sum`, `${type}Min`, `${type}Max`] as const);
const ANY = [...NUMBERS.map((type) => `${type}Any` as const), 'doubleMean', 'stringAny'] as const;
const ORDERED = [...NUMBERS, 'string' as const].flatMap((type) => [`${type}First`, `${type}Last`] as const);

/** What aggregations may read. */
interface Material {
  readonly filter: Arbitrary<Filter>;
  readonly extra: readonly string[];
}

function simple(name: string, { extra }: Material): Arbitrary<Aggregation> {
  const column = fc.constantFrom(
    ...COLUMNS,
    ...NUMBER_COLUMNS,
    'floatValue',
    'floatValue',
    ...extra,
    ...extra,
  );
  const named = fc.constant(name);
  return fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({ type: fc.constantFrom('eventCount', 'userCount', 'count'), name: named }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ type: fc.constantFrom(...FOLDS, ...ANY), name: named, fieldName: column }),
    },
    {
      weight: 2,
      arbitrary: fc.record(
        {
          type: fc.constantFrom(...ORDERED),
          name: named,
          fieldName: column,
          timeColumn: fc.constantFrom('__time', 'count', 'nowhere'),
        },
        { requiredKeys: ['type', 'name', 'fieldName'] },
      ),
    },
    fc.record({ type: fc.constant('thetaSketch'), name: named, fieldName: column }),
    fc.record({ type: fc.constant('quantilesDoublesSketch'), name: named, fieldName: column }),
    fc.record({
      type: fc.constant('cardinality'),
      name: named,
      fields: fc.array(column, { minLength: 1, maxLength: 3 }),
      byRow: fc.boolean(),
      round: fc.boolean(),
    }),
  );
}

/** An aggregation with this name, sometimes a filtered one. */
export function aggregation(name: string, material: Material): Arbitrary<Aggregation> {
  const { filter } = material;
  const filtered = <T extends Aggregation>(
    own: string | undefined,
    aggregator: Arbitrary<T>,
  ): Arbitrary<Aggregation> =>
    fc
      .record({ type: fc.constant('filtered' as const), filter, aggregator })
      .map((found) => (own === undefined ? found : { ...found, name: own }));
  return fc.oneof(
    { weight: 4, arbitrary: simple(name, material) },
    filtered(undefined, simple(name, material)),
    filtered('', simple(name, material)),
    filtered(name, simple('inner', material)),
    filtered(name, filtered('between', simple('inner', material))),
  );
}

/** Sketches for post-aggregations: `s1`, `s2` and `s3` of users and other texts, `q` of numbers. */
export function sketches({ filter }: Material): Arbitrary<Aggregation[]> {
  const start: Filter = { type: 'selector', dimension: 'type', value: 'start' };
  const real: Filter = { type: 'not', field: { type: 'selector', dimension: 'isTestMode', value: 'true' } };
  return fc
    .tuple(
      filter,
      fc.constantFrom('clientUser', 'plan', 'Plan', 'amount'),
      fc.constantFrom('floatValue', 'amount', 'plan'),
    )
    .map(([one, thirdField, quantileField]): Aggregation[] => [
      {
        type: 'filtered',
        filter: start,
        aggregator: { type: 'thetaSketch', name: 's1', fieldName: 'clientUser' },
      },
      { type: 'filtered', name: 's2', filter: real, aggregator: { type: 'userCount' } },
      {
        type: 'filtered',
        name: 's3',
        filter: one,
        aggregator: { type: 'thetaSketch', name: 'i', fieldName: thirdField },
      },
      { type: 'quantilesDoublesSketch', name: 'q', fieldName: quantileField },
    ]);
}

/** TQL's own histogram. */
export const histogram = (name: string): Arbitrary<Aggregation> =>
  fc
    .record(
      {
        type: fc.constant('histogram' as const),
        name: fc.constant(name),
        fieldName: fc.constantFrom('floatValue', 'amount', 'plan'),
        reading: fc.constantFrom({ numBins: 3 }, { numBuckets: 2 }, { splitPoints: [0, 1.5] }, {}),
      },
      { requiredKeys: ['type', 'reading'] },
    )
    .map(({ reading, ...rest }) => ({ ...rest, ...reading }) as Aggregation);
