import { MockAgent } from 'undici';
import { type ClientOptions, createClient, type QueryService } from '../../../src/report/client/client.ts';
import { ORIGIN, TOKEN } from './queries.ts';

interface Mocked {
  readonly agent: MockAgent;
  readonly client: QueryService;
  /** The waits, in milliseconds. */
  readonly sleeps: number[];
  /** The logged lines. */
  readonly lines: string[];
}

/** A client whose requests a MockAgent answers. Its waits take no time and only advance its clock. */
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

/** The body of a request that a MockAgent saw, parsed. */
export function sentBody(request: { readonly body?: unknown }): unknown {
  return typeof request.body === 'string' ? JSON.parse(request.body) : request.body;
}
