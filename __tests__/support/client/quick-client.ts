import { type ClientOptions, createClient, type QueryService } from '../../../src/report/client/client.ts';
import { TOKEN } from './queries.ts';

/** A client that hardly waits between its tries. */
export function quickClient(url: string, options: Partial<ClientOptions> = {}): QueryService {
  return createClient({
    url,
    token: TOKEN,
    timeoutMs: 5000,
    retries: 2,
    deadlineMs: 20_000,
    concurrency: 6,
    ...options,
    effects: { environment: {}, random: () => 0.001, ...options.effects },
  });
}
