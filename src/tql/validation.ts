// Parses what comes from outside by a schema, and names the place of each problem: `filter.fields[1].type`.
// Also the schemas of values that several parts of a query have.
import * as v from 'valibot';
import { COMPONENTS, parseAbsoluteInterval, type RelativeInterval } from './interval.ts';
import { isDeeperThan } from './json.ts';
import { findUnportableSyntax } from './pattern.ts';
import { describeIssue, wordsOf } from './problem-words.ts';

/**
 * What is wrong with a value from outside, and where: `filter.fields[1].type`; null for the value as a whole.
 */
interface Problem {
  readonly path: string | null;
  readonly message: string;
}

/** A parsed value, or every problem with it (at least one). */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly [Problem, ...Problem[]] };

/** What is wrong with a value, in one line; `whole` is what it is called. */
export function describeProblems({ problems }: Parsed<never> & { ok: false }, whole = 'it'): string {
  return problems.map(({ path, message }) => `${path ?? whole} ${message}`).join('; ');
}

export const DEPTH_LIMIT = 64;

/** Parses a JSON value by a schema. In TQL a null key counts as absent. */
export function parseWithSchema<T>(schema: v.GenericSchema<unknown, T>, value: unknown): Parsed<T> {
  if (isDeeperThan(value, DEPTH_LIMIT)) {
    return {
      ok: false,
      problems: [{ path: null, message: `is nested more than ${DEPTH_LIMIT} levels deep` }],
    };
  }
  const result = v.safeParse(schema, withoutNulls(value));
  if (result.success) return { ok: true, value: result.output };
  const [first, ...rest] = result.issues;
  return { ok: false, problems: [problemOf(first), ...rest.map(problemOf)] };
}

const unsupportedKey = v.exactOptional(v.custom<never>(() => false, 'is not supported'));

/**
 * Keys that change a result in Druid or TQL and are not supported here: they are refused rather than ignored.
 */
export function unsupportedKeys<K extends string>(...keys: readonly K[]): Record<K, typeof unsupportedKey> {
  const entries = keys.map((key): [K, typeof unsupportedKey] => [key, unsupportedKey]);
  return Object.fromEntries(entries) as Record<K, typeof unsupportedKey>;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, child]) => child !== null);
  return Object.fromEntries(entries.map(([key, child]) => [key, withoutNulls(child)]));
}

/** The words that a value takes at a place such as `filter.type`, if what is there is none of them. */
export function wordsAt(
  schema: v.GenericSchema<unknown, unknown>,
  value: unknown,
  path: string,
): readonly string[] {
  const issue = v.safeParse(schema, value).issues?.find((each) => problemOf(each).path === path);
  return issue === undefined ? [] : wordsOf(issue.expected);
}

function problemOf(issue: v.BaseIssue<unknown>): Problem {
  const path = (issue.path ?? []).map((item) => pathSegment(item.key)).join('');
  return { path: path === '' ? null : path.replace(/^\./, ''), message: describeIssue(issue) };
}

function pathSegment(key: unknown): string {
  if (typeof key === 'number') return `[${key}]`;
  const text = String(key);
  return /^[\w-]+$/.test(text) ? `.${text}` : `[${JSON.stringify(text)}]`;
}

/** An integer that a double holds exactly. */
export const integer = v.pipe(v.number(), v.safeInteger('is not a whole number'));

/** A string, taken as it is. */
export const text = v.string();

/** A regular expression that means the same in Java, which Druid uses, and in RE2. */
export const pattern = v.pipe(
  text,
  v.check((value) => findUnportableSyntax(value) === null, patternMessage),
);

const relativeDate = v.object({
  component: v.picklist(COMPONENTS),
  // A larger offset could leave the range of dates.
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
    intervalsMessage,
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

function intervalsMessage(): string {
  return 'is not a list of intervals: ["start/end", …], each side an ISO date or date-time';
}

function patternMessage(issue: v.BaseIssue<unknown>): string {
  return `is a regular expression with ${findUnportableSyntax(String(issue.input)) ?? 'something'}, which is not supported: engines read it differently, or not at all`;
}
