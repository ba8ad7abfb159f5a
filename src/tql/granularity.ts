import * as v from 'valibot';
import { integer, text } from './fields.ts';
import { parseInstant } from './interval.ts';
import { parsePeriod } from './period.ts';
import { isTimeZone } from './time-zone.ts';

/** The granularities that are a word. Weeks begin on Monday; all of them are counted in UTC. */
export const GRANULARITY_NAMES = [
  'all', 'none', 'second', 'minute', 'fifteen_minute', 'thirty_minute', 'hour', 'day', 'week', 'month', 'quarter', 'year',
] as const; // prettier-ignore
export type GranularityName = (typeof GRANULARITY_NAMES)[number];

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
