// Rows beyond a cut-off, and users without a dimension, by the project's own query service.
import { said } from '../../support/said.ts';
import { createQuery } from '../../../src/cli/query/templates.ts';
import type { JsonObject } from '../../../src/tql/json.ts';
import { AGGREGATIONS, GROUPS, judge, type Launch, topN, openWorld } from './versions-world.ts';

await openWorld();

const NO_CHOICES = { dimension: null, counts: 'users', steps: [], event: null, top: null } as const;

/** So many users, each with one event of a version. */
function usersOf(version: string | null, count: number, daysAgo = 3) {
  return Array.from({ length: count }, (_, index) => ({
    user: hash(`${JSON.stringify(version)} ${index}`),
    daysAgo,
    version,
  }));
}

function hash(text: string) {
  return Array.from(text).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}

async function messagesOf(launches: readonly Launch[], query: JsonObject, assertions: readonly string[]) {
  return (await judge(launches, query, assertions)).map(said);
}

async function messageOf(
  launches: readonly Launch[],
  query: JsonObject,
  assertion: string,
  more = 'missing-row: zero',
) {
  const [verdict] = await judge(launches, query, [assertion], more);
  return said(verdict);
}

/** Each message contains `text`. */
const allContaining = (text: string, messages: readonly string[]) =>
  messages.map(() => expect.stringContaining(text) as unknown);

describe('only(…)', () => {
  const world = [...usersOf('1.0', 10), ...usersOf('2.0', 20), ...usersOf(null, 30)];

  test('only(…) is shown as a part of the users who have the dimension, and says how many have none', async () => {
    const message = await messageOf(world, topN(10), 'share(only(below("2"))) < 50%');
    expect(message).toContain('passed, 33.33% (10 of 30 users); 30 of 60 users have no "Version" (left out)');
  });

  test('only(…) says that one user has none', async () => {
    const alone = [...usersOf('1.0', 10), ...usersOf(null, 1)];
    const message = await messageOf(alone, topN(10), 'share(only(below("2"))) < 50%');
    expect(message).toMatch(/; 1 of 11 users has no "Version" \(left out\)$/);
  });

  test('only(…) has the users with the dimension as its sample', async () => {
    const message = await messageOf(world, topN(10), 'share(only(below("2"))) < 50%', 'min-sample: 40');
    expect(message).toContain('inconclusive, 30 users, fewer than the 40 of min-sample');
  });

  test('only(…) has no smaller interval than that of the users with the dimension', async () => {
    const message = await messageOf(world, topN(10), 'share(only(below("2"))) < 50%', 'confidence: 95%');
    expect(message).toMatch(/passed|inconclusive/);
    expect(message).toContain('19.');
  });
});

test('only(…) is not made smaller by an event without the dimension that every user has', async () => {
  const launch = (version: string | null) => (user: number) => ({ user, daysAgo: 3, version });
  const people = Array.from({ length: 10 }, (_, index) => 1000 + index);
  const world = [
    ...people.slice(0, 3).map(launch('1.0')),
    ...people.slice(3).map(launch('2.0')),
    ...people.map(launch(null)),
  ];
  const message = await messageOf(world, topN(10), 'share(only(below("2"))) < 30%');
  expect(message).toContain('failed, 30% (3 of 10 users)');
});

