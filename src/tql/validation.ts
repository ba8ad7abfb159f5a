// Parses what comes from outside by a schema, and says for each problem where it is and what to write:
// `filter.fields[1].type is "selectr"; did you mean "selector"?`. Also the schemas that queries share.
import * as v from 'valibot';
import { mostSimilarWord, nearestWord } from '../text/nearest.ts';
import { truncate } from '../text/truncate.ts';
import { makeVisible } from '../text/visible.ts';
import { COMPONENTS, parseAbsoluteInterval, type RelativeInterval } from './interval.ts';
import { isDeeperThan, isJsonObject } from './json.ts';
import { findPatternProblem } from './pattern.ts';

/** What is wrong, and where: `filter.fields[1].type`; null if the value itself is wrong. */
interface Problem {
  readonly path: string | null;
  readonly message: string;
}

/** A parsed value, or every problem with it (at least one). */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly [Problem, ...Problem[]] };

/** All problems in one line; `valueName` is what the value itself is called. */
export function describeProblems({ problems }: Parsed<never> & { ok: false }, valueName = 'it'): string {
  return problems.map(({ path, message }) => `${path ?? valueName} ${message}`).join('; ');
}

/** How many levels of objects and arrays a value may have: parsing calls itself for each. */
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

export function problemOf(issue: v.BaseIssue<unknown>): Problem {
  const path = (issue.path ?? []).map((item) => pathSegment(item.key)).join('');
  return { path: path === '' ? null : path.replace(/^\./, ''), message: describeIssue(issue) };
}

function pathSegment(key: unknown): string {
  if (typeof key === 'number') return `[${key}]`;
  const text = String(key);
  return /^[\w-]+$/.test(text) ? `.${text}` : `[${JSON.stringify(text)}]`;
}

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

/** A problem with what to write. Valibot's own messages begin with "Invalid" and are reworded; ours stay. */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  if (!issue.message.startsWith('Invalid')) return issue.message;
  if (issue.received === 'undefined') return describeMissing(issue);
  const received = `is ${KINDS[issue.received] ?? truncate(makeVisible(issue.received), RECEIVED_LIMIT)}`;
  const { input } = issue;
  const words = wordsOf(issue.expected);
  const near = typeof input === 'string' && words.length > 1 ? nearestWord(input, words) : null;
  if (near !== null) return `${received}; did you mean ${JSON.stringify(near)}${exampleOfType(near)}?`;
  return `${received}; it takes ${formToWrite(issue) ?? expectedOf(issue)}`;
}

const RECEIVED_LIMIT = 100;
const KINDS: Readonly<Record<string, string>> = { Object: 'an object', Array: 'a list' };
const EXPECTED_KINDS: Readonly<Record<string, string>> = {
  ...KINDS,
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
};

function expectedOf({ expected }: v.BaseIssue<unknown>): string {
  const text = (expected ?? 'another value').replace(/[()]/g, '').replaceAll(' | ', ', ');
  return EXPECTED_KINDS[text] ?? text;
}

/** `("a" | "b")` → `a`, `b`. */
function wordsOf(expected: string | null): readonly string[] {
  return [...(expected ?? '').matchAll(/"([^"]*)"/g)].map(([, word = '']) => word);
}

/** A missing key, with the misspelt one that may be meant for it, or an example. */
function describeMissing(issue: v.BaseIssue<unknown>): string {
  const last = issue.path?.at(-1);
  const key = String(last?.key);
  const parent = last?.input;
  const otherKeys = isJsonObject(parent) ? Object.keys(parent).filter((each) => each !== key) : [];
  const near = mostSimilarWord(key, otherKeys, MISSPELT_CHANGES);
  if (near !== null) return `is missing; is ${JSON.stringify(truncate(near, WORD_LIMIT))} meant for it?`;
  // A missing type is one of the object's around it.
  const example = exampleFor(key === 'type' ? issue.path?.slice(0, -1) : issue.path, null);
  if (example !== null) return `is missing; write for example ${LISTS.has(key) ? `[${example}]` : example}`;
  return issue.type === 'variant' ? `is missing; it takes ${expectedOf(issue)}` : 'is missing';
}

