// `node scripts/cluster.ts [MB]`: a Druid and a Kafka to try things on, with no data, until Ctrl+C. Given MB
// of heap, Druid takes all cores, and time to compile itself: for measuring.
import { availableParallelism } from 'node:os';
import { startCluster } from './cluster/cluster.ts';

const heapMb = Number(process.argv[2] ?? 0);
const cluster = await startCluster(
  heapMb > 0 ? { heapMb, threads: availableParallelism(), java: [] } : undefined,
);
process.stdout
  .write(`insight-report serve --db FILE --druid ${cluster.druid.url} --druid-overlord ${cluster.druid.overlordUrl} --kafka ${cluster.kafka.brokers}
Data and logs: ${cluster.folder}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cluster.close().then(() => process.exit(0)));
}
