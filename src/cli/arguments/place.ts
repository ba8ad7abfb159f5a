// The flags that say where events and secrets are kept: a database file, a PostgreSQL, a Druid, a Kafka.
// Commands combine them as they need. Pure.
import type { ValuesOf } from './spec.ts';

/** The heading of the flags that only a cluster needs: `--help-cluster` shows them. */
export const CLUSTER_GROUP = 'On a cluster';

/** The flags that name the cluster that has the events of a file which no process serves. */
export const CLUSTER_FLAGS = {
  druid: {
    value: 'URL',
    group: CLUSTER_GROUP,
    description: 'the URL of the Druid router (or broker)',
  },
  'druid-overlord': {
    value: 'URL',
    group: CLUSTER_GROUP,
    description: "the URL of Druid's overlord, if --druid is the URL of a broker",
  },
  'druid-auth': {
    value: 'FILE',
    group: CLUSTER_GROUP,
    description: 'the credentials for Druid, in a JSON file: see docs/operate/cluster/passwords.md',
  },
  'druid-ca': {
    value: 'FILE',
    group: CLUSTER_GROUP,
    description: "the certificate authority of Druid's servers, a PEM file",
  },
} as const;

/** The flags that name the Kafka that takes events. */
export const KAFKA_FLAGS = {
  kafka: {
    value: 'BROKERS',
    group: CLUSTER_GROUP,
    description: 'the Kafka brokers for the events of --ingest, separated by commas: host:9092',
  },
  'kafka-auth': {
    value: 'FILE',
    group: CLUSTER_GROUP,
    description: 'the credentials for Kafka, in a JSON file: see docs/operate/cluster/passwords.md',
  },
  'kafka-ca': {
    value: 'FILE',
    group: CLUSTER_GROUP,
    description: 'the certificate authority of the Kafka brokers, a PEM file',
  },
} as const;

/** The flags that name the PostgreSQL that holds what a database file would hold besides events. */
export const STATE_FLAGS = {
  state: {
    value: 'URL',
    group: CLUSTER_GROUP,
    description: 'PostgreSQL for tokens, keys and insights, instead of a file: postgres://host/name',
  },
  'state-auth': {
    value: 'FILE',
    group: CLUSTER_GROUP,
    description: 'the credentials for PostgreSQL, in a JSON file: see docs/operate/cluster/passwords.md',
  },
  'state-ca': {
    value: 'FILE',
    group: CLUSTER_GROUP,
    description: 'the certificate authority of PostgreSQL, a PEM file',
  },
} as const;

/** The flag that names the database file. */
export const DB_FLAG = { value: 'FILE', required: true, description: 'the database file' } as const;

/** The flags that name the database file, or the PostgreSQL that holds what the file would hold. */
export const STORE_FLAGS = { db: { ...DB_FLAG, replacedBy: 'state' }, ...STATE_FLAGS } as const;

/** The same, and the cluster that has the events if they are not in the file. */
export const EVENTS_FLAGS = { ...STORE_FLAGS, ...CLUSTER_FLAGS } as const;

/**
 * Where a store and its events are: in the file `db`, or if that is null in the PostgreSQL that `state`
 * names.
 */
export type Place = Partial<ValuesOf<typeof EVENTS_FLAGS>> & { readonly db: string | null };

/** What names the store; null if nothing does. */
export function nameOfStore({ db, state = null }: Place): string | null {
  return db ?? state;
}

/** The flag that names the organization. */
export const ORG_FLAG = {
  value: 'NAMESPACE',
  required: true,
  description: 'the organization, as "org list" shows it',
} as const;