const LISTS = new Set(['dimensions', 'aggregations', 'fields', 'steps']);
const MISSPELT_CHANGES = 2;
const WORD_LIMIT = 60;

/**
 * The value as it has to be written: an object for a bare word, a number without its quotes, a string in
 * quotes, a list of one.
 */
function formToWrite(issue: v.BaseIssue<unknown>): string | null {
  const { input, expected } = issue;
  const example =
    expected === 'Object' ? exampleFor(issue.path, typeof input === 'string' ? input : null) : null;
  if (example !== null) return `an object: ${example}`;
  if (expected === 'number' && typeof input === 'string' && /^-?\d+(?:\.\d+)?$/.test(input))
    return `a number: ${truncate(input, WORD_LIMIT)}, without quotes`;
  if (expected === 'string' && (typeof input === 'number' || typeof input === 'boolean'))
    return `a string: ${JSON.stringify(String(input))}`;
  return expected === 'Array' && isJsonObject(input) ? 'a list: […], with the object in it' : null;
}

/** Makes an example of an object. If the query has a bare word in its place, the example has the word. */
type Example = (word: string | null) => unknown;

const ofType = (value: string): unknown => ({ type: 'selector', dimension: 'type', value });
const dimension: Example = (word) => ({
  type: 'default',
  dimension: word ?? 'modelName',
  outputName: word ?? 'modelName',
});
const step: Example = (word) => ({
  name: word ?? 'launched',
  filter: ofType(word ?? 'appLaunched'),
});
const date = (offset: number, position: string): Example => {
  return () => ({ component: 'day', offset, position });
};

/** What `field` and `fields` hold, by the innermost of these keys that they are in. */
const FIELDS: ReadonlyMap<string, Example> = new Map<string, Example>([
  ['filter', () => ofType('appLaunched')],
  ['aggregations', (word) => word ?? 'modelName'],
  ['postAggregations', (word) => ({ type: 'fieldAccess', fieldName: word ?? 'Events' })],
]);

/** The object that each other key holds. */
const EXAMPLES: ReadonlyMap<string, Example> = new Map<string, Example>([
  ['dimension', dimension],
  ['dimensions', dimension],
  ['metric', (word) => ({ type: 'numeric', metric: word ?? 'Events' })],
  ['aggregations', (word) => ({ type: word ?? 'eventCount' })],
  ['filter', () => ofType('appLaunched')],
  ['steps', step],
  ['sample1', step],
  ['sample2', step],
  ['successCriterion', step],
  ['beginningDate', date(-28, 'beginning')],
  ['endDate', date(-1, 'end')],
]);

/** An example of the object at a path, with a word in its place; null if there is none. */
function exampleFor(path: readonly v.IssuePathItem[] | undefined, word: string | null): string | null {
  const keys = (path ?? []).map((item) => item.key).filter((key) => typeof key === 'string');
  const lastKey = keys.at(-1) ?? '';
  const isField = lastKey === 'field' || lastKey === 'fields';
  const holder = keys.findLast((key) => FIELDS.has(key)) ?? '';
  const example = isField ? FIELDS.get(holder) : EXAMPLES.get(lastKey);
  return example === undefined ? null : writeJson(example(word === null ? null : truncate(word, WORD_LIMIT)));
}

/** The object that a type is written in, for those that people write by hand most. */
function exampleOfType(type: string): string {
  const example: Readonly<Record<string, unknown>> = {
    eventCount: { type },
    userCount: { type },
    longSum: { type, name: 'sum', fieldName: 'floatValue' },
    doubleSum: { type, name: 'sum', fieldName: 'floatValue' },
    doubleMean: { type, name: 'mean', fieldName: 'floatValue' },
    selector: ofType('appLaunched'),
    in: { type, dimension: 'type', values: ['appLaunched'] },
    numeric: { type, metric: 'Events' },
    default: dimension(null),
  };
  return type in example ? `, as in ${writeJson(example[type])}` : '';
}

function writeJson(value: unknown): string {
  const lines = JSON.stringify(value, null, 1);
  return lines.replace(/(?<=[{[])\n\s*|\n\s*(?=[}\]])/g, '').replace(/\n\s*/g, ' ');
}
