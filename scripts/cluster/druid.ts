import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { classPathOf } from './java-program.ts';
import { KAFKA_LOGIN } from './kafka.ts';
import { findFreePorts, type JavaServer, javaServer } from './java-server.ts';

/** A Druid on 127.0.0.1 whose data are in one folder. */
export interface Druid extends JavaServer {
  /** The URL of the broker, which answers queries. */
  readonly url: string;
  /** The URL of the overlord, which is the coordinator, too. */
  readonly overlordUrl: string;
}

/** What a Druid may take of the machine. */
export interface DruidSize {
  readonly heapMb: number;
  /** How many segments are read at once. */
  readonly threads: number;
  /** Java's settings of the compiler and the collector. */
  readonly java: readonly string[];
}

/** Starts fast and takes little, as tests need it: Java compiles once, and not as well as it can. */
export const SMALL: DruidSize = {
  heapMb: 512,
  threads: 1,
  // With one tier Java reserves 48 MB for compiled code; once they are full, queries fail at random.
  java: ['-XX:TieredStopAtLevel=1', '-XX:ReservedCodeCacheSize=240m', '-XX:+UseSerialGC'],
};

/** Makes a Druid; `folder` may be that of an earlier one. Its parts are in one process. */
export async function makeDruid(folder: string, size: DruidSize): Promise<Druid> {
  const [zooKeeper, derby, coordinator, broker, historical, indexer] = await findFreePorts(6);
  const ports: Ports = { zooKeeper, derby, coordinator, broker, historical, indexer } as Ports;
  const classPath = await classPathOf('druid');
  const files = join(folder, 'properties');
  await mkdir(files, { recursive: true });
  for (const [name, settings] of Object.entries(settingsOf(folder, ports, size))) {
    await writeFile(join(files, name), propertiesOf({ ...commonSettings(folder, ports, size), ...settings }));
  }
  const server = javaServer({
    name: 'Druid',
    args: [
      ...JAVA_OPTIONS,
      ...size.java,
      `-Xmx${size.heapMb}m`,
      `-Dderby.stream.error.file=${join(folder, 'derby.log')}`,
      '-cp',
      classPath,
      'Main',
      files,
      join(folder, 'zookeeper'),
      String(ports.zooKeeper),
    ],
    env: { KAFKA_JAAS_CONFIG: JAAS },
    log: join(folder, 'druid.log'),
    // What ZooKeeper keeps for a killed process would hold up the next one for a minute. Nothing else has to
    // last there.
    prepare: () => rm(join(folder, 'zookeeper'), { recursive: true, force: true }),
    isReady: async (output) => output.includes('ready'),
  });
  return {
    ...server,
    url: `http://127.0.0.1:${ports.broker}`,
    overlordUrl: `http://127.0.0.1:${ports.coordinator}`,
  };
}

/** What the tasks of supervisors enter a guarded Kafka with. */
const JAAS = `org.apache.kafka.common.security.scram.ScramLoginModule required username="${KAFKA_LOGIN.user}" password="${KAFKA_LOGIN.password}";`;

type Settings = Readonly<Record<string, string | number | boolean>>;
type Ports = Readonly<
  Record<'zooKeeper' | 'derby' | 'coordinator' | 'broker' | 'historical' | 'indexer', number>
>;

function propertiesOf(settings: Settings): string {
  return Object.entries(settings)
    .map(([key, value]) => `${key}=${String(value)}\n`)
    .join('');
}

