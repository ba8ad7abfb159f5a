import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Druid,
  type DruidServers,
  type DruidSize,
  makeDruid,
  makeDruidServers,
  SMALL,
} from './druid.ts';
import { type Kafka, makeKafka } from './kafka.ts';

/** A running Druid, and a running Kafka before it. */
export interface Cluster {
  readonly druid: Druid;
  readonly kafka: Kafka;
  /** Where both have their data and their logs. */
  readonly folder: string;
  /** Ends both and deletes their data. */
  close(): Promise<void>;
}

/** Starts both, on free ports and with no data. Takes about 20 seconds. */
export async function startCluster(size: DruidSize = SMALL): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'insight-report-cluster-'));
  await mkdir(join(folder, 'druid'));
  const druid = await makeDruid(join(folder, 'druid'), size);
  const kafka = await makeKafka(join(folder, 'kafka'));
  const close = async () => {
    await Promise.all([druid.kill(), kafka.kill()]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([druid.start(), kafka.start()]);
    return { druid, kafka, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A running Druid of which each server is its own process, and a running Kafka before it. */
export interface DividedCluster extends Omit<Cluster, 'druid'> {
  readonly druid: DruidServers;
}

/** Starts both, on free ports and with no data. Takes about 40 seconds on two cores, and 2 GB. */
export async function startDividedCluster(): Promise<DividedCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'insight-report-cluster-'));
  await mkdir(join(folder, 'druid'));
  const druid = await makeDruidServers(join(folder, 'druid'));
  const kafka = await makeKafka(join(folder, 'kafka'));
  const { zookeeper, ...others } = druid.servers;
  const close = async () => {
    await Promise.all([kafka, zookeeper, ...Object.values(others)].map((server) => server.kill()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await zookeeper.start();
    await Promise.all([kafka, ...Object.values(others)].map((server) => server.start()));
    return { druid, kafka, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}
