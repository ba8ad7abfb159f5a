import type { DruidServer } from '../../../src/cluster/druid-server.ts';
import type { DruidRequest } from '../../../src/cluster/druid-exchange.ts';
import type { Druid } from '../../../src/cluster/druid.ts';

/** A Druid that answers each request with what `answer` returns or throws. */
export function druidOf(answer: (request: DruidRequest) => unknown): Druid {
  const server: DruidServer = {
    address: 'http://druid:8888',
    ask: async (request) => answer(request),
    text: async (request) => JSON.stringify(answer(request)),
    stream: async () => Promise.reject(new Error('no test streams')),
    close: async () => undefined,
  };
  return { broker: server, overlord: server, close: async () => undefined };
}
