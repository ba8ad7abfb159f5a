// Writes batches of events to Kafka's topics, makes topics that are missing, and reports when Kafka is away.
import { ClusterAwayError } from '../../service/errors.ts';
import { type ServerAccess, OPEN_ACCESS } from '../credentials.ts';
import { awayError, reasonOf } from './away.ts';
import { connectKafka, type ConnectKafka, hasKafkaCode, type KafkaConnection } from './client.ts';

/** The topics of a Kafka, to write to. */
export interface Topics {
  /** Makes a topic unless it exists. Throws `ClusterAwayError`. */
  make(topic: string): Promise<void>;
  /**
   * Writes messages, all or none, and resolves once every in-sync replica has them. Throws
   * `BatchTooLargeError`, or `ClusterAwayError` if nobody knows whether they are written.
   */
  write(topic: string, messages: readonly Buffer[]): Promise<void>;
  /** Why nothing could be written the last time; null if it could. */
  trouble(): ClusterAwayError | null;
  close(): Promise<void>;
}

/** The messages are more than the topic takes in one batch. */
export class BatchTooLargeError extends Error {
  override readonly name = 'BatchTooLargeError';
}

/** Kafka refuses this topic: nothing was written to it. Other topics may work. */
export class TopicError extends ClusterAwayError {}

/** The codes of a broker's errors that concern one topic. It has written nothing then. */
const TOPIC_CODES: readonly string[] = [
  'INVALID_TOPIC_EXCEPTION',
  'TOPIC_AUTHORIZATION_FAILED',
  'NOT_ENOUGH_REPLICAS',
  'POLICY_VIOLATION',
  'INVALID_REPLICATION_FACTOR',
  'INVALID_PARTITIONS',
  'INVALID_CONFIG',
];

/** For how long nothing is tried after an error: many tries at once would keep Kafka from starting. */
const PAUSE_MS = 1000;
/** How long a request may take with all that the client tries again. */
const LIMIT_MS = 20_000;

/** How a Kafka is connected to. Only tests change the defaults of `connect` and the times. */
interface TopicOptions {
  /** Default: Kafka lets everybody in. */
  readonly access?: ServerAccess | undefined;
  readonly connect?: ConnectKafka;
  /** Is called with a sentence when Kafka does not answer, and when it does again. */
  readonly warn?: ((message: string) => void) | undefined;
  readonly pauseMs?: number;
  readonly limitMs?: number;
}

/** Nothing is connected before a topic is used. */
export function openTopics(brokers: readonly string[], options: TopicOptions = {}): Topics {
  const { access = OPEN_ACCESS, connect = connectKafka, pauseMs = PAUSE_MS, limitMs = LIMIT_MS } = options;
  /** The topics that this connection has made, or found. */
  const madeTopics = new Set<string>();
  let connection: Promise<KafkaConnection> | null = null;
  let failedMs = -Infinity;
  let trouble: ClusterAwayError | null = null;
  /** Counts batches, so that they go to the topic's partitions in turn. */
  let batches = 0;
  const use = async (task: (connection: KafkaConnection) => Promise<void>): Promise<void> => {
    if (performance.now() - failedMs < pauseMs)
      throw new ClusterAwayError('Kafka could not be reached a moment ago');
    const used = (connection ??= connect(brokers, access));
    try {
      await within(limitMs, used.then(task));
    } catch (error) {
      if (hasKafkaCode(error, 'MESSAGE_TOO_LARGE'))
        throw new BatchTooLargeError(reasonOf(error), { cause: error });
      if (TOPIC_CODES.some((code) => hasKafkaCode(error, code)))
        throw new TopicError(reasonOf(error), { cause: error });
      abandon(used);
      const away = awayError(error, brokers, access);
      if (trouble === null)
        options.warn?.(`${away.message}. Events are answered with 503 until it acknowledges them.`);
      trouble = away;
      throw away;
    }
    if (trouble !== null) options.warn?.('Kafka acknowledges events again.');
    trouble = null;
  };
  /**
   * Closes a connection that failed: what it has written is not known. The next one has another producer id,
   * so Kafka does not mistake its batches for repeated ones.
   */
  const abandon = (used: Promise<KafkaConnection>): void => {
    if (connection === used) [connection, failedMs] = [null, performance.now()];
    madeTopics.clear();
    void used.then((opened) => opened.close()).catch(() => undefined);
  };
  const makeOnce = async (used: KafkaConnection, topic: string) => {
    if (madeTopics.has(topic)) return;
    await used.makeTopic(topic);
    madeTopics.add(topic);
  };
  return {
    make: (topic) => use((used) => makeOnce(used, topic)),
    write: (topic, messages) =>
      use(async (used) => {
        await makeOnce(used, topic);
        await used.send(topic, batches++, messages);
      }),
    trouble: () => trouble,
    close: async () => {
      const last = connection;
      connection = null;
      await last?.then((each) => each.close()).catch(() => undefined);
    },
  };
}

function within(limitMs: number, task: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`no answer within ${limitMs / 1000} s`));
    }, limitMs);
    task.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
