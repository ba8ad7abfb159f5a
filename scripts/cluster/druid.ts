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
  // The broker comes before those that hold segments: if it finds some at its start, it waits five seconds.
  const names = ['zookeeper', 'coordinator', 'broker', 'historical', 'indexer'];
  const { ports, files } = await configure(folder, names, { ...size, isOne: true });
  const server = javaServer({
    name: 'Druid',
    args: argumentsOf(folder, files, names, size, await classPathOf('druid')),
    env: { KAFKA_JAAS_CONFIG: JAAS },
    log: join(folder, 'druid.log'),
    // What ZooKeeper keeps for a killed process would hold up the next one for a minute. Nothing else has to
    // last there.
    prepare: () => rm(join(folder, 'zookeeper'), { recursive: true, force: true }),
    isReady: async (output) => output.includes('ready'),
  });
  return { ...server, url: urlOf(ports.broker), overlordUrl: urlOf(ports.coordinator) };
}

/** A Druid of which each server is its own process. */
export interface DruidServers {
  /** The URL of the router, which leads to all others. */
  readonly url: string;
  readonly brokerUrl: string;
  readonly overlordUrl: string;
  readonly servers: Readonly<Record<ServerName, JavaServer>>;
}

/** The servers of a Druid with separate processes, and the heaps that they get along with. */
const HEAPS_MB = {
  zookeeper: 64,
  coordinator: 256,
  broker: 192,
  'historical-1': 160,
  'historical-2': 160,
  manager: 96,
  router: 128,
} as const;

/** The name of a server of a Druid with separate processes. The overlord is in the coordinator. */
export type ServerName = keyof typeof HEAPS_MB;

/** Makes a Druid with two historicals and a process for each server and each task. */
export async function makeDruidServers(folder: string): Promise<DruidServers> {
  const names = Object.keys(HEAPS_MB) as ServerName[];
  const classPath = await classPathOf('druid');
  const { ports, files } = await configure(folder, names, { ...SMALL, isOne: false });
  const servers = names.map((name): [ServerName, JavaServer] => {
    const server = javaServer({
      name,
      args: argumentsOf(join(folder, name), files, [name], { ...SMALL, heapMb: HEAPS_MB[name] }, classPath),
      env: { KAFKA_JAAS_CONFIG: JAAS },
      log: join(folder, `${name}.log`),
      isReady: async (output) => output.includes('ready'),
    });
    return [name, server];
  });
  return {
    url: urlOf(ports.router),
    brokerUrl: urlOf(ports.broker),
    overlordUrl: urlOf(ports.coordinator),
    servers: Object.fromEntries(servers) as DruidServers['servers'],
  };
}

type Ports = Readonly<Record<string, number>>;

/** How a Druid is divided. */
interface Layout extends DruidSize {
  readonly isOne: boolean;
}

/** How many tasks of separate processes there can be. */
const TASKS = 8;

/** Writes a properties file for each server. */
async function configure(
  folder: string,
  names: readonly string[],
  layout: Layout,
): Promise<{ readonly ports: Ports; readonly files: string }> {
  const found = await findFreePorts(names.length + 1 + TASKS);
  const ports: Ports = Object.fromEntries(
    ['derby', ...names, 'tasks'].map((name, i) => [name, found[i] ?? 0]),
  );
  const files = join(folder, 'properties');
  await mkdir(files, { recursive: true });
  for (const name of names) {
    const settings = settingsOf(name, join(folder, name), ports, layout);
    await writeFile(
      join(files, name),
      propertiesOf({ ...commonSettings(folder, ports, layout), ...settings }),
    );
    await mkdir(join(folder, name), { recursive: true });
  }
  return { ports, files };
}

function urlOf(port = 0): string {
  return `http://127.0.0.1:${port}`;
}

function argumentsOf(
  folder: string,
  files: string,
  names: readonly string[],
  { heapMb, java }: Pick<DruidSize, 'heapMb' | 'java'>,
  classPath: string,
): readonly string[] {
  return [
    ...JAVA_OPTIONS,
    ...java,
    `-Xmx${heapMb}m`,
    `-Dderby.stream.error.file=${join(folder, 'derby.log')}`,
    '-cp',
    classPath,
    'Main',
    files,
    ...names,
  ];
}

/** What the tasks of supervisors enter a guarded Kafka with. */
const JAAS = `org.apache.kafka.common.security.scram.ScramLoginModule required username="${KAFKA_LOGIN.user}" password="${KAFKA_LOGIN.password}";`;

