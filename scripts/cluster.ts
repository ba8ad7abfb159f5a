// `node scripts/cluster.ts [HEAP]`: a Druid and a Kafka to try things on, with no data, until Ctrl+C. HEAP is Druid's, 512m by default.
import { startCluster } from './cluster/cluster.ts';

const cluster = await startCluster(process.argv[2]);
process.stdout
  .write(`insight-report serve --db FILE --druid ${cluster.druid.url} --druid-overlord ${cluster.druid.overlordUrl} --kafka ${cluster.kafka.brokers}
Data and logs: ${cluster.folder}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cluster.close().then(() => process.exit(0)));
}
