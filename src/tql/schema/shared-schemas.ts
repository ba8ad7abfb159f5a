// The schemas that several parts of a query share: numbers, texts, patterns and intervals, and keys that are
// refused.
import * as v from 'valibot';
import { COMPONENTS, parseAbsoluteInterval, type RelativeInterval } from '../time/interval.ts';
import { findPatternProblem } from './pattern.ts';

/** A whole number that a double holds exactly. */
export const integer = v.pipe(v.number(), v.safeInteger('is not a whole number'));

export const text = v.string();

/** A regular expression that means the same in Java, which Druid uses, and in RE2. */
export const pattern = v.pipe(
  text,
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? findPatternProblem(dataset.value) : null;
    if (problem !== null) addIssue({ message: problem });
  }),
);

const relativeDate = v.object({
  component: v.picklist(COMPONENTS),
  // A larger offset could be beyond the dates that JavaScript has.
  offset: v.pipe(integer, v.minValue(-100_000, 'is below -100000'), v.maxValue(100_000, 'is above 100000')),
  position: v.picklist(['beginning', 'end']),
});

/** `{beginningDate, endDate}`, as both operations take it. */
export const relativeInterval: v.GenericSchema<unknown, RelativeInterval> = v.object({
  beginningDate: relativeDate,
  endDate: relativeDate,
});

/** `start/end`; the start is not after the end. */
export const absoluteInterval = v.pipe(
  v.string(),
  v.check(
    (value) => parseAbsoluteInterval(value) !== null,
    'is not an interval: start/end, each side an ISO date or date-time',
  ),
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
    'is not a list of intervals: ["start/end", …], each side an ISO date or date-time',
  ),
  v.minLength(1, 'needs at least one interval'),
);

/** At least one relative interval. */
export const relativeIntervals = v.pipe(
  v.array(relativeInterval),
  v.minLength(1, 'needs at least one interval'),
);

function endsBeforeItStarts(value: string): boolean {
  const range = parseAbsoluteInterval(value);
  return range !== null && range.endMs < range.startMs;
}

const unsupportedKey = v.exactOptional(v.custom<never>(() => false, 'is not supported'));

/**
 * Keys that change a result in Druid or TQL and are not supported here: they are refused rather than ignored.
 */
export function unsupportedKeys<K extends string>(...keys: readonly K[]): Record<K, typeof unsupportedKey> {
  const entries = keys.map((key): [K, typeof unsupportedKey] => [key, unsupportedKey]);
  return Object.fromEntries(entries) as Record<K, typeof unsupportedKey>;
}
