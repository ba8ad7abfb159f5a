import * as v from 'valibot';
import { parseInstant } from './interval.ts';
import { isTimeZone } from './literals.ts';
import { integer, text } from './validation.ts';

/** The granularities that are a word. Weeks begin on Monday; all of them are counted in UTC. */
const GRANULARITY_NAMES = [
  'all', 'none', 'second', 'minute', 'fifteen_minute', 'thirty_minute', 'hour', 'day', 'week', 'month', 'quarter', 'year',
] as const; // prettier-ignore
type GranularityName = (typeof GRANULARITY_NAMES)[number];

/** A name of a time zone. */
export const timeZone = v.pipe(
  text,
  v.check(isTimeZone, 'is no time zone; it takes an IANA name such as Europe/Berlin'),
);

const origin = v.exactOptional(
  v.pipe(
    text,
    v.check((value) => parseInstant(value) !== null, 'is no ISO date-time'),
  ),
);
const name = v.pipe(v.string(), v.toLowerCase(), v.picklist(GRANULARITY_NAMES, namesMessage));
const duration = v.object({
  type: v.literal('duration'),
  duration: v.pipe(integer, v.minValue(1, 'is below 1')),
  origin,
});
const period = v.object({
  type: v.literal('period'),
  period: v.pipe(
    text,
    v.check(
      (value) => parsePeriod(value) !== null,
      'is no ISO 8601 period of at least one second, such as P1W or PT30M',
    ),
  ),
  timeZone: v.exactOptional(timeZone),
  origin,
});
const named = v.pipe(
  v.object({ type: name }),
  v.transform((object) => object.type),
);

/** How time is divided into buckets: a name, chunks of a fixed length, or calendar periods in a zone. */
export type Granularity =
  GranularityName | Readonly<v.InferOutput<typeof duration>> | Readonly<v.InferOutput<typeof period>>;

/** A granularity in any of its forms; `{"type": name}` becomes the name. */
export const granularitySchema: v.GenericSchema<unknown, Granularity> = v.lazy((input) => {
  if (typeof input !== 'object' || input === null || !('type' in input)) return name;
  if (input.type === 'duration') return duration;
  return input.type === 'period' ? period : named;
});

function namesMessage(issue: v.BaseIssue<unknown>): string {
  return `is ${issue.received.slice(0, 100)}; it takes ${GRANULARITY_NAMES.join(', ')}, or an object of type duration or period`;
}

/** A granularity as it counts under a query's `context.timezone`: calendar ones count in that zone. */
export function granularityInZone(granularity: Granularity, timeZone: string): Granularity {
  if (typeof granularity === 'object')
    return granularity.type === 'period' ? { ...granularity, timeZone } : granularity;
  const period = PERIODS[granularity];
  return period === undefined ? granularity : { type: 'period', period, timeZone };
}

const PERIODS: Readonly<Partial<Record<GranularityName, string>>> = {
  second: 'PT1S',
  minute: 'PT1M',
  fifteen_minute: 'PT15M',
  thirty_minute: 'PT30M',
  hour: 'PT1H',
  day: 'P1D',
  week: 'P1W',
  month: 'P1M',
  // The reference leaves quarters in UTC, by an oversight; a report of quarters in a zone would be wrong by hours.
  quarter: 'P3M',
  year: 'P1Y',
};

/** An ISO 8601 period in whole numbers. */
export interface Period {
  readonly years: number;
  readonly months: number;
  readonly weeks: number;
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

const PERIOD = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const LIMIT = 1_000_000;

/** Reads `P1W`, `PT30M`, `P3M`, `P1DT12H`; null for anything else and for a period of no length. */
export function parsePeriod(text: string): Period | null {
  const match = PERIOD.exec(text);
  if (match === null) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((digits: string | undefined) => Number(digits ?? 0));
  const period = { years, months, weeks, days, hours, minutes, seconds };
  const fields = Object.values(period);
  return fields.some((field) => field > 0) && fields.every((field) => field <= LIMIT) ? period : null;
}

const DAY_MS = 86_400_000;

/** How long a period is; years, months and days as long as they are on average. Exact for hours, minutes and seconds. */
export function periodLengthMs(period: Period): number {
  const days = period.years * 365.2425 + period.months * 30.436875 + period.weeks * 7 + period.days;
  return days * DAY_MS + period.hours * 3_600_000 + period.minutes * 60_000 + period.seconds * 1000;
}
