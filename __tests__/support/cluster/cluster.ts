import { testWith } from '../needs.ts';
import type { Kafka } from '../../../scripts/cluster/kafka.ts';

/** Where the cluster of this run of the tests is. */
export interface ClusterAddresses {
  /** The broker of the Druid. */
  readonly druidUrl: string;
  readonly overlordUrl: string;
  /** The Kafka, as `--kafka` takes it. */
  readonly brokers: string;
  /** The same Kafka with TLS, for who has a login or a certificate. */
  readonly guardedKafka: Kafka['guarded'];
  /** Where the Druid has its deep storage, in `druid/segments`. */
  readonly folder: string;
}

/**
 * Describes tests that need the cluster which all suites share, so they use data sources and topics with
 * names of their own (`uniqueName`). Without Java the tests are skipped. The suite's
 * file is named `*.cluster.test.ts`.
 */
export function describeOnCluster(title: string, tests: (cluster: ClusterAddresses) => void): void {
  const missing = process.env['INSIGHT_REPORT_CLUSTER_MISSING'];
  if (missing !== undefined) {
    testWith(missing, false)(title, () => undefined);
    return;
  }
  describe(title, () => {
    tests(JSON.parse(process.env['INSIGHT_REPORT_CLUSTER'] ?? '') as ClusterAddresses);
  });
}

/** A name that no other suite of this run uses. */
export function uniqueName(beginning: string): string {
  return `${beginning}-${Math.random().toString(36).slice(2, 10)}`;
}
