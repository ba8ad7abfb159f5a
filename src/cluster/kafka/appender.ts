// Appends ingested events to Kafka, in the topic of their namespace, from where a supervisor hands them to
// Druid. A post is acknowledged once Kafka has its events.
import { toDruidRow } from '../event-schema.ts';
import { BatchTooLargeError, type Topics } from './topics.ts';
import type { Supervisors } from '../supervisors/watch.ts';
import { DruidError } from '../druid-error.ts';
import { ClusterAwayError, StoreError } from '../../service/errors.ts';
import { translateDuckdbErrors } from '../../service/events/duckdb-errors.ts';
import { HttpProblem, unavailable } from '../../service/http/problem.ts';
import type { Appended, EventPost, SentEvent } from '../../service/events/post.ts';
import type { Store } from '../../service/store/store.ts';
import type { OpenAppender } from '../../service/ingest/appender.ts';
import { groupCommit } from '../../service/ingest/group-commit.ts';

/**
 * How many bytes go into one batch: what every topic takes, with Kafka's own bytes. A larger post goes alone.
 */
const LIMIT_BATCH_BYTES = 900_000;

/** A post as it is written to Kafka. */
interface WrittenPost {
  readonly events: EventPost;
  readonly messages: ReadonlyMap<SentEvent, Buffer>;
  readonly bytes: number;
}

/** The ids and payload keys of the events are kept in the store's ledger. */
export function kafkaAppenders(
  { ledger }: Pick<Store, 'ledger'>,
  topics: Pick<Topics, 'write'>,
  supervisors: Pick<Supervisors, 'add'>,
): OpenAppender {
  return ({ id, namespace }) => {
    supervisors.add(namespace);
    const group = groupCommit<WrittenPost, Appended>(
      async (posts) => {
        const sentPosts = posts.map(({ events }) => events);
        const admitted = await translateDuckdbErrors(() => ledger.declareKeys(id, sentPosts));
        const admittedEvents = admitted.map(({ events }) => events);
        const messageOfEvent = new Map(posts.flatMap(({ messages }) => [...messages]));
        const repeated = await ledger.takeOnce(id, admittedEvents, (events) => {
          // An event that lost a payload key is another object, whose message is not made yet.
          const messages = events.map((event) => messageOfEvent.get(event) ?? messageOf(event));
          return topics.write(namespace, messages);
        });
        return admitted.map(({ leftOut }, index) => ({ leftOut, repeated: repeated[index] ?? 0 }));
      },
      { limit: LIMIT_BATCH_BYTES, sizeOf: ({ bytes }) => bytes },
    );
    return {
      append: (events) => group.add(writePost(events)).catch((error: unknown) => rejectPost(error)),
      settled: () => group.settled(),
    };
  };
}

function writePost(events: EventPost): WrittenPost {
  const messages = new Map(events.map((event) => [event, messageOf(event)]));
  const bytes = messages.values().reduce((sum, { length }) => sum + length, 0);
  return { events, messages, bytes };
}

function messageOf(event: SentEvent): Buffer {
  return Buffer.from(JSON.stringify(toDruidRow(event)));
}

function rejectPost(error: unknown): never {
  if (error instanceof BatchTooLargeError) {
    const detail =
      "The post has more bytes than its topic takes (Kafka's `max.message.bytes`); send fewer events at a time.";
    throw new HttpProblem(413, detail);
  }
  // The log says why, also if Druid refuses a supervisor.
  if (!(error instanceof ClusterAwayError || error instanceof StoreError || error instanceof DruidError))
    throw error;
  throw unavailable('These events could not be handed to the cluster; send them again in a few seconds.');
}
