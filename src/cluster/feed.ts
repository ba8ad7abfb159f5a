// Opens the feed of a cluster. An ingested event goes into Kafka's topic of its namespace, from where a Druid
// supervisor reads it.
import type { Census } from './census/census.ts';
import type { Druid } from './druid.ts';
import { checkNode } from './kafka/client.ts';
import { openTopics, type Topics } from './kafka/topics.ts';
import type { ClusterOptions } from './options.ts';
import { type Supervisors, watchSupervisors } from './supervisors/watch.ts';

export interface Feed {
  readonly topics: Topics;
  readonly supervisors: Supervisors;
  close(): Promise<void>;
}

/** Null: the cluster has no Kafka. Throws `StoreError` on an old Node. */
export function openFeed(
  { kafkaBrokers: brokers, kafkaAccess: access }: ClusterOptions,
  druid: Druid,
  census: Pick<Census, 'watch'>,
  warn: (message: string) => void,
): Feed | null {
  if (brokers.length === 0) return null;
  checkNode();
  const topics = openTopics(brokers, { access, warn });
  const watched = watchSupervisors({ overlord: druid.overlord, topics, kafka: { brokers, access }, warn });
  const supervisors: Supervisors = {
    ...watched,
    add: (namespace) => {
      census.watch(namespace);
      watched.add(namespace);
    },
  };
  return {
    topics,
    supervisors,
    close: async () => {
      await supervisors.close();
      await topics.close();
    },
  };
}
