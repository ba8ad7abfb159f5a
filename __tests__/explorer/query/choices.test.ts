import * as fc from 'fast-check';
import {
  type Choices,
  MEASURES,
  FIRST_CHOICES,
  KINDS,
  STEPS_OF_TIME,
  writeQuery,
} from '../../../src/explorer/query/choices.ts';
import { firstChoices } from '../../../src/explorer/query/first-choices.ts';
import { readChoices } from '../../../src/explorer/query/read-choices.ts';
import { parseQuery, printQuery } from '../../../src/explorer/query/text.ts';
import type { Query } from '../../../src/tql/query.ts';
import { parseRunQuery } from '../../../src/tql/schema/run-query.ts';
import { runs } from '../../support/properties.ts';
import { asQuery } from '../../support/as-query.ts';

const name = fc.oneof(
  fc.constantFrom('type', 'country', '__proto__', 'a"b'),
  fc.string({ minLength: 1, maxLength: 9 }),
);
const choices: fc.Arbitrary<Choices> = fc.record({
  kind: fc.constantFrom(...KINDS),
  counted: fc.constantFrom(...MEASURES),
  valueColumn: name,
  by: name,
  top: fc.integer({ min: 1, max: 1000 }),
  every: fc.constantFrom(...STEPS_OF_TIME),
  split: fc.oneof(fc.constant(''), name),
  days: fc.integer({ min: 1, max: 400 }),
  withToday: fc.boolean(),
  zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu'),
  conditions: fc.array(fc.record({ column: name, value: fc.option(fc.string()), isNot: fc.boolean() }), {
    maxLength: 3,
  }),
  steps: fc.array(name, { minLength: 1, maxLength: 3 }),
  names: fc.dictionary(fc.oneof(name, fc.constant('Users')), name),
});

test('a query by choosing is a valid query, whatever is chosen', () => {
  fc.assert(
    fc.property(choices, (chosen) => {
      expect(parseRunQuery(writeQuery(chosen))).toMatchObject({ ok: true });
    }),
    { numRuns: runs(2000, 100) },
  );
});

test('a query by choosing is read back from its text as the same query, whatever was chosen before', () => {
  fc.assert(
    fc.property(choices, choices, (chosen, before) => {
      const query = parseQuery(printQuery(writeQuery(chosen)));
      const read = query && readChoices(query, before);
      expect(read).not.toBeNull();
      expect(writeQuery(read!)).toEqual(writeQuery(chosen));
    }),
    { numRuns: runs(2000, 100) },
  );
});

test('a query by choosing is read whatever the order of its keys', () => {
  const query = writeQuery(FIRST_CHOICES);
  const turned = Object.fromEntries(Object.entries(query).reverse()) as Query;
  expect(readChoices(turned, FIRST_CHOICES)).toEqual(FIRST_CHOICES);
});

test.each([
  ['another key', { context: { timezone: 'Europe/Berlin', priority: 1 } }],
  ['another filter', { filter: { type: 'regex', dimension: 'type', pattern: 'a' } }],
  [
    'a filter among others',
    { filter: { type: 'and', fields: [{ type: 'in', dimension: 'type', values: ['a'] }] } },
  ],
  ['an absolute interval', { relativeIntervals: [], intervals: ['2026-01-01/2026-02-01'] }],
  ['a second aggregation', { aggregations: [{ type: 'userCount', name: 'Users' }, { type: 'eventCount' }] }],
])('a query by choosing is not changed where it says more than can be chosen: %s', (_, changes) => {
  const query = asQuery({ ...writeQuery(FIRST_CHOICES), ...changes });
  expect(readChoices(query, FIRST_CHOICES)).toBeNull();
});

test('a query by choosing keeps the names that a saved query gives its outputs', () => {
  const saved = asQuery({
    ...writeQuery({ ...FIRST_CHOICES, kind: 'top', by: 'modelName' }),
    dimension: { type: 'default', dimension: 'modelName', outputName: 'device' },
    aggregations: [{ type: 'userCount', name: 'people' }],
    metric: { type: 'numeric', metric: 'people' },
  });
  const read = readChoices(saved, FIRST_CHOICES);
  expect(read).toMatchObject({ kind: 'top', counted: 'users', by: 'modelName' });
  expect(writeQuery(read!)).toEqual(saved);
  expect(writeQuery({ ...read!, counted: 'events', by: 'country' })).toMatchObject({
    dimension: { outputName: 'country' },
    aggregations: [{ name: 'Events' }],
    metric: { metric: 'Events' },
  });
});

test('the page begins with the usual period while the times of the events are not known', () => {
  expect(firstChoices(null, 0)).toMatchObject({ choices: FIRST_CHOICES, note: null });
});
