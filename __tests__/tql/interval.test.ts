import { Temporal } from 'temporal-polyfill';
import fc, { runs } from '../support/properties.ts';
import { DateTime } from 'luxon';
import {
  COMPONENTS,
  parseAbsoluteInterval,
  parseInstant,
  resolveRelativeDate,
} from '../../src/tql/time/interval.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Asia/Kolkata',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Tokyo',
];
const PLURALS = {
  hour: 'hours',
  day: 'days',
  week: 'weeks',
  month: 'months',
  quarter: 'quarters',
  year: 'years',
} as const;

/** Ends of leap years, ISO years, and both clock changes. */
const EDGES = [
  '2028-02-29T23:30:00Z',
  '2027-01-02T08:00:00Z',
  '2026-03-29T00:59:59Z',
  '2026-10-25T00:30:00Z',
  '2024-12-30T12:00:00Z',
  '2026-04-04T14:59:00Z',
];

const now = fc.oneof(
  fc.constantFrom(...EDGES.map((edge) => Date.parse(edge))),
  fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) }),
);

describe('a relative date', () => {
  test.each(COMPONENTS)('a relative date in %ss is the one that luxon computes', (component) => {
    fc.assert(
      fc.property(
        now,
        fc.integer({ min: -60, max: 20 }),
        fc.constantFrom('beginning' as const, 'end' as const),
        fc.constantFrom(...ZONES),
        (ms, offset, position, zone) => {
          const count = offset + (position === 'end' ? 1 : 0);
          const local = DateTime.fromMillis(ms, { zone });
          const { minute, second, millisecond } = local;
          const expected =
            component === 'hour'
              ? ms - (minute * 60_000 + second * 1000 + millisecond) + count * 3_600_000
              : local
                  .startOf(component)
                  .plus({ [PLURALS[component]]: count })
                  .startOf(component)
                  .toMillis();
          expect(new Date(resolveRelativeDate({ component, offset, position }, ms, zone)).toISOString()).toBe(
            new Date(expected).toISOString(),
          );
        },
      ),
      { numRuns: runs(300) },
    );
  });

  test.each(COMPONENTS)(
    'a relative date in %ss is the same in UTC, which takes a shortcut, as in Etc/UTC, which does not',
    (component) => {
      const far = fc.oneof(fc.integer({ min: -60_000, max: 60_000 }), fc.constantFrom(-1e5, 1e7, -1e9));
      const answer = (...[offset, ms, zone]: [number, number, string]) => {
        try {
          return resolveRelativeDate({ component, offset, position: 'beginning' }, ms, zone);
        } catch (error) {
          return (error as Error).name;
        }
      };
      fc.assert(
        fc.property(now, far, (ms, offset) => {
          expect(answer(offset, ms, 'UTC')).toBe(answer(offset, ms, 'Etc/UTC'));
        }),
        { numRuns: runs(300) },
      );
    },
  );
});

describe('an absolute interval', () => {
  test.each([
    '',
    '2026-10-01',
    '2026-10-01/P1M',
    'P1M/2026-10-01',
    '2026-02-30/2026-03-01',
    '2026-10-01/2026-10-02/2026-10-03',
    '2026-10-01T25:00:00Z/2026-10-03',
    '../..',
  ])('%s is not valid', (text) => {
    expect(parseAbsoluteInterval(text)).toBeNull();
  });
});

test('a date or date-time is the instant that Temporal parses; both refuse the same texts', () => {
  const digits = (least: number, most: number, length = 2) =>
    fc.integer({ min: least, max: most }).map((number) => String(number).padStart(length, '0'));
  const date = fc.tuple(digits(1, 9999, 4), digits(0, 13), digits(0, 32)).map((parts) => parts.join('-'));
  const fraction = fc.stringMatching(/^(|\.\d{1,9})$/);
  const seconds = fc.oneof(
    fc.constant(''),
    fc.tuple(digits(0, 59), fraction).map(([whole, part]) => `:${whole}${part}`),
  );
  const zone = fc.oneof(
    fc.constantFrom('Z', '+0000', '-00:00', '+24:00', '+01:60'),
    fc
      .tuple(fc.constantFrom('+', '-'), digits(0, 23), digits(0, 59))
      .map(([sign, h, m]) => `${sign}${h}:${m}`),
  );
  const time = fc
    .tuple(digits(0, 24), digits(0, 60), seconds, zone)
    .map(([h, m, s, z]) => `T${h}:${m}${s}${z}`);
  const witness = (text: string) => {
    try {
      return Temporal.Instant.from(text).epochMilliseconds;
    } catch {
      return null;
    }
  };
  fc.assert(
    fc.property(date, time, (day, clock) => {
      expect(parseInstant(day + clock)).toBe(witness(day + clock.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')));
      expect(parseInstant(day)).toBe(witness(`${day}T00:00Z`));
    }),
    { numRuns: runs(3000) },
  );
});
