// Days on which one platform sent no events are days without data, although the source goes on: by the real
// client from the real service.
import { parseInputs } from '../../src/report/inputs/parse-report.ts';
import { runReport } from '../../src/report/run/reports.ts';
import { buildView } from '../../src/report/render/view/report.ts';
import { silentLog } from '../../src/text/log.ts';
import type { JsonObject } from '../../src/tql/json.ts';
import { effects } from '../support/inputs/read-inputs.ts';
import { addEvents, addOrganization, serviceOfFile } from '../support/service/service-of-file.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.parse('2026-11-16T09:00:00Z');
const BEGIN_MS = Date.parse('2026-09-14T12:00:00Z');
const ofType = (value: string): JsonObject => ({ type: 'selector', dimension: 'type', value });
const step = (name: string): JsonObject => ({ name, filter: ofType(name) });
const ofVariant = (variant: string): JsonObject => ({
  name: variant,
  filter: { type: 'selector', dimension: 'variant', value: variant },
});
const ALL: JsonObject = {
  queryType: 'timeseries',
  granularity: 'all',
  aggregations: [{ type: 'eventCount', name: 'n' }],
};
const QUERIES: Readonly<Record<string, JsonObject>> = {
  all: ALL,
  ios: { ...ALL, filter: { type: 'selector', dimension: 'platform', value: 'iOS' } },
  bought: { ...ALL, filter: ofType('bought') },
  rate: {
    queryType: 'timeseries',
    granularity: 'all',
    aggregations: [
      { type: 'userCount', name: 'users' },
      {
        type: 'filtered',
        name: 'buyers',
        filter: ofType('bought'),
        aggregator: { type: 'userCount', name: 'buyers' },
      },
    ],
    postAggregations: [
      {
        type: 'arithmetic',
        name: 'conv',
        fn: '/',
        fields: ['buyers', 'users'].map((fieldName) => ({ type: 'finalizingFieldAccess', fieldName })),
      },
    ],
  },
  types: {
    queryType: 'topN',
    granularity: 'all',
    threshold: 5,
    dimension: { type: 'default', dimension: 'type', outputName: 'type' },
    metric: { type: 'numeric', metric: 'n' },
    aggregations: [{ type: 'eventCount', name: 'n' }],
  },
  experiment: {
    queryType: 'experiment',
    sample1: ofVariant('blue'),
    sample2: ofVariant('green'),
    successCriterion: step('bought'),
  },
  funnel: { queryType: 'funnel', steps: [step('paywall'), step('plan'), step('bought')] },
};

interface Sent {
  readonly platform: string;
  readonly type: string;
  readonly day: string;
  readonly version: string;
}

/**
 * Thirty users a day on each of two platforms take three steps, which send what `change` makes of it. From
 * 7 November, a third of them has a new version.
 */
async function report(
  names: readonly string[],
  change: (sent: Sent) => string | null,
  gates: readonly string[],
) {
  const service = await serviceOfFile({ nowMs: NOW_MS });
  const token = await addOrganization(service, 'org');
  const events: JsonObject[] = [];
  for (let at = BEGIN_MS; at < NOW_MS; at += DAY_MS)
    for (const platform of ['iOS', 'Android'])
      for (const type of ['paywall', 'plan', 'bought'])
        for (let user = 0; user < 30; user++) {
          const timestamp = new Date(at).toISOString();
          const day = timestamp.slice(0, 10);
          const version = day >= '2026-11-07' && user % 3 === 0 ? '2.0' : '1.9';
          const name = change({ platform, type, day, version });
          if (name === null) continue;
          events.push({
            timestamp,
            appID: 'app',
            clientUser: `${platform}${at}${user}`,
            type: name,
            payload: { platform, appVersion: version, variant: user % 2 === 0 ? 'blue' : 'green' },
          });
        }
  await addEvents(service, 'org', events);
  const files = names.map((name): [string, string] => [`${name}.json`, JSON.stringify(QUERIES[name])]);
  const inputs = {
    'api-token': token,
    'api-url': service.url,
    queries: names.map((name) => `${name}: ${name}.json`).join('\n'),
    interval: 'last week',
    thresholds: gates.map((each) => `- '${each}'`).join('\n'),
  };
  const request = await parseInputs(inputs, effects(Object.fromEntries(files)));
  return runReport(request, { nowMs: NOW_MS, log: silentLog, run: null });
}

test('nothing is compared with days that one of the counted platforms lost, and other platforms are', async () => {
  const { insights, thresholds } = await report(
    ['all', 'ios', 'funnel'],
    ({ platform, type, day }) =>
      platform === 'Android' && day >= '2026-11-03' && day <= '2026-11-05' ? null : type,
    ['all: totalChange() < 10%', 'ios: totalChange() < 10%'],
  );
  expect(insights).toMatchObject([
    { compare: null, noEventsOn: '2026-11-03 to 2026-11-05 from “Android”' },
    { compare: expect.anything() },
    { compare: null },
  ]);
  expect(thresholds.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'passed']);
});

