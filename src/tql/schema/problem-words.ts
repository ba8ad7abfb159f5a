// Puts a problem that Valibot found into words, with what to write instead: an example (`examples.ts`), or
// the nearest word.
import type * as v from 'valibot';
import { mostSimilarWord, nearestWord } from '../../text/nearest.ts';
import { truncate } from '../../text/truncate.ts';
import { makeVisible } from '../../text/visible.ts';
import { exampleFor, exampleOfType, WORD_LIMIT } from './examples.ts';
import { isJsonObject } from '../json.ts';

/**
 * The rest of a sentence about the value. Valibot's own messages begin with "Invalid" and are reworded; ours
 * stay.
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

/** `("a" | "b")` → `"a", "b"`; `string` → `a string`. */
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
