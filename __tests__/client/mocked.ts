import { MockAgent } from 'undici';
import { type ClientOptions, createClient, type QueryService } from '../../src/client/client.ts';
import type { RelativeInterval } from '../../src/tql/interval.ts';
import type { Query } from '../../src/tql/query.ts';

export const ORIGIN = 'https://api.example.com';
export const TOKEN = 'tdpat_0123456789abcdef';
export const RUN_PATH = '/api/v4/query/tql';

export const last30Days: RelativeInterval = {
  beginningDate: { component: 'day', offset: -30, position: 'beginning' },
  endDate: { component: 'day', offset: 0, position: 'end' },
};

export const topN: Query = {
  queryType: 'topN',
  aggregations: [{ type: 'eventCount' }],
  dimension: { type: 'default', dimension: 'modelName', outputName: 'modelName' },
  metric: { type: 'numeric', metric: 'count' },
  granularity: 'all',
  threshold: 10,
};

export const topNAnswer = [
  { timestamp: '2026-10-05T00:00:00+0000', result: [{ modelName: 'iPhone15,3', count: 516 }] },
];

export interface Mocked {
  readonly agent: MockAgent;
  readonly client: QueryService;
  /** What was waited for, in milliseconds. */
  readonly sleeps: number[];
  /** What was logged. */
  readonly lines: string[];
}

/** A client whose requests a MockAgent answers, and whose waiting takes no time but moves its clock. */
export function mocked(options: Partial<ClientOptions> = {}): Mocked {
  const agent = new MockAgent();
  agent.disableNetConnect();
  const sleeps: number[] = [];
  const lines: string[] = [];
  let nowMs = Date.UTC(2026, 9, 5, 12);
  const say = (message: string) => lines.push(message);
  const client = createClient({
    url: ORIGIN,
    token: TOKEN,
    timeoutMs: 150_000,
    retries: 3,
    deadlineMs: 600_000,
    concurrency: 6,
    log: { debug: say, info: say, notice: say, warning: say, error: say },
    ...options,
    effects: {
      dispatcher: agent,
      nowMs: () => nowMs,
      random: () => 0.5,
      sleep: (ms) => {
        sleeps.push(ms);
        nowMs += ms;
        return Promise.resolve();
      },
      ...options.effects,
    },
  });
  return { agent, client, sleeps, lines };
}

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`rejected with what is no error: ${String(error)}`, { cause: error });
  }
  throw new Error('was not rejected');
}

/** The body of a request that a MockAgent saw, parsed. */
export function sentBody(request: { readonly body?: unknown }): unknown {
  return typeof request.body === 'string' ? JSON.parse(request.body) : request.body;
}
