import { type Arbitrary } from 'fast-check';
import fc from '../../support/properties.ts';
import { type Event } from '../values.ts';

const ZONED_DAYS = [
  '2026-01-01', // a year's end
  '2026-03-08', // St John's, forward
  '2026-03-29', // Berlin, forward
  '2026-04-05', // Lord Howe, back by half an hour
  '2026-10-04', // Lord Howe, forward
  '2026-10-25', // Berlin, back
  '2026-11-01', // St John's, back
  '2027-01-03', // the end of an ISO year
  '2028-02-29',
];

/** The days around which events are generated. */
export const DAYS = ZONED_DAYS.map((day) => Date.parse(`${day}T00:00:00Z`));

export const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', 'Asia/Tehran'];

export const PLANS = ['pro', 'free', 'Pro', '', '10', '9.5', '007', '-3e2', 'false', 'true'];
const VERSIONS = [
  '1.0',
  '1.0.0',
  '1.0-beta',
  '1.0-SNAPSHOT',
  '1.0-sp',
  '1.0-1',
  '10.0',
  '02.3',
  '2.3',
  '2.0-rc1',
  '1a1',
];
const ODD = [
  'ü😀',
  '\uFF01',
  'e\u0301',
  'é',
  '😀',
  '12abc',
  '12ABC',
  'a"b',
  "x'); DROP",
  'a\\b',
  '%',
  'p_o',
  'line\nend',
  ' ',
];
export const TEXTS: Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...PLANS) },
  { weight: 4, arbitrary: fc.constantFrom(...VERSIONS) },
  { weight: 4, arbitrary: fc.constantFrom(...ODD) },
  fc.string({ unit: 'grapheme-ascii', maxLength: 4 }),
  fc.string({
    unit: fc.constantFrom('ß', 'Ω', '한', '\u200D', '👩', 'İ', 'ǅ', 'я'),
    maxLength: 3,
  }),
);

export const TEXT_COLUMNS = ['appID', 'clientUser', 'type', 'isTestMode', 'plan', 'Plan', 'a"b', 'nowhere'];
export const NUMBER_COLUMNS = ['floatValue', 'count', 'amount', '__time'];
export const COLUMNS = [...TEXT_COLUMNS, ...NUMBER_COLUMNS];

const nullable = <T>(arbitrary: Arbitrary<T>): Arbitrary<T | null> => fc.option(arbitrary, { freq: 5 });

const numbers = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -3, max: 5 }) },
  { weight: 3, arbitrary: fc.constantFrom(0.5, -1.25, 2.75, 2.5, 1.005, 0.1, 99.995) },
  fc.constantFrom(1e6, 1e7, 12345678.5, 0.001, 0.00012),
  fc.constantFrom(5e-324, 1e15, 123456789012.5),
);

const event = (base: number, extreme: boolean): Arbitrary<Event> =>
  fc.record({
    __time: fc.oneof(
      { weight: 2, arbitrary: fc.integer({ min: -72, max: 72 }).map((h) => base + h * 3_600_000) },
      { weight: 2, arbitrary: fc.integer({ min: -40, max: 60 }).map((q) => base + q * 900_000) },
      { weight: 2, arbitrary: fc.integer({ min: -2e8, max: 2e8 }).map((ms) => base + ms) },
      fc.constantFrom(-1, 0, 1).map((ms) => base + ms),
    ),
    appID: nullable(
      fc.constantFrom(
        'A1',
        'A1',
        '0',
        '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10',
        '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10',
      ),
    ),
    clientUser: nullable(fc.constantFrom('u1', 'u2', 'u3', 'u4', 'u5', '', 'ü')),
    type: fc.constantFrom('start', 'pay', 'stop'),
    isTestMode: fc.constantFrom('true', 'false', 'false'),
    floatValue: nullable(
      extreme ? numbers : fc.integer({ min: -4, max: 40 }).map((quarters) => quarters / 4),
    ),
    count: fc.constantFrom(1, 1, 1, 3),
    plan: nullable(TEXTS),
    Plan: nullable(fc.constantFrom('pro', 'x')),
    amount: nullable(fc.constantFrom(0, 1, 2.5)),
    'a"b': nullable(fc.constantFrom('1', '2')),
  });

/** At most one in a set: the oracle adds doubles, in which sums of two such numbers would lose digits. */
const huge = fc.constantFrom(null, null, 1e21, -1e300, 1.7e308, 2 ** 53, 2 ** 63);

/** Events around one day: sometimes few or none, and in half of the sets with extreme numbers. */
export const events: Arbitrary<{ base: number; list: Event[] }> = fc
  .record({
    base: fc.constantFrom(...DAYS),
    extreme: fc.boolean(),
    least: fc.constantFrom(0, 12, 25, 25),
    huge,
  })
  .chain(({ base, extreme, least, huge: value }) =>
    fc.record({
      base: fc.constant(base),
      list: fc
        .array(event(base, extreme), { minLength: least, maxLength: least + 15, size: 'max' })
        .map((list) =>
          list.map((one, at) => (at === 0 && value !== null ? { ...one, floatValue: value } : one)),
        ),
    }),
  );
