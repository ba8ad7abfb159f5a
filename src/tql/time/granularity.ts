// Parses how a query divides time: `day`, `{"type": "period", "period": "P1W", "timeZone": "Europe/Berlin"}`.
// In SQL, it is `date_trunc('day', time)` in the `GROUP BY`. `buckets.ts` computes the buckets.
import { makeVisible } from '../../text/visible.ts';
import * as v from 'valibot';
import { nearestWord } from '../../text/nearest.ts';
import { parseInstant } from './interval.ts';
import { isTimeZone } from '../literals.ts';
import { parsePeriod } from './period.ts';
import { integer, text } from '../schema/shared-schemas.ts';

/** The granularities that are a word, counted in UTC. Weeks begin on Monday. */
const GRANULARITY_NAMES = [
  'all',
  'none',
  'second',
  'minute',
  'fifteen_minute',
  'thirty_minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
] as const;
type GranularityName = (typeof GRANULARITY_NAMES)[number];

/** A time zone's name. */
export const timeZone = v.pipe(
  text,
  v.check(isTimeZone, 'is not a valid time zone; it takes an IANA name such as Europe/Berlin'),
);

const origin = v.exactOptional(
  v.pipe(
    text,
    v.check((value) => parseInstant(value) !== null, 'is not an ISO date-time'),
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
      'is not an ISO 8601 period of one unit, such as P1W or PT30M',
    ),
  ),
  timeZone: v.exactOptional(timeZone),
  origin,
});
const nameInObject = v.pipe(
  v.object({ type: name }),
  v.transform((object) => object.type),
);

/** How time is divided into buckets: a word, steps of a fixed length, or calendar periods in a zone. */
export type Granularity =
  | GranularityName
  | Readonly<v.InferOutput<typeof duration>>
  | Readonly<v.InferOutput<typeof period>>;

/** A granularity in any of its forms; `{"type": name}` becomes the name. */
export const granularitySchema: v.GenericSchema<unknown, Granularity> = v.lazy((input) => {
  if (typeof input !== 'object' || input === null || !('type' in input)) return name;
  if (input.type === 'duration') return duration;
  return input.type === 'period' ? period : nameInObject;
});

/** A query's granularity; null if it is not a valid one. A missing one is `all`. */
export function parseGranularity(value: unknown): Granularity | null {
  const parsed = v.safeParse(granularitySchema, value ?? 'all');
  return parsed.success ? parsed.output : null;
}

function namesMessage(issue: v.BaseIssue<unknown>): string {
  const near = nearestWord(
    ADVERBS.get(String(issue.input).toLowerCase()) ?? String(issue.input),
    GRANULARITY_NAMES,
  );
  if (near !== null)
    return `is ${makeVisible(issue.received.slice(0, 100))}; did you mean ${JSON.stringify(near)}?`;
  return `is ${issue.received.slice(0, 100)}; it takes ${GRANULARITY_NAMES.join(', ')}, or an object of type duration or period`;
}

const ADVERBS: ReadonlyMap<string, string> = new Map([
  ['daily', 'day'],
  ['hourly', 'hour'],
  ['weekly', 'week'],
  ['monthly', 'month'],
]);

/** A granularity under a query's `context.timezone`: calendar periods are counted in that zone. */
export function granularityInZone(granularity: Granularity, timeZone: string): Granularity {
  if (granularity === 'all' || granularity === 'none') return granularity;
  if (typeof granularity === 'string') return { type: 'period', period: PERIODS[granularity], timeZone };
  return granularity.type === 'period' ? { ...granularity, timeZone } : granularity;
}

/** The period of each granularity that is a word, except `all` and `none`. */
export const PERIODS: Readonly<Record<Exclude<GranularityName, 'all' | 'none'>, string>> = {
  second: 'PT1S',
  minute: 'PT1M',
  fifteen_minute: 'PT15M',
  thirty_minute: 'PT30M',
  hour: 'PT1H',
  day: 'P1D',
  week: 'P1W',
  month: 'P1M',
  // TelemetryDeck's compiler leaves quarters in UTC, an oversight: quarters of a report in a zone would be
  // off by hours.
  quarter: 'P3M',
  year: 'P1Y',
};
