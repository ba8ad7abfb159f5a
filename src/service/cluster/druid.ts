import { createDruidServer, type DruidServer } from './druid-server.ts';
import type { ClusterOptions } from './options.ts';

/** The Druid servers of a cluster, by what they are asked for. */
export interface Druid {
  /** Answers queries: a router, or a broker. */
  readonly broker: DruidServer;
  /** Runs tasks and supervisors, and keeps the rules of data sources: an overlord, or the router. */
  readonly overlord: DruidServer;
  close(): Promise<void>;
}

/** Makes the clients of a cluster's Druid servers. Throws `InputError` if an address is not one. */
export function connectDruid({ druidUrl, overlordUrl }: Pick<ClusterOptions, 'druidUrl' | 'overlordUrl'>): Druid {
  const broker = createDruidServer(druidUrl, '--druid');
  const overlord = overlordUrl === null ? broker : createDruidServer(overlordUrl, '--druid-overlord');
  return {
    broker,
    overlord,
    close: async () => {
      await Promise.all([...new Set([broker, overlord])].map((server) => server.close()));
    },
  };
}
