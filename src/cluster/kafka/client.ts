// Loads the Kafka client, and wraps what this package needs of it: make a topic, send a batch, close.
import { isIP } from 'node:net';
import type { Admin, Producer } from '@platformatic/kafka';
import { StoreError } from '../../service/errors.ts';
import { type Login, secretOf, type ServerAccess } from '../credentials.ts';

/** A connection to Kafka that writes batches. Close it after its first error. */
export interface KafkaConnection {
  /** Makes the topic unless it exists. */
  makeTopic(topic: string): Promise<void>;
  /**
   * Resolves once every in-sync replica has the messages. They are one batch of one partition, so they are
   * written all or none.
   */
  send(topic: string, partition: number, messages: readonly Buffer[]): Promise<void>;
  close(): Promise<void>;
}

/** Connects to Kafka, or rejects with the client's error. */
export type ConnectKafka = (brokers: readonly string[], access: ServerAccess) => Promise<KafkaConnection>;

/** How many bytes a batch may have: a post of 1 MiB grows when its events are written in full. */
const TOPIC_SETTINGS = [{ name: 'max.message.bytes', value: '8388608' }];
/** The client tries again while a broker restarts or another one takes over its partitions. */
const TIMES = { connectTimeout: 3000, timeout: 10_000, retries: 4, retryDelay: 250 };
const ALL_REPLICAS = -1;

/** Loads the client, which takes most of a second, and connects. */
export const connectKafka: ConnectKafka = async (brokers, access) => {
  const { Admin, Producer } = await import('@platformatic/kafka');
  const options = {
    clientId: 'insight-report',
    bootstrapBrokers: [...brokers],
    ...TIMES,
    ...accessOptions(access, brokers),
  };
  // If an answer is lost, the client sends the batch again. Kafka writes it once, because the producer is
  // idempotent.
  const producer = new Producer<Buffer, Buffer, Buffer, Buffer>({
    ...options,
    idempotent: true,
    acks: ALL_REPLICAS,
  });
  const connection = connectionOf(producer, new Admin(options));
  try {
    await producer.initIdempotentProducer({});
    return connection;
  } catch (error) {
    void connection.close();
    throw error;
  }
};

/**
 * The login and TLS options for the client. TLS takes no IP address as the name of a server, and the client
 * has one setting for all brokers: so if one broker has an IP address, no names are sent.
 */
function accessOptions(access: ServerAccess, brokers: readonly string[]) {
  const { login, tls } = access;
  const areNamed = !brokers.some((each) => isIP(each.replace(/:\d+$/, '').replace(/[[\]]/g, '')) !== 0);
  return {
    ...(tls !== null && { tls: { ...tls }, tlsServerName: areNamed }),
    ...(login !== null && { sasl: saslOf(login, access) }),
  };
}

function saslOf(login: Login, access: ServerAccess) {
  const secret = () => secretOf(access);
  const { mechanism } = login;
  if (mechanism === 'OAUTHBEARER') return { mechanism, token: secret };
  return { mechanism, username: login.user, password: secret };
}

function connectionOf(producer: Producer, admin: Admin): KafkaConnection {
  return {
    makeTopic: async (topic) => {
      // The brokers' settings say how many partitions and replicas it gets.
      await admin.createTopics({ topics: [topic], configs: TOPIC_SETTINGS }).catch((error: unknown) => {
        if (!hasKafkaCode(error, 'TOPIC_ALREADY_EXISTS')) throw error;
      });
    },
    send: async (topic, partition, messages) => {
      await producer.send({
        acks: ALL_REPLICAS,
        messages: messages.map((value) => ({ topic, partition, value })),
      });
    },
    close: async () => {
      await Promise.allSettled([producer.close(), admin.close()]);
    },
  };
}

/** Whether an error of the client, or one of its causes, has this name in Kafka's protocol. */
export function hasKafkaCode(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false;
  const causes: unknown[] = [
    error.cause,
    ...(error instanceof AggregateError ? (error.errors as unknown[]) : []),
  ];
  return ('apiId' in error && error.apiId === code) || causes.some((cause) => hasKafkaCode(cause, code));
}

/** Throws `StoreError` if this version of Node cannot load the client. */
export function checkNode(version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 6) || (major === 22 && minor >= 22)) return;
  throw new StoreError(`--kafka needs Node 22.22, or 24.6 and newer; this is Node ${version}.`);
}
