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

/**
 * Opens the feed of a cluster; null if there is no cluster, or none with Kafka. Throws `StoreError` on an old
 * Node.
 */
export function openFeed(
  cluster: ClusterOptions | undefined,
  druid: Druid | null,
  census: Pick<Census, 'watch'> | null,
  warn: ((message: string) => void) | undefined,
): Feed | null {
  if (cluster === undefined || druid === null || cluster.kafkaBrokers.length === 0) return null;
  checkNode();
  const { kafkaBrokers: brokers, kafkaAccess: access } = cluster;
  const topics = openTopics(brokers, { access, warn });
  const watched = watchSupervisors({ overlord: druid.overlord, topics, kafka: { brokers, access }, warn });
  const supervisors: Supervisors = {
    ...watched,
    add: (namespace) => {
      census?.watch(namespace);
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
