import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { classPathOf } from './java-program.ts';
import { findFreePorts, type JavaServer, javaServer } from './java-server.ts';

/** A Kafka of one node on 127.0.0.1 whose data are in one folder. */
export interface Kafka extends JavaServer {
  /** Its address, as `--kafka` takes it. */
  readonly brokers: string;
}

/** Makes a Kafka; `folder` may be that of an earlier one. */
export async function makeKafka(folder: string): Promise<Kafka> {
  const [port = 0, controller = 0] = await findFreePorts(2);
  const classPath = await classPathOf('kafka');
  const properties = join(folder, 'server.properties');
  const log = join(folder, 'log');
  await mkdir(folder, { recursive: true });
  await writeFile(properties, propertiesOf(port, controller, log));
  const server = javaServer({
    name: 'Kafka',
    args: [...JAVA_OPTIONS, '-cp', classPath, 'Main', properties, log],
    log: join(folder, 'kafka.log'),
    // It listens to clients only once it has recovered its log.
    isReady: () => listens(port),
  });
  return { ...server, brokers: `127.0.0.1:${port}` };
}

function propertiesOf(port: number, controller: number, log: string): string {
  return `process.roles=broker,controller
node.id=1
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
controller.listener.names=CONTROLLER
controller.quorum.bootstrap.servers=127.0.0.1:${controller}
log.dirs=${log}
# There is one node, so everything has one replica.
default.replication.factor=1
min.insync.replicas=1
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
log.cleaner.dedupe.buffer.size=4194304
num.network.threads=2
num.io.threads=2
background.threads=2
`;
}

const JAVA_OPTIONS: readonly string[] = [
  '-Xms64m',
  '-Xmx256m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-XX:+ExitOnOutOfMemoryError',
  '-Dfile.encoding=UTF-8',
  `-Dlog4j2.configurationFile=${join(import.meta.dirname, 'log4j2.xml')}`,
];

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (isListening: boolean) => {
      socket.destroy();
      resolve(isListening);
    };
    socket.once('connect', () => {
      answer(true);
    });
    socket.once('error', () => {
      answer(false);
    });
  });
}