describe('a row beyond a cut-off', () => {
  const cut = topN(1);
  const many = usersOf('9', 50);

  test.each([
    ['iOS 15', 'ios  15'],
    ['Caf\u00e9', 'cafe\u0301'],
  ])('a row beyond a cut-off has a key almost like %s, as in a complete table', async (there, written) => {
    const world = [...many, ...usersOf(there, 20)];
    for (const query of [cut, GROUPS])
      expect(await messageOf(world, query, `share("${written}") < 2%`)).toContain('inconclusive');
  });

  test('a row beyond a cut-off is found in whichever Unicode form it is written', async () => {
    const world = [...many, ...usersOf('Cafe\u0301', 50)];
    for (const query of [cut, GROUPS]) {
      expect(await messageOf(world, query, 'share("Caf\u00e9") < 2%')).toContain('failed, 50%');
    }
  });

  test('a row beyond a cut-off has no mean where nothing was measured, also in a complete table', async () => {
    for (const query of [cut, GROUPS])
      expect(await messageOf(many, query, 'value("8", "Mean") < 2')).toContain('inconclusive');
  });

  test.each([cut, GROUPS])(
    'a row beyond a cut-off of the text "null" is not taken for a missing value',
    async (query) => {
      const world = [...many, ...usersOf('null', 5), ...usersOf(null, 20)];
      expect(await messageOf(world, query, 'value("null") < 10')).toContain('inconclusive');
    },
  );

  test.each([cut, GROUPS])(
    'a row beyond a cut-off without a text is not taken for a missing value',
    async (query) => {
      const world = [...many, ...usersOf('', 5), ...usersOf(null, 20)];
      expect(await messageOf(world, query, 'value("") < 10')).toContain('inconclusive, 5 of 75');
      expect(await messageOf(world, query, 'value("null") < 10')).toContain('failed, 20');
    },
  );
});

test('a row beyond a cut-off shares the rank of the last row if it is equal to it', async () => {
  const world = [...usersOf('9', 50), ...usersOf('8', 20), ...usersOf('7', 20), ...usersOf('6', 5)];
  for (const query of [topN(2), topN(10)]) {
    const ranks = ['rank("8") == 2', 'rank("7") == 2', 'rank("6") > 2'];
    const messages = await messagesOf(world, query, ranks);
    expect(messages).toEqual(allContaining('passed', ranks));
    expect(await messageOf(world, query, 'rows.all(r, r.rank < 3 || r.value < 20)')).not.toContain('failed');
  }
  const message = await messageOf(world, topN(2), 'rows.filter(r, r.rank < 3).size() > 2');
  expect(message).toContain('inconclusive');
});

describe('a key that rows have in two Unicode forms', () => {
  const [composed, decomposed] = ['Caf\u00e9', 'Cafe\u0301'];
  const world = [...usersOf('9', 50), ...usersOf(composed, 8), ...usersOf(decomposed, 3)];

  test.each([
    ['a complete table', GROUPS],
    ['a table that is cut off before both', topN(1)],
    ['a table that is cut off between them', topN(2)],
  ])('a key that rows have in two Unicode forms is not decided from one of them in %s', async (_, query) => {
    const assertions = [
      'value("Café") < 9',
      'share("Café") < 15%',
      'rank("Café") <= 2',
      'value("Café", "Events") < 9',
    ];
    expect(await messagesOf(world, query, assertions)).toEqual(allContaining('inconclusive', assertions));
  });

  const was = [...usersOf(composed, 5, 9), ...usersOf(decomposed, 3, 9), ...usersOf('9', 50, 9)];
  test.each([
    ['neither', [...usersOf('9', 50)]],
    ['one', [...usersOf('9', 50), ...usersOf(composed, 4)]],
    ['the other', [...usersOf('9', 50), ...usersOf(decomposed, 4)]],
  ])(
    'a key in two Unicode forms is not decided if the earlier period has both and this one %s',
    async (_, is) => {
      const assertions = ['previous("Café") < 6', 'change("Café") < 0', 'previous("Café", "Events") < 6'];
      const world = [...was, ...is];
      for (const query of [GROUPS, topN(1), topN(2)])
        expect(await messagesOf(world, query, assertions)).toEqual(allContaining('inconclusive', assertions));
    },
  );

  test('a key in two Unicode forms is one row if each period has it in only one of them', async () => {
    const changed = [
      ...usersOf('9', 50),
      ...usersOf('9', 50, 9),
      ...usersOf(composed, 6),
      ...usersOf(decomposed, 4, 9),
    ];
    for (const query of [GROUPS, topN(1), topN(2)]) {
      const assertions = ['previous("Café") == 4', 'change("Café") == 50%', 'value("Café") == 6'];
      expect(await messagesOf(changed, query, assertions)).toEqual(allContaining('passed', assertions));
    }
  });
});

