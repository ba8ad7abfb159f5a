// The comparison of two engines must find a defect of one, wherever the answer has it. So that this test
// needs no Druid, both answers are the embedded engine's, and one of them gets a defect.
import { isLong, runs, testAtLength } from '../../support/properties.ts';
import { answerOf, compiledOrNull, queriesOf, rowsInJavaNumbers, withEmbedded, worldOf } from '../worlds.ts';
import { type Compared, judge } from './judge.ts';

const QUERIES_A_WORLD = 60;
const WORLDS = runs(10, 0);
/** Answers of thousands of buckets take long, and have no other places for a defect. */
const LONGEST = 20_000;

/** A place in an answer: the value, what holds it, and its name or index there. */
interface Place {
  readonly value: unknown;
  readonly holder: object;
  readonly name: string;
}

/** Each defect: which places of an answer can have it, and the value that stands there then. */
const DEFECTS: Readonly<Record<string, (place: Place) => unknown>> = {
  'a number 1 % too large': ({ value }) => numberOr(value, (number) => number * 1.01),
  'a number 5 % too small': ({ value }) => numberOr(value, (number) => number * 0.95),
  'a count one too large': ({ value }) => (Number.isInteger(value) ? Number(value) + 1 : value),
  'null instead of 0': ({ value }) => (value === 0 ? null : value),
  'a text in the other case': ({ value, name }) => {
    if (typeof value !== 'string' || name === 'timestamp') return value;
    return value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase();
  },
  'a bucket an hour late': ({ value, name }) => {
    if (typeof value !== 'string' || name !== 'timestamp') return value;
    return new Date(Date.parse(value) + 3_600_000).toISOString();
  },
  'a row missing': ({ value }) => (isRows(value) ? value.slice(1) : value),
  'two rows in the other order': ({ value }) =>
    isRows(value) ? [...value.slice(1, 2), ...value.slice(0, 1), ...value.slice(2)] : value,
  'an output missing': ({ value }) =>
    isRow(value) ? Object.fromEntries(Object.entries(value).slice(0, -1)) : value,
};

function numberOr(value: unknown, change: (number: number) => number) {
  return typeof value === 'number' ? change(value) : value;
}

function isRow(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRows(value: unknown): value is object[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRow);
}

function placesIn(holder: object): Place[] {
  return Object.entries(holder).flatMap(([name, value]: [string, unknown]) => [
    { value, holder, name },
    ...(typeof value === 'object' && value !== null ? placesIn(value) : []),
  ]);
}

/** The answer with a defect at one of the places that can have it; null if there is none. */
function withDefect(answer: unknown, change: (place: Place) => unknown, pick: number) {
  const whole = { answer: structuredClone(answer) };
  const can = placesIn(whole).filter(
    (place) => JSON.stringify(change(place)) !== JSON.stringify(place.value),
  );
  const place = can[pick % can.length];
  if (place === undefined) return null;
  Reflect.set(place.holder, place.name, change(place));
  return whole.answer;
}

const agreeing: Compared[] = [];

beforeAll(async () => {
  for (let seed = 100; seed < 100 + WORLDS; seed++) {
    const world = worldOf('org', seed);
    await withEmbedded(world, async (engine) => {
      for (const one of queriesOf(world, QUERIES_A_WORLD)) {
        const compiled = compiledOrNull(one, world);
        if (compiled === null) continue;
        const query = JSON.parse(JSON.stringify(compiled)) as Compared['query'];
        const answer = await answerOf(engine, compiled, world);
        if (JSON.stringify(answer).length > LONGEST) continue;
        const inJava = rowsInJavaNumbers(one, world);
        agreeing.push({
          query,
          events: world.list,
          druid: answer,
          embedded: answer,
          inJavaNumbers: () => inJava,
        });
      }
    });
  }
}, 300_000);

const shares: string[] = [];

afterAll(() => {
  if (isLong) process.stdout.write(`${shares.join('\n')}\n`);
});

function expectFound(defect: string, injected: readonly Compared[]) {
  const excused = injected.filter((one) => judge(one).unknown.length === 0);
  const share = excused.length / injected.length;
  shares.push(`${defect}: ${(100 * share).toFixed(1)} % of ${injected.length} not found`);
  expect(injected.length).toBeGreaterThan(WORLDS);
  expect(share).toBeLessThanOrEqual(0.05);
}

testAtLength('two answers that are the same have no difference', () => {
  expect(agreeing.flatMap((one) => judge(one).unknown)).toEqual([]);
});

for (const [defect, change] of Object.entries(DEFECTS))
  testAtLength(`${defect} is found in at least 95 % of the answers`, () => {
    const injected = agreeing.flatMap((one, index) => {
      const rows = withDefect(one.embedded.rows, change, index * 7919);
      return rows === null || rows === undefined ? [] : [{ ...one, druid: { rows } }];
    });
    expectFound(defect, injected);
  });

testAtLength('a failure that the list does not name is found whatever the query is', () => {
  const message = 'Druid could not run the query: 500, java.lang.NullPointerException';
  expectFound(
    'a failure',
    agreeing.map((one) => ({ ...one, druid: { error: 'failed', message } })),
  );
});

test('one more distinct value is explained by an empty text, which Druid counts beside certain others', () => {
  const query = {
    queryType: 'timeseries',
    aggregations: [{ type: 'cardinality', name: 'n', fields: ['clientUser'], byRow: false }],
  };
  const answer = (n: number) => ({ rows: [{ timestamp: '2026-10-01T00:00:00+0000', result: { n } }] });
  const unknownWith = (...users: string[]) =>
    judge({
      query,
      events: users.map((clientUser) => ({ clientUser })),
      druid: answer(-2048 * Math.log(1 - 3 / 2048)),
      embedded: answer(2),
      inJavaNumbers: () => null,
    }).unknown;
  expect(unknownWith('a', 'b', '')).toEqual([]);
  expect(unknownWith('a', 'b')).toHaveLength(1);
});
