/** Ends the cluster after the last suite. */
export default async function end(): Promise<void> {
  await globalThis.insightReportCluster?.close();
}
