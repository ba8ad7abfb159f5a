// Fills a service with the demo's organization and reports on it, for `demo` and for scripts that make the
// docs' examples.
import { parseInputs } from '../../report/inputs/parse-report.ts';
import { silentLog } from '../../text/log.ts';
import type { Results } from '../../report/results/results.ts';
import { nodeInputEffects } from '../../report/run/effects.ts';
import { atMoment } from '../../report/run/planning/prepare-query.ts';
import { runReport } from '../../report/run/reports.ts';
import { createService } from '../../report/run/service.ts';
import type { RunningService } from '../../service/start.ts';
import type { JsonObject } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import { ranking } from '../../tql/write.ts';
import { demoMinimums, demoSignals } from './code.ts';
import { APP_ID, otherEvents, seedEvents } from './events.ts';

/** The demo's organization. */
export const NAMESPACE = 'com.example.tidewater';
const OTHER_NAMESPACE = 'com.example.elsewhere';

/**
 * Stores the events of two organizations, one to show that it does not count in the other's numbers. Returns
 * the first one's token and the number of events.
 */
export async function seedDemo(
  service: RunningService,
  nowMs: number,
): Promise<{ token: string; count: number }> {
  const { organizations, tokens, insights } = service.store;
  await organizations.create(NAMESPACE, 'paid');
  await organizations.create(OTHER_NAMESPACE, 'paid');
  await insights.add(NAMESPACE, DEMO_INSIGHTS);
  const { token } = await tokens.create(NAMESPACE, null);
  const others = await service.importEvents(OTHER_NAMESPACE, otherEvents(nowMs));
  return { token, count: others + (await service.importEvents(NAMESPACE, seedEvents(nowMs))) };
}

/**
 * Reports the demo's insights, its gate and, with `signals` and `minimums`, its code, querying a service over
 * HTTP; `inputs` are the Action's.
 */
export async function reportDemo(
  url: string,
  token: string,
  nowMs: number,
  inputs: Readonly<Record<'title' | 'interval', string>> & {
    readonly history?: string;
    readonly signals?: string;
    readonly minimums?: string;
    readonly thresholds?: string;
  },
): Promise<Results> {
  const insights = DEMO_INSIGHTS.map(({ id, key, name }) => `${key}: { id: ${id}, title: ${name} }`).join(
    '\n',
  );
  const raw = {
    minimums: 'false',
    thresholds: DEMO_GATE,
    ...inputs,
    insights,
    'api-url': url,
    'api-token': token,
    'dry-run': 'true',
  };
  const request = await parseInputs(raw, nodeInputEffects());
  const service = createService(request, { log: silentLog });
  const ask = async (query: Query) => (await service.runQuery(atMoment(query, nowMs))).result;
  const results = await runReport(request, { nowMs, log: silentLog, run: null });
  const signals = request.signals && (await demoSignals(request.signals, ask));
  const minimums = request.minimums && (await demoMinimums(request.minimums, ask));
  return { ...results, ...(minimums && { minimums }), ...(signals && { signals }) };
}

/** A saved insight of the demo's organization. */
interface DemoInsight {
  readonly id: string;
  /** Its name in the gate. */
  readonly key: string;
  readonly name: string;
  readonly query: JsonObject;
}

const REAL_USERS = {
  type: 'and',
  fields: [
    { type: 'selector', dimension: 'appID', value: APP_ID },
    { type: 'selector', dimension: 'isTestMode', value: 'false' },
  ],
};

const USERS = { type: 'userCount', name: 'Users' };

/** The README's gate, on the third insight: requiring iOS 16 would lose a few users too many. */
const DEMO_GATE = `- insight: os
  assert: share(only(below("iOS 16"))) < 2%
  min-sample: 500
  reason: iOS 15 goes in version 5 once hardly anybody has it`;

/** The three insights that the demo reports: devices, daily users and systems. */
const DEMO_INSIGHTS: readonly DemoInsight[] = [
  {
    id: '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10',
    key: 'devices',
    name: 'Devices',
    query: {
      ...ranking(
        'TelemetryDeck.Device.modelName',
        [USERS, { type: 'eventCount', name: 'Events' }],
        12,
        'Model',
      ),
      filter: REAL_USERS,
    },
  },
  {
    id: 'B3D94C5E-2A10-4F67-8D0B-91C7E4A5F602',
    key: 'daily',
    name: 'Daily active users',
    query: {
      queryType: 'timeseries',
      granularity: 'day',
      aggregations: [USERS],
      filter: REAL_USERS,
    },
  },
  {
    id: '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33',
    key: 'os',
    name: 'OS versions',
    query: {
      ...ranking('TelemetryDeck.Device.systemMajorVersion', [USERS], 50, 'Version'),
      filter: REAL_USERS,
    },
  },
];
