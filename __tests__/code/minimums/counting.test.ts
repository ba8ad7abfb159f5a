// What columns say, and what is not known: answers of a service that is played, which keeps what it is asked.
import { appOf } from '../../../src/code/minimums/counting/app.ts';
import { reachOf } from '../../../src/code/minimums/counting/apple-last-os.ts';
import { countRaises, uncounted, withoutSmallCounts } from '../../../src/code/minimums/counting/audience.ts';
import type { Raise } from '../../../src/code/minimums/reading/raises.ts';
import { appleModelNames } from '../../../src/text/apple/apple-models.ts';
import { parseResult } from '../../../src/tql/result.ts';
import type { Query } from '../../../src/tql/query.ts';

const RAISE: Raise = { platform: 'iOS', target: 'App', kind: 'app', from: '15.0', to: '16.4', places: [] };
const LAST_28_DAYS = {
  kind: 'absolute',
  label: 'last 28 days',
  range: { startMs: 0, endMs: 86_400_000 },
} as never;
const AUDIENCE = { interval: LAST_28_DAYS, requestedApp: null, appOfInsights: null };

function eventOf(names: readonly string[], value: string) {
  return { ...Object.fromEntries(names.map((name) => [name, value])), events: 1 };
}

/** A service whose events have these columns, with these values. */
function service(columns: readonly string[], values: readonly string[]) {
  const queries: Query[] = [];
  const ask = (query: Query) => {
    queries.push(query);
    const at = '1970-01-01T00:00:00Z';
    const names = JSON.stringify(query).match(/(?<="outputName":")[^"]+/g) ?? [];
    const rows =
      query.queryType === 'groupBy'
        ? values.map((value) => ({ version: 'v1', timestamp: at, event: eventOf(names, value) }))
        : [{ timestamp: at, result: Object.fromEntries(columns.map((name) => [name, 10])) }];
    return Promise.resolve(parseResult(rows, query.queryType));
  };
  return { ask, queries };
}

test('nothing is requested if no app is raised', async () => {
  const { ask, queries } = service([], []);
  const counted = await countRaises([{ ...RAISE, kind: 'library' }], AUDIENCE, ask);
  expect([queries, counted.raises[0]?.users, counted.interval]).toEqual([[], null, null]);
});

test.each([
  [[], [], 'no event has the version of its system'],
  [['systemVersion'], ['Android 14'], 'no event is of iOS'],
  [['systemVersion'], ['14', '15'], 'no event is of iOS'],
  [
    ['TelemetryDeck.Device.systemMajorVersion'],
    ['iOS 15', 'iOS 16'],
    'events name the major version alone, not 16.4',
  ],
] as const)(
  'with the columns %j and the values %j, the cost is not known: %s',
  async (columns, values, why) => {
    const counted = await countRaises([RAISE], AUDIENCE, service(columns, values).ask);
    expect(counted.raises[0]).toMatchObject({ lost: null, share: null, why });
  },
);

test("a watch's users cannot be distinguished from a phone's", async () => {
  const wear: Raise = { ...RAISE, platform: 'Android', target: 'wear', to: '11' };
  const counted = await countRaises(
    [wear],
    AUDIENCE,
    service(['platform', 'systemVersion'], ['8', '11']).ask,
  );
  expect(counted.raises[0]).toMatchObject({
    users: null,
    why: 'users of wear cannot be distinguished from those on phones',
  });
});

test('levels of one version of Android are not distinguished', async () => {
  const raise: Raise = { ...RAISE, platform: 'Android', from: '12', to: '12', api: [31, 32] };
  const counted = await countRaises(
    [raise],
    AUDIENCE,
    service(['platform', 'systemVersion'], ['11', '12']).ask,
  );
  expect(counted.raises[0]).toMatchObject({
    lost: null,
    why: 'events of Android 12 do not tell API 31 from 32',
  });
});

test('test events and builds that are not released are left out, by the columns that there are', async () => {
  const { ask, queries } = service(
    ['systemVersion', 'platform', 'TelemetryDeck.RunContext.isTestFlight'],
    ['17.0'],
  );
  await countRaises([RAISE], AUDIENCE, ask);
  const last = JSON.stringify(queries.at(-1)?.filter);
  expect(last).toContain('"isTestMode"');
  expect(last).toContain('TelemetryDeck.RunContext.isTestFlight');
  expect(last).not.toContain('isDebug');
});

test.each([
  ['iPhone9,1', '16.0', 'ended'],
  ['iPhone9,1', '15.8', 'updatable'],
  ['iPhone 8', '17.0', 'ended'],
  ['iPad7,5', '18.0', 'ended'],
  ['iPhone18,9', '26.0', 'updatable'],
  ['iPhone17,1', '27.0', 'updatable'],
  ['iPhone17,1', '28.0', 'unknown'],
  ['iPad (8th generation)', '27.0', 'ended'],
  ['MacBookPro8,1', '10.15', 'ended'],
  ['MacBookPro16,1', '27.0', 'ended'],
  ['Watch6,18', '26.2', 'updatable'],
  ['iPod4,1', '7.0', 'unknown'],
  ['MacBookPro14,1', '14.0', 'ended'],
  ['MacBookAir5,2', '11.0', 'ended'],
  ['Watch5,3', '11.0', 'ended'],
  ['iPad Air (M3)', '26.0', 'updatable'],
  ['Pixel 8', '16.0', 'unknown'],
])('%s for %s is %s', (model, version, reach) => {
  expect(reachOf(model, version)).toBe(reach);
});

test('every phone and tablet that has a name can be updated, or is known to end', () => {
  const models = [...appleModelNames().keys()].filter((model) => /^(?:iPhone|iPad)/.test(model));
  expect(models.filter((model) => reachOf(model, '27.0') === 'unknown')).toEqual([]);
});

test('the app is the only one that each insight selects, and does not leave out', () => {
  const of = (id: string) => ({
    filter: { type: 'and', fields: [{ type: 'selector', dimension: 'appID', value: id }] },
  });
  expect([
    appOf([of('a'), null, of('a')]),
    appOf([of('a'), of('b')]),
    appOf([{ appID: 'c' }]),
    appOf([of('a'), {}]),
    appOf([{ type: 'not', field: of('a') }]),
  ]).toEqual(['a', null, 'c', null, null]);
});

test('counts below min-group-size are not shown, and named', () => {
  const raises = uncounted([RAISE], null).raises.map((raise) => ({
    ...raise,
    users: 4127,
    lost: 81,
    share: 0.0196,
    cannotUpdate: 3,
    withoutVersion: 0,
  }));
  const [raise] = withoutSmallCounts(
    { interval: 'last 28 days', app: null, problem: null, raises },
    10,
  ).raises;
  expect(raise).toMatchObject({
    users: 4127,
    lost: 81,
    share: 0.0196,
    cannotUpdate: null,
    fewerThan: 10,
    hidden: ['cannotUpdate', 'withoutVersion'],
  });
  const [few] = withoutSmallCounts(
    { interval: 'last 28 days', app: null, problem: null, raises },
    100,
  ).raises;
  expect(few).toMatchObject({ users: 4127, lost: null, share: null });
});
