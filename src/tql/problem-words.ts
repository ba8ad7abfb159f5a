// Says in words what is wrong with a part of a query, and what to write instead: `is "eventcount"; did you
// mean "eventCount"?`. Called for each problem that `validation.ts` finds.
import type * as v from 'valibot';
import { mostSimilarWord, nearestWord } from '../text/nearest.ts';
import { truncate } from '../text/truncate.ts';
import { makeVisible } from '../text/visible.ts';
import { isJsonObject } from './json.ts';

/**
 * What is wrong with a value, with what to write. Custom messages are kept; Valibot's own begin with
 * "Invalid" and are reworded.
 */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
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

/** The words of `("a" | "b")`. */
export function wordsOf(expected: string | null): readonly string[] {
  return [...(expected ?? '').matchAll(/"([^"]*)"/g)].map(([, word = '']) => word);
}

/**
 * A missing key, and the one in its place that looks like it. Valibot says about an absent key that it
 * expects its own name.
 */
function describeMissing(issue: v.BaseIssue<unknown>): string {
  const last = issue.path?.at(-1);
  const [key, parent] = [String(last?.key), last?.input];
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

/** What `field` and `fields` hold, by the nearest key around them that says of what they are. */
const FIELDS: Readonly<Record<string, Example>> = {
  filter: () => ofType('appLaunched'),
  aggregations: (word) => word ?? 'modelName',
  postAggregations: (word) => ({ type: 'fieldAccess', fieldName: word ?? 'Events' }),
};

/** The object that each other key holds, with a word that was given in its place. */
const EXAMPLES: Readonly<Record<string, Example>> = {
  dimension,
  dimensions: dimension,
  metric: (word) => ({ type: 'numeric', metric: word ?? 'Events' }),
  aggregations: (word) => ({ type: word ?? 'eventCount' }),
  filter: () => ofType('appLaunched'),
  steps: step,
  sample1: step,
  sample2: step,
  successCriterion: step,
  beginningDate: date(-28, 'beginning'),
  endDate: date(-1, 'end'),
};

function exampleFor(path: readonly v.IssuePathItem[] | undefined, word: string | null): string | null {
  const keys = (path ?? []).map((item) => item.key).filter((key) => typeof key === 'string');
  const [key = '', holder = ''] = [keys.at(-1), keys.findLast((each) => Object.hasOwn(FIELDS, each))];
  const isField = key === 'field' || key === 'fields';
  const example = isField ? FIELDS[holder] : Object.hasOwn(EXAMPLES, key) ? EXAMPLES[key] : undefined;
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