type Settings = Readonly<Record<string, string | number | boolean>>;
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
    'druid.zk.service.host': `127.0.0.1:${ports['zookeeper']}`,
    'druid.extensions.loadList': '[]',
    // On disk: supervisors, their offsets and the list of segments have to outlive a kill.
    'druid.metadata.storage.type': 'derby',
    'druid.metadata.storage.connector.host': '127.0.0.1',
    'druid.metadata.storage.connector.port': ports['derby'] ?? 0,
    'druid.metadata.storage.connector.connectURI': `jdbc:derby://127.0.0.1:${ports['derby']}/${folder}/metadata;create=true`,
    'druid.storage.type': 'local',
    'druid.storage.storageDirectory': join(folder, 'segments'),
    'druid.indexer.logs.type': 'file',
    'druid.indexer.logs.directory': join(folder, 'task-logs'),
    'druid.indexer.storage.type': 'metadata',
    'druid.server.http.numThreads': 8,
    'druid.processing.numThreads': threads,
    'druid.processing.numMergeBuffers': 2,
    'druid.processing.buffer.sizeBytes': '20MiB',
    // A theta sketch takes 256 KiB for each group: a groupBy of users needs more than the buffer.
    'druid.query.groupBy.maxOnDiskStorage': '256MiB',
    'druid.lookup.enableLookupSyncOnStartup': false,
  };
}

/** The settings of a server, whose kind is what stands before `-` in its name. */
function settingsOf(name: string, folder: string, ports: Ports, layout: Layout): Settings {
  const [kind = ''] = name.split('-');
  if (kind === 'zookeeper') return { dataDir: folder, clientPort: ports[name] ?? 0 };
  return {
    'druid.service': `druid/${kind}`,
    'druid.plaintextPort': ports[name] ?? 0,
    'druid.processing.tmpDir': join(folder, 'processing'),
    ...KINDS[kind],
    ...(kind === 'broker' ? { 'druid.broker.segment.awaitInitializationOnStart': !layout.isOne } : {}),
    // How long the tasks of a worker that is gone are taken for running.
    ...(kind === 'coordinator' && !layout.isOne
      ? { 'druid.indexer.runner.taskCleanupTimeout': 'PT10S' }
      : {}),
    ...(kind === 'historical'
      ? { 'druid.segmentCache.locations': `[{"path":"${folder}/cache","maxSize":"40GiB"}]` }
      : {}),
    ...(kind === 'indexer' || kind === 'manager' ? workerSettings(folder, ports, layout) : {}),
  };
}

function workerSettings(folder: string, ports: Ports, { heapMb, java }: Layout): Settings {
  return {
    // A task for each supervisor, one more while its segments are handed over, and those that import files.
    'druid.worker.capacity': TASKS,
    // How soon a task knows that historicals have its segments, and ends.
    'druid.segment.handoff.pollDuration': 'PT1S',
    'druid.worker.baseTaskDirs': `["${folder}/tasks"]`,
    'druid.segmentCache.locations': `[{"path":"${folder}/cache","maxSize":"1GiB"}]`,
    // Of an indexer. A plain number of bytes: no suffix is understood here.
    'druid.worker.globalIngestionHeapLimitBytes': Math.floor(heapMb / 5) * 1024 * 1024,
    // Of a middle manager, whose tasks are processes.
    'druid.indexer.runner.startPort': ports['tasks'] ?? 0,
    'druid.indexer.runner.javaOptsArray': JSON.stringify([...JAVA_OPTIONS, ...java, '-Xmx160m']),
  };
}

/** What is a second here is a minute or more by default. */
const KINDS: Readonly<Record<string, Settings>> = {
  coordinator: {
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
    'druid.broker.cache.useCache': false,
    'druid.broker.cache.populateCache': false,
    'druid.sql.enable': false,
  },
  historical: {
    'druid.historical.cache.useCache': false,
    'druid.historical.cache.populateCache': false,
  },
  router: {
    'druid.router.managementProxy.enabled': true,
    'druid.router.defaultBrokerServiceName': 'druid/broker',
    'druid.router.coordinatorServiceName': 'druid/coordinator',
    'druid.router.tierToBrokerMap': '{"_default_tier":"druid/broker"}',
  },
};

const OPENED = [
  'java.base/java.nio',
  'java.base/sun.nio.ch',
  'java.base/jdk.internal.ref',
  'java.base/java.io',
];

/** Ingestion reads the packages that are opened. */
const JAVA_OPTIONS: readonly string[] = [
  '-Xms64m',
  '-XX:MaxDirectMemorySize=512m',
  '-XX:+ExitOnOutOfMemoryError',
  // Else an error that comes often has no message any more.
  '-XX:-OmitStackTraceInFastThrow',
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
