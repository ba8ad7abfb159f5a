// Connects to the Druid servers of a cluster: the one that answers queries, and the one that runs tasks.
import { createDruidServer, type DruidServer } from './druid-server.ts';
import type { DruidRequest } from './druid-exchange.ts';
import type { ClusterOptions } from './options.ts';

/** The Druid servers of a cluster, by what they answer. */
export interface Druid {
  /** Answers queries: a router, or a broker. */
  readonly broker: DruidServer;
  /** Runs tasks and supervisors, and keeps the rules of data sources: an overlord, or the router. */
  readonly overlord: DruidServer;
  close(): Promise<void>;
}

/** Makes the clients of a cluster's Druid servers. Throws `InputError` if an address is not one. */
export function connectDruid({
  druidUrl,
  overlordUrl,
  druidAccess,
}: Pick<ClusterOptions, 'druidUrl' | 'overlordUrl' | 'druidAccess'>): Druid {
  const broker = createDruidServer(druidUrl, '--druid', druidAccess);
  const overlord =
    overlordUrl === null ? broker : createDruidServer(overlordUrl, '--druid-overlord', druidAccess);
  return {
    broker,
    overlord,
    close: async () => {
      await Promise.all([...new Set([broker, overlord])].map((server) => server.close()));
    },
  };
}

/** The same servers; all their requests end once the signal is aborted. */
export function untilAborted(druid: Druid, signal: AbortSignal): Druid {
  const limit = (server: DruidServer): DruidServer => {
    const limited = (request: DruidRequest): DruidRequest => ({
      ...request,
      signal: request.signal === undefined ? signal : AbortSignal.any([request.signal, signal]),
    });
    return {
      ...server,
      ask: (request) => server.ask(limited(request)),
      text: (request) => server.text(limited(request)),
      stream: (request, read) => server.stream(limited(request), read),
    };
  };
  return { ...druid, broker: limit(druid.broker), overlord: limit(druid.overlord) };
}