test.each([topN(1), topN(5), GROUPS])(
  'a dimension that is missing in every row of a period leaves every row and set of the period unknown',
  async (query) => {
    const world = [...usersOf(null, 30), ...usersOf('iOS 15', 30, 9)];
    const assertions = [
      'share("iOS 15") < 2%',
      'share(below("iOS 17")) < 2%',
      'share(only(below("iOS 17"))) < 2%',
    ];
    expect(await messagesOf(world, query, assertions)).toEqual(
      allContaining('no event of the period has "Version"', assertions),
    );
  },
);

test.each([topN(1), topN(5), GROUPS])(
  'a dimension that is missing in every row of a period leaves what is read of the earlier period unknown',
  async (query) => {
    const world = [...usersOf(null, 30, 9), ...usersOf('iOS 15', 30)];
    const assertions = ['previous("iOS 15") < 2', 'previous(below("iOS 17")) < 2'];
    expect(await messagesOf(world, query, assertions)).toEqual(
      allContaining('no event of the earlier period has "Version"', assertions),
    );
    expect(await messageOf(world, query, 'share("iOS 15") > 2%')).toContain('passed');
  },
);

test('a stored rate is the metric of its insight, and a gate on it is written in percent', async () => {
  const { query } = createQuery('rate', { ...NO_CHOICES, event: 'launched' }, null);
  const [verdict] = await judge([{ user: 1, daysAgo: 2, version: '1' }], query, [
    'total() >= 0.9',
    'total() >= 1%',
  ]);
  expect(verdict?.message).toContain('passed, 100%');
});

test('a rate that counts nothing is 0, of a row that is shown, of one beyond the cut-off and of a set', async () => {
  const none = { type: 'eventCount', name: 'None' };
  const filter = { type: 'selector', dimension: 'type', value: 'x' };
  const fields = ['None', 'Users'].map((fieldName) => ({ type: 'finalizingFieldAccess', fieldName }));
  const rated = (query: JsonObject): JsonObject => ({
    ...query,
    aggregations: [...AGGREGATIONS, { type: 'filtered', name: 'None', filter, aggregator: none }],
    postAggregations: [{ type: 'arithmetic', name: 'Rate', fn: '/', fields }],
  });
  const world = [...usersOf('1', 5), ...usersOf('2', 3), ...usersOf('1', 5, 9), ...usersOf('2', 3, 9)];
  const assertions = [
    'value("2", "Rate") == 0',
    'value(oneOf("2"), "Rate") == 0',
    'previous("2", "Rate") == 0',
  ];
  for (const query of [topN(10), topN(1), GROUPS])
    expect(await messagesOf(world, rated(query), assertions)).toEqual(allContaining('passed, 0', assertions));
});

test('a sum of which a row or a set has no part is unknown beyond the cut-off as in a complete table', async () => {
  const filter = { type: 'selector', dimension: 'type', value: 'x' };
  const aggregator = { type: 'longSum', name: 'None', fieldName: 'floatValue' };
  const none = { type: 'filtered', name: 'None', filter, aggregator };
  const world = [...usersOf('1', 5), ...usersOf('2', 3)];
  for (const query of [topN(10), topN(1), GROUPS]) {
    const messageFor = (row: string) =>
      messageOf(world, { ...query, aggregations: [...AGGREGATIONS, none] }, `value(${row}, "None") < 1`);
    expect(await messageFor('"2"')).toContain('inconclusive, "2" has no value');
    expect(await messageFor('oneOf("2")')).toContain('inconclusive, "oneOf("2")" has no value');
  }
});

test('a row of which nothing was measured has no rank among the measured ones', async () => {
  const nothing = {
    type: 'filtered',
    name: 'None',
    filter: { type: 'selector', dimension: 'type', value: 'x' },
  };
  const aggregator = { type: 'doubleMax', name: 'None', fieldName: 'floatValue' };
  const metric = { type: 'numeric', metric: 'None' };
  const query = { ...topN(10), aggregations: [{ ...nothing, aggregator }, ...AGGREGATIONS], metric };
  const world = [...usersOf('1', 3), ...usersOf('2', 3)];
  const ranks = ['rank("1") <= 1', 'rank("2") <= 1'];
  expect(await messagesOf(world, query, ranks)).toEqual(allContaining('inconclusive', ranks));
});