test.each<readonly [string, (sent: Sent) => string | null]>([
  ['an event was renamed', ({ type, day }) => (type === 'bought' && day >= '2026-11-12' ? 'buy' : type)],
  [
    'a platform ended',
    ({ platform, type, day }) => (platform === 'iOS' && day >= '2026-11-12' ? null : type),
  ],
])('no gate decides on a part of the events if %s in the last days', async (_, change) => {
  const limits = [
    'rate: total("conv") < 105%',
    'all: bought.total() / total() < 50%',
    'all: bought.total() < 50% * total()',
    'types: share("bought") < 50%',
  ];
  const { thresholds } = await report(['rate', 'all', 'bought', 'types'], change, limits);
  expect(thresholds.map(({ outcome }) => outcome)).toEqual(limits.map(() => 'inconclusive'));
});

test('a step whose event one platform renamed is no drop-off, and no gate decides on it', async () => {
  const results = await report(
    ['all', 'ios', 'funnel'],
    ({ platform, type, day }) =>
      platform === 'iOS' && type === 'plan' && day >= '2026-11-09' ? 'planChosen' : type,
    ['funnel: value("plan") / value("paywall") > 80%', 'all: totalChange() < 10%'],
  );
  expect(results.insights).toMatchObject([
    { compare: expect.anything() },
    { compare: expect.anything() },
    { compare: null, noEventsOn: expect.stringMatching(/^2026-11-09 to .* for “plan” from “iOS”$/) },
  ]);
  expect(buildView(results, 'file', null).insights[2]?.funnel).toMatchObject({ rate: 0.5, narrowest: null });
  expect(results.thresholds.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'passed']);
});

test('a platform that began is no gap, though it sent a test event long before', async () => {
  const { insights, thresholds } = await report(
    ['all', 'ios', 'funnel'],
    ({ platform, type, day }) =>
      platform === 'iOS' || day >= '2026-11-08' || day === '2026-10-08' ? type : null,
    ['all: totalChange() > 50%'],
  );
  for (const insight of insights) expect(insight).toMatchObject({ compare: expect.anything() });
  expect(thresholds.map(({ outcome }) => outcome)).toEqual(['passed']);
});

test('no gate decides on a rate, a share or an experiment whose event one platform renamed', async () => {
  const results = await report(
    ['rate', 'types', 'experiment'],
    ({ platform, type, day }) =>
      platform === 'iOS' && type === 'bought' && day >= '2026-11-11' ? 'purchased' : type,
    [
      'rate: total("conv") > 80%',
      'rate: total("buyers") > 400',
      'rate: totalChange("users") > -1%',
      'types: change("bought") > -10%',
      'types: value(oneOf("bought")) > 400',
      'types: change("plan") > -10%',
      'experiment: value("cohort_1_success") > 200',
    ],
  );
  expect(results.thresholds.map(({ assert, outcome }) => `${assert}: ${outcome}`)).toEqual([
    'total("conv") > 80%: inconclusive',
    'total("buyers") > 400: inconclusive',
    'totalChange("users") > -1%: passed',
    'change("bought") > -10%: inconclusive',
    'value(oneOf("bought")) > 400: inconclusive',
    'change("plan") > -10%: passed',
    'value("cohort_1_success") > 200: inconclusive',
  ]);
  const reason = 'there are no events on 2026-11-11 to 2026-11-15 for “buyers” from “iOS”';
  expect(results.thresholds[0]?.message).toContain(reason);
  const view = buildView(results, 'file', null);
  expect(view.insights[1]?.ranking).toMatchObject({ up: null, down: null });
  expect(view.insights[2]?.experiments[0]).toMatchObject({ significant: false, pValue: null });
});

test('no gate decides on a rate whose event a new version renamed, nor takes a version that is as good for one', async () => {
  const gates = ['rate: total("conv") > 90%'];
  const renamed = await report(
    ['rate'],
    ({ type, version }) => (type === 'bought' && version === '2.0' ? 'purchased' : type),
    gates,
  );
  expect(renamed.insights).toMatchObject([{ compare: expect.anything() }]);
  expect(renamed.thresholds).toMatchObject([
    { outcome: 'inconclusive', message: expect.stringContaining('for “buyers” from version 2.0 on') },
  ]);
  const { thresholds } = await report(['rate'], ({ type }) => type, gates);
  expect(thresholds).toMatchObject([{ outcome: 'passed' }]);
});
