import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { classPathOf } from './java-program.ts';
import { findFreePorts, type JavaServer, javaServer } from './java-server.ts';

const execute = promisify(execFile);

/** A Kafka of one node on 127.0.0.1 whose data are in one folder. */
export interface Kafka extends JavaServer {
  /** Its address, as `--kafka` takes it. */
  readonly brokers: string;
  /**
   * Its addresses with TLS, and the file of its authority's certificate: at `brokers`, `KAFKA_LOGIN` or a
   * token is requested; at `certified`, a client certificate.
   */
  readonly guarded: { readonly brokers: string; readonly certified: string; readonly caFile: string };
}

/** The one user of a Kafka. */
export const KAFKA_LOGIN = { mechanism: 'SCRAM-SHA-512', user: 'reports', password: 'of-the-tests' } as const;

/** Makes a Kafka; `folder` may be that of an earlier one. */
export async function makeKafka(folder: string): Promise<Kafka> {
  const [port = 0, controller = 0, guarded = 0, certified = 0] = await findFreePorts(4);
  const classPath = await classPathOf('kafka');
  const properties = join(folder, 'server.properties');
  const log = join(folder, 'log');
  await mkdir(folder, { recursive: true });
  const caFile = await makeCertificate(folder);
  await writeFile(properties, propertiesOf({ port, controller, guarded, certified }, log, folder));
  const server = javaServer({
    name: 'Kafka',
    args: [...JAVA_OPTIONS, '-cp', classPath, 'Main', properties, log, SCRAM],
    log: join(folder, 'kafka.log'),
    // It listens to clients only once it has recovered its log.
    isReady: () => listens(port),
  });
  const address = (of: number): string => `127.0.0.1:${of}`;
  return {
    ...server,
    brokers: address(port),
    guarded: { brokers: address(guarded), certified: address(certified), caFile },
  };
}

const SCRAM = `${KAFKA_LOGIN.mechanism}=[name=${KAFKA_LOGIN.user},password=${KAFKA_LOGIN.password}]`;
/** The authority of the clients' certificates. */
const CLIENTS = join(import.meta.dirname, '../../__tests__/support/tls/ca.pem');
const STORE_PASSWORD = 'of-the-key-store';

/**
 * Makes a key and a certificate that signs itself, which come with Java's own tool. Returns the certificate's
 * file.
 */
async function makeCertificate(folder: string): Promise<string> {
  const [store, caFile] = [join(folder, 'kafka.p12'), join(folder, 'ca.pem')];
  if (existsSync(caFile)) return caFile;
  const common = [
    '-alias',
    'kafka',
    '-keystore',
    store,
    '-storetype',
    'PKCS12',
    '-storepass',
    STORE_PASSWORD,
  ];
  const names = ['-dname', 'CN=localhost', '-ext', 'san=dns:localhost,ip:127.0.0.1', '-ext', 'bc=ca:true'];
  await execute('keytool', ['-genkeypair', '-keyalg', 'EC', '-validity', '3650', ...names, ...common]);
  await execute('keytool', ['-exportcert', '-rfc', '-file', caFile, ...common]);
  return caFile;
}

interface Ports {
  readonly port: number;
  readonly controller: number;
  readonly guarded: number;
  readonly certified: number;
}

function propertiesOf({ port, controller, guarded, certified }: Ports, log: string, folder: string): string {
  return `process.roles=broker,controller
node.id=1
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller},SASL_SSL://127.0.0.1:${guarded},SSL://127.0.0.1:${certified}
advertised.listeners=PLAINTEXT://127.0.0.1:${port},SASL_SSL://127.0.0.1:${guarded},SSL://127.0.0.1:${certified}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_SSL:SASL_SSL,SSL:SSL
sasl.enabled.mechanisms=${KAFKA_LOGIN.mechanism},PLAIN,OAUTHBEARER
listener.name.sasl_ssl.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_${KAFKA_LOGIN.user}="${KAFKA_LOGIN.password}";
listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
# Kafka's own check of tokens without a signature, which only looks at their names and times.
listener.name.sasl_ssl.oauthbearer.sasl.jaas.config=org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="broker";
listener.name.ssl.ssl.client.auth=required
listener.name.ssl.ssl.truststore.type=PEM
listener.name.ssl.ssl.truststore.location=${CLIENTS}
ssl.keystore.type=PKCS12
ssl.keystore.location=${join(folder, 'kafka.p12')}
ssl.keystore.password=${STORE_PASSWORD}
ssl.key.password=${STORE_PASSWORD}
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