function commonSettings(folder: string, ports: Ports, { threads }: DruidSize): Settings {
  return {
    'druid.host': '127.0.0.1',
    // Without it the servers listen on every address.
    'druid.bindOnHost': true,
    'druid.zk.service.host': `127.0.0.1:${ports.zooKeeper}`,
    'druid.extensions.loadList': '[]',
    // On disk: supervisors, their offsets and the list of segments have to outlive a kill.
    'druid.metadata.storage.type': 'derby',
    'druid.metadata.storage.connector.host': '127.0.0.1',
    'druid.metadata.storage.connector.port': ports.derby,
    'druid.metadata.storage.connector.connectURI': `jdbc:derby://127.0.0.1:${ports.derby}/${folder}/metadata;create=true`,
    'druid.storage.type': 'local',
    'druid.storage.storageDirectory': join(folder, 'segments'),
    'druid.indexer.logs.type': 'file',
    'druid.indexer.logs.directory': join(folder, 'task-logs'),
    'druid.indexer.storage.type': 'metadata',
    'druid.server.http.numThreads': 8,
    'druid.processing.numThreads': threads,
    'druid.processing.numMergeBuffers': 2,
    'druid.processing.buffer.sizeBytes': '20MiB',
    'druid.processing.tmpDir': join(folder, 'processing'),
    // A theta sketch takes 256 KiB for each group: a groupBy of users needs more than the buffer.
    'druid.query.groupBy.maxOnDiskStorage': '256MiB',
    'druid.lookup.enableLookupSyncOnStartup': false,
  };
}

/** The settings of each server. What is a second here is a minute or more by default. */
function settingsOf(folder: string, ports: Ports, { heapMb }: DruidSize): Readonly<Record<string, Settings>> {
  return {
    coordinator: {
      'druid.service': 'druid/coordinator',
      'druid.plaintextPort': ports.coordinator,
      'druid.coordinator.asOverlord.enabled': true,
      'druid.coordinator.asOverlord.overlordService': 'druid/overlord',
      'druid.indexer.runner.type': 'httpRemote',
      'druid.indexer.queue.startDelay': 'PT0S',
      'druid.coordinator.startDelay': 'PT1S',
      'druid.coordinator.period': 'PT1S',
      'druid.coordinator.period.indexingPeriod': 'PT1S',
      'druid.manager.config.pollDuration': 'PT1S',
      'druid.manager.segments.pollDuration': 'PT1S',
      'druid.manager.rules.pollDuration': 'PT1S',
    },
    broker: {
      'druid.service': 'druid/broker',
      'druid.plaintextPort': ports.broker,
      'druid.broker.cache.useCache': false,
      'druid.broker.cache.populateCache': false,
      'druid.broker.segment.awaitInitializationOnStart': false,
      'druid.sql.enable': false,
    },
    historical: {
      'druid.service': 'druid/historical',
      'druid.plaintextPort': ports.historical,
      'druid.segmentCache.locations': `[{"path":"${folder}/segment-cache","maxSize":"40GiB"}]`,
      'druid.historical.cache.useCache': false,
      'druid.historical.cache.populateCache': false,
    },
    indexer: {
      'druid.service': 'druid/indexer',
      'druid.plaintextPort': ports.indexer,
      // A task for each supervisor, one more while its segments are handed over, and those that import files.
      'druid.worker.capacity': 8,
      // How soon a task knows that historicals have its segments, and ends.
      'druid.segment.handoff.pollDuration': 'PT1S',
      // A plain number of bytes: no suffix is understood here.
      'druid.worker.globalIngestionHeapLimitBytes': Math.floor(heapMb / 5) * 1024 * 1024,
      'druid.worker.baseTaskDirs': `["${folder}/tasks"]`,
      'druid.segmentCache.locations': `[{"path":"${folder}/indexer-cache","maxSize":"1GiB"}]`,
    },
  };
}

const OPENED = [
  'java.base/java.nio',
  'java.base/sun.nio.ch',
  'java.base/jdk.internal.ref',
  'java.base/java.io',
];

/** Ingestion reads the packages that are opened. */
const JAVA_OPTIONS: readonly string[] = [
  '-Xms128m',
  '-XX:MaxDirectMemorySize=512m',
  '-XX:+ExitOnOutOfMemoryError',
  '-Duser.timezone=UTC',
  '-Dfile.encoding=UTF-8',
  `-Dlog4j.configurationFile=${join(import.meta.dirname, 'log4j2.xml')}`,
  '-Djava.util.logging.manager=org.apache.logging.log4j.jul.LogManager',
  '--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED',
  '--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED',
  ...[...OPENED, 'java.base/java.lang', 'jdk.management/com.sun.management.internal'].map(
    (place) => `--add-opens=${place}=ALL-UNNAMED`,
  ),
];
