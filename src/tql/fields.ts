import * as v from 'valibot';
import { COMPONENTS } from './component.ts';
import { parseAbsoluteInterval, type RelativeInterval } from './interval.ts';
import { unlikeInJava } from './pattern.ts';

/** An integer that a double holds exactly. */
export const integer = v.pipe(v.number(), v.safeInteger('is no whole number'));

/** A name or a text, as it stands. */
export const text = v.string();

/** A regular expression that means the same in Java, for which it is written, and in RE2. */
export const pattern = v.pipe(
  text,
  v.check((value) => unlikeInJava(value) === null, patternMessage),
);

const relativeDate = v.object({
  component: v.picklist(COMPONENTS),
  // Beyond this the calendar ends before the offset does.
  offset: v.pipe(integer, v.minValue(-100_000, 'is below -100000'), v.maxValue(100_000, 'is above 100000')),
  position: v.picklist(['beginning', 'end']),
});

/** `{beginningDate, endDate}`, as both operations take it. */
export const relativeInterval: v.GenericSchema<unknown, RelativeInterval> = v.object({
  beginningDate: relativeDate,
  endDate: relativeDate,
});

/** `start/end` with the start not after the end. */
export const absoluteInterval = v.pipe(
  v.string(),
  v.check(isInterval, 'is no interval: start/end, each side an ISO date or date-time'),
  v.check((value) => !endsBeforeItStarts(value), 'ends before it starts'),
);

/** At least one absolute interval, as an array or as `{"type": "intervals", "intervals": […]}`. */
export const absoluteIntervals = v.pipe(
  v.union(
    [
      v.array(absoluteInterval),
      v.pipe(
        v.object({ type: v.literal('intervals'), intervals: v.array(absoluteInterval) }),
        v.transform((object) => object.intervals),
      ),
    ],
    intervalsMessage,
  ),
  v.minLength(1, 'holds no interval'),
);

/** At least one relative interval. */
export const relativeIntervals = v.pipe(v.array(relativeInterval), v.minLength(1, 'holds no interval'));

function isInterval(value: string): boolean {
  return parseAbsoluteInterval(value) !== null;
}

function endsBeforeItStarts(value: string): boolean {
  const range = parseAbsoluteInterval(value);
  return range !== null && range.endMs < range.startMs;
}

function intervalsMessage(): string {
  return 'is no list of intervals: ["start/end", …], each side an ISO date or date-time';
}

function patternMessage(issue: v.BaseIssue<unknown>): string {
  return `is a regular expression with ${unlikeInJava(String(issue.input)) ?? 'something'}, which is not supported: engines read it differently, or not at all`;
}
