import { type Cluster, startCluster } from '../../../scripts/cluster/cluster.ts';
import { findMissingTools } from '../../../scripts/cluster/java-program.ts';
import bundle from '../bundle.ts';
import type { ClusterAddresses } from './cluster.ts';

declare global {
  var insightReportCluster: Cluster | undefined;
}

/**
 * Starts the one cluster of a run of the tests, before the first suite, and leaves its addresses to the
 * suites.
 */
export default async function start(): Promise<void> {
  await bundle();
  const missing = await findMissingTools();
  if (missing !== null) {
    process.env['INSIGHT_REPORT_CLUSTER_MISSING'] = missing;
    return;
  }
  const { druid, kafka, folder } = (globalThis.insightReportCluster = await startCluster());
  const addresses: ClusterAddresses = {
    druidUrl: druid.url,
    overlordUrl: druid.overlordUrl,
    brokers: kafka.brokers,
    guardedKafka: kafka.guarded,
    folder,
  };
  process.env['INSIGHT_REPORT_CLUSTER'] = JSON.stringify(addresses);
}
