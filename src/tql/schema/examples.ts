// Examples of the objects of a query, for messages about wrong ones: in place of the bare word `"plan"` under
// `dimension`, write `{"type": "default", "dimension": "plan", "outputName": "plan"}`.
import type * as v from 'valibot';
import { truncate } from '../../text/truncate.ts';

/** How many characters of a word from outside are shown. */
export const WORD_LIMIT = 60;

/** An example of the object at a path, with a word in its place; null if there is none. */
export function exampleFor(path: readonly v.IssuePathItem[] | undefined, word: string | null): string | null {
  const keys = (path ?? []).map((item) => item.key).filter((key) => typeof key === 'string');
  const lastKey = keys.at(-1) ?? '';
  const isField = lastKey === 'field' || lastKey === 'fields';
  const holder = keys.findLast((key) => FIELDS.has(key)) ?? '';
  const example = isField ? FIELDS.get(holder) : EXAMPLES.get(lastKey);
  return example === undefined ? null : writeJson(example(word === null ? null : truncate(word, WORD_LIMIT)));
}

/** The object that a type is written in, for those that people write by hand most. */
export function exampleOfType(type: string): string {
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

/** JSON on one line, with a space after each comma: `{"type": "eventCount", "name": "n"}`. */
function writeJson(value: unknown): string {
  const lines = JSON.stringify(value, null, 1);
  return lines.replace(/(?<=[{[])\n\s*|\n\s*(?=[}\]])/g, '').replace(/\n\s*/g, ' ');
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
