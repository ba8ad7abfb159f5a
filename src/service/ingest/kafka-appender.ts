import { toDruidRow } from '../cluster/event-schema.ts';
import { BatchTooLargeError, type Topics } from '../cluster/kafka/topics.ts';
import type { Supervisors } from '../cluster/supervisors/watch.ts';
import { DruidError } from '../cluster/druid-error.ts';
import { ClusterAwayError, StoreError } from '../errors.ts';
import { translateDuckdbErrors } from '../events/duckdb-errors.ts';
import { NUMERIC_KEYS } from '../events/columns.ts';
import { HttpProblem } from '../http/problem.ts';
import { type EventPost, keysOf } from '../store/append-events.ts';
import type { Store } from '../store/store.ts';
import type { OpenAppender } from './appender.ts';
import { groupCommit } from './group-commit.ts';

/** How many bytes go into one batch: what every topic takes, with Kafka's own bytes. A larger post goes alone. */
const LIMIT_BATCH_BYTES = 900_000;

/** A post as it is written to Kafka. */
interface WrittenPost {
  readonly keys: ReadonlySet<string>;
  readonly messages: readonly Buffer[];
  readonly bytes: number;
}

/** Keeps events in Kafka, in the topic of their namespace, from where a supervisor hands them to Druid. The payload keys are kept in the store. */
export function kafkaAppenders(
  store: Pick<Store, 'events'>,
  topics: Pick<Topics, 'write'>,
  supervisors: Pick<Supervisors, 'add' | 'declareNumeric'>,
): OpenAppender {
  return ({ id, namespace }) => {
    supervisors.add(namespace);
    const group = groupCommit<WrittenPost>(
      async (posts) => {
        const keys = posts.map((post) => post.keys);
        const refusals = await translateDuckdbErrors(() => store.events.declareKeys(id, keys));
        const admitted = posts.filter((_, index) => refusals[index] === null);
        const messages = admitted.flatMap((post) => post.messages);
        await supervisors.declareNumeric(namespace, numericKeysOf(admitted));
        if (messages.length > 0) await topics.write(namespace, messages);
        return refusals;
      },
      { limit: LIMIT_BATCH_BYTES, sizeOf: ({ bytes }) => bytes },
    );
    return {
      append: (events) => group.add(writePost(events)).catch((error: unknown) => rejectPost(error)),
      settled: () => group.settled(),
    };
  };
}

function numericKeysOf(posts: readonly WrittenPost[]): ReadonlySet<string> {
  return new Set([...NUMERIC_KEYS].filter((key) => posts.some(({ keys }) => keys.has(key))));
}

function writePost(events: EventPost): WrittenPost {
  const messages = events.map((event) => Buffer.from(JSON.stringify(toDruidRow(event))));
  return { keys: keysOf(events), messages, bytes: messages.reduce((sum, { length }) => sum + length, 0) };
}

function rejectPost(error: unknown): never {
  if (error instanceof BatchTooLargeError) {
    const detail =
      "The post has more bytes than its topic takes (Kafka's `max.message.bytes`); send fewer events at a time.";
    throw new HttpProblem(413, detail);
  }
  // The log says why, also if Druid refuses a supervisor.
  if (!(error instanceof ClusterAwayError || error instanceof StoreError || error instanceof DruidError)) throw error;
  const detail = 'These events could not be handed to the cluster; send them again in a few seconds.';
  throw new HttpProblem(503, detail, { headers: { 'retry-after': '5' } });
}
