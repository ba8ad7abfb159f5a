import { type Arbitrary } from 'fast-check';
import fc from '../../support/properties.ts';
import { type Granularity } from '../../../src/tql/time/granularity.ts';
import { type RelativeInterval } from '../../../src/tql/time/interval.ts';
import { ZONES } from './events.ts';

const HOUR = 3_600_000;

/** Relative intervals, most of them around now, so that they contain events. */
export const relativeInterval: Arbitrary<RelativeInterval> = fc
  .record({
    unit: fc.constantFrom('hour', 'day', 'day', 'week', 'month', 'quarter', 'year'),
    begin: fc.integer({ min: -4, max: 0 }),
    length: fc.integer({ min: 0, max: 5 }),
    sides: fc.constantFrom('outer', 'outer', 'outer', 'inner', 'begins', 'ends'),
  } as const)
  .map(({ unit, begin, length, sides }) => ({
    beginningDate: {
      component: unit,
      offset: (unit === 'hour' ? 20 : 1) * begin,
      position: sides === 'inner' || sides === 'ends' ? 'end' : 'beginning',
    },
    endDate: {
      component: unit,
      offset:
        (unit === 'hour' ? 20 : 1) * begin +
        (unit === 'hour' ? 25 : 1) * (length + (sides === 'outer' ? 0 : 1)),
      position: sides === 'inner' || sides === 'begins' ? 'beginning' : 'end',
    },
  }));

const side = (ms: number, form: number): string => {
  const text = new Date(ms).toISOString();
  if (form === 1 && text.endsWith('T00:00:00.000Z')) return text.slice(0, 10);
  if (form === 2 && text.endsWith('.000Z')) return text.slice(0, 19);
  return form === 3 ? text.replace('Z', '+00:00') : text;
};

const absolute = (base: number): Arbitrary<string> =>
  fc
    .record({
      from: fc.oneof(fc.integer({ min: -80, max: 10 }), fc.constantFrom(-72, -48, -24, 0)),
      hours: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 24, max: 150 }) },
        fc.constantFrom(0, 1, 24, 24, 48),
      ),
      fine: fc.constantFrom(0, 0, 0, 61_001),
      form: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ from, hours, fine, form }) => {
      const start = base + from * HOUR + fine;
      return `${side(start, form)}/${side(start + hours * HOUR, form)}`;
    });

/** Intervals each of which ends where the next one begins. */
const abutting = (base: number): Arbitrary<string[]> =>
  fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 2, maxLength: 3 }).map((lengths) => {
    let at = base - 50 * HOUR;
    return lengths
      .map((hours) => `${new Date(at).toISOString()}/${new Date((at += hours * HOUR)).toISOString()}`)
      .reverse();
  });

export const intervalList = (base: number): Arbitrary<string[]> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.array(absolute(base), { minLength: 1, maxLength: 3 }) },
    abutting(base),
  );

type Intervals = { intervals?: string[]; relativeIntervals?: RelativeInterval[] };

export const intervals = (base: number): Arbitrary<Intervals> =>
  fc.oneof(
    { weight: 6, arbitrary: intervalList(base).map((list) => ({ intervals: list })) },
    {
      weight: 4,
      arbitrary: fc
        .array(relativeInterval, { minLength: 1, maxLength: 2 })
        .map((list) => ({ relativeIntervals: list })),
    },
    fc.constant({}),
    fc.record({ intervals: intervalList(base), relativeIntervals: fc.tuple(relativeInterval) }),
  );

const PERIODS = ['P1D', 'P1W', 'P2D', 'P1M', 'P3M', 'P1Y', 'PT6H', 'PT1H', 'PT30M', 'P10D', 'P2W'];
const ORIGINS = ['2026-01-01T05:30:00Z', '2025-06-15', '2026-10-25T01:00:00+02:00'];

export const granularity: Arbitrary<Granularity> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Granularity>('all') },
  {
    weight: 6,
    arbitrary: fc.constantFrom<Granularity>(
      'hour',
      'fifteen_minute',
      'thirty_minute',
      'day',
      'day',
      'week',
      'month',
      'quarter',
      'year',
      'minute',
    ),
  },
  fc.record(
    {
      type: fc.constant('duration' as const),
      duration: fc.constantFrom(3_600_000, 5_400_000, 100_000_000),
      origin: fc.constantFrom(...ORIGINS),
    },
    { requiredKeys: ['type', 'duration'] },
  ),
  {
    weight: 3,
    arbitrary: fc.record(
      {
        type: fc.constant('period' as const),
        period: fc.constantFrom(...PERIODS),
        timeZone: fc.constantFrom(...ZONES),
        origin: fc.constantFrom(...ORIGINS),
      },
      { requiredKeys: ['type', 'period'] },
    ),
  },
);

/** Replaces short granularities for long intervals, so that neither side has to fill a year with hours. */
export function coarseEnough(wanted: Granularity, written: string): Granularity {
  const name = typeof wanted === 'string' ? wanted : wanted.type === 'period' ? wanted.period : 'duration';
  const isFine =
    ['minute', 'hour', 'fifteen_minute', 'thirty_minute', 'duration'].includes(name) || name.startsWith('PT');
  if (name === 'minute' && /"hour|day|week/.test(written)) return 'hour';
  if (/quarter|year/.test(written)) return isFine || name === 'day' ? 'month' : wanted;
  return isFine && (/month|week/.test(written) || written === '{}') ? 'day' : wanted;
}
