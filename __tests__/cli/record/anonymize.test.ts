import fc from 'fast-check';
import { anonymize, type Exchange } from '../../../src/cli/record/anonymize.ts';
import { isErrorWord } from '../../../src/cli/record/vocabulary.ts';
import type { Json, JsonObject } from '../../../src/tql/json.ts';

/** What an account chooses freely, each text long enough not to stand in a placeholder by chance. */
const secret = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 7, maxLength: 30 }),
    fc.stringMatching(/^[a-z]{7,12}(?:\.[a-z]{2,9}){0,2}$/),
    fc.stringMatching(/^[A-Z][a-z]{6,9}(?: [A-Za-z]{3,9}){0,2}$/),
    fc.stringMatching(/^[a-z]{5,9}@[a-z]{4,8}\.example$/),
  )
  .filter((text) => ![text, ...text.split(/[\s\p{P}]+/u)].some(isErrorWord))
  .filter((text) => (text.match(/\p{L}/gu) ?? []).length >= 5);
const number = fc.oneof(fc.integer({ min: 100_000 }), fc.double({ min: 1e5, max: 1e9, noNaN: true }));
const id = fc.uuid();

const account = fc.record({
  texts: fc.uniqueArray(secret, { minLength: 12, maxLength: 20, selector: (text) => text.toLowerCase() }),
  numbers: fc.uniqueArray(number, { minLength: 4, maxLength: 8 }),
  ids: fc.uniqueArray(id, { minLength: 4, maxLength: 4 }),
});

type Account = typeof account extends fc.Arbitrary<infer T> ? T : never;

/** What a service with this account answers, with its texts at every place that a customer fills. */
function exchangesOf({ texts, numbers, ids }: Account) {
  const [
    name = '',
    namespace = '',
    app = '',
    group = '',
    title = '',
    column = '',
    output = '',
    value = '',
    ...more
  ] = texts;
  const [organizationId = '', appId = '', groupId = '', insightId = ''] = ids;
  const [large = 0, double = 0, ...rest] = numbers;
  const query: JsonObject = {
    queryType: 'topN',
    dataSource: namespace,
    granularity: 'all',
    appID: appId.toUpperCase(),
    threshold: large,
    dimension: { type: 'default', dimension: column, outputName: output },
    filter: { type: 'in', dimension: column, values: [value, ...more] },
    virtualColumns: [
      { type: 'expression', name: more[0] ?? '', expression: `concat("${column}", '${value}')` },
    ],
    context: { [more[1] ?? '']: more[2] ?? '', timezone: 'Europe/Berlin' },
  };
  const apps = [
    { id: appId, name: app, insightGroups: [{ id: groupId, title: group, insightIDs: [insightId] }] },
  ];
  const organization: JsonObject = {
    id: organizationId,
    name,
    namespace,
    usagePercentage: double,
    createdAt: '2026-01-07T13:27:22+0000',
    apps,
    settings: { useNamespace: true, newSwitch: { [more[0] ?? '']: value } },
  };
  const at = (method: string, path: string, body: Json, status: number, answer: Json) => ({
    method,
    path,
    body,
    status,
    answer,
    headers: { 'content-type': 'application/json', 'x-account': name, 'set-cookie': value },
  });
  const row: JsonObject = { [output]: value, [column]: large, message: name, [more[3] ?? '']: rest };
  return [
    at('GET', '/api/v3/organizations/', null, 200, [organization]),
    at('GET', `/api/v3/groups/${groupId}/`, null, 200, {
      id: groupId,
      title: group,
      insights: [{ id: insightId, title, query }],
    }),
    at('POST', `/api/v3/insights/${insightId}/query/`, {}, 200, query),
    at('POST', '/api/v4/query/tql', query, 200, [
      { timestamp: '2026-11-01T00:00:00.000Z', result: [row, row] },
    ]),
    at('POST', '/api/v4/query/tql', query, 401, { error: true, reason: `User can not access ${namespace}` }),
    at('POST', '/api/v4/query/tql', query, 500, `<h1>${name} (${namespace}) ${value}</h1>`),
  ];
}

test('a recording holds no text, id or number of the account, whatever they are and wherever they stand', () => {
  fc.assert(
    fc.property(account, (given) => {
      const exchanges = exchangesOf(given);
      const written = JSON.stringify(anonymize(exchanges));
      for (const text of [...given.texts, ...given.ids, ...given.numbers.map(String), 'Berlin', '2026-'])
        expect(written.toLowerCase()).not.toContain(JSON.stringify(text).slice(1, -1).toLowerCase());
    }),
  );
});

test('a recording keeps what was equal equal, what was different different, and the order of numbers', () => {
  fc.assert(
    fc.property(account, (given) => {
      const rowOf = (exchanges: readonly Exchange[]) => exchanges.flatMap(({ answer }) => leaves(answer));
      const [before, after] = [rowOf(exchangesOf(given)), rowOf(anonymize(exchangesOf(given)))];
      expect(after).toHaveLength(before.length);
      const became = new Map<Json, Json>();
      for (const [index, value] of before.entries()) {
        const replaced = after[index] ?? null;
        if (typeof value === 'string' && /^User|^<h1>/.test(value)) continue;
        expect(replaced).toEqual(became.get(value) ?? replaced);
        became.set(value, replaced);
      }
      const numbers = [...became].filter((pair): pair is [number, number] => typeof pair[0] === 'number');
      const sorted = numbers.sort(([a], [b]) => a - b).map(([, rank]) => rank);
      expect(sorted).toEqual([...new Set(sorted)].sort((a, b) => a - b));
    }),
  );
});

test('a recording keeps statuses, known keys, words of the language, and what an error says', () => {
  const [given = null] = fc.sample(account, 1);
  if (given === null) throw new Error('There is no account.');
  const [organizations, , resolved, ran, refused] = anonymize(exchangesOf(given));
  expect(organizations).toMatchObject({
    method: 'GET',
    path: '/api/v3/organizations/',
    status: 200,
    headers: { 'content-type': 'application/json' },
    answer: [
      {
        settings: { useNamespace: true, newSwitch: {} },
        createdAt: expect.stringMatching(/^2001-01-\d\dT00:00:00\+0000$/),
      },
    ],
  });
  expect(resolved?.answer).toMatchObject({
    queryType: 'topN',
    granularity: 'all',
    dimension: { type: 'default' },
  });
  expect(ran?.answer).toMatchObject([{ result: [expect.anything(), expect.anything()] }]);
  expect(refused).toMatchObject({
    status: 401,
    answer: { error: true, reason: expect.stringMatching(/^User can not access /) },
  });
});

test('a recording is the same for the same exchanges', () => {
  fc.assert(
    fc.property(account, (given) => {
      expect(anonymize(exchangesOf(given))).toEqual(anonymize(exchangesOf(given)));
    }),
  );
});

function leaves(value: Json): readonly Json[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap((child) => leaves(child));
}
