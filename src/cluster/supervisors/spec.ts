// Builds the settings of a supervisor in Druid's form, and reads those of an existing one.
import type { Json, JsonObject } from '../../tql/json.ts';
import { objectOf } from '../answer-parts.ts';
import { type ServerAccess, OPEN_ACCESS } from '../credentials.ts';
import { dataSchemaOf, TASK_CONTEXT } from '../event-schema.ts';

/**
 * What is kept of a supervisor that is there, because someone may change it: how much it runs on, and
 * whether it runs.
 */
interface KeptSettings {
  readonly sizes: JsonObject;
  readonly isSuspended: boolean;
}

/** Where Kafka is for Druid, and how it is entered. */
export interface KafkaAddress {
  readonly brokers: readonly string[];
  readonly access?: ServerAccess | undefined;
}

/** A supervisor that hands each message of a topic to the data source of the same name, once. */
export function supervisorSpec(namespace: string, kafka: KafkaAddress, kept: KeptSettings): Json {
  return {
    type: 'kafka',
    spec: {
      dataSchema: dataSchemaOf(namespace),
      ioConfig: {
        topic: namespace,
        inputFormat: { type: 'json' },
        consumerProperties: consumerOf(kafka),
        // What was acknowledged before the supervisor was made counts, too.
        useEarliestOffset: true,
        // Under a minute Druid ends each task before it has begun, and still calls the supervisor healthy.
        taskDuration: 'PT1H',
        startDelay: 'PT0S',
        // How soon a task that failed is replaced.
        period: 'PT1S',
        // How long a read waits for more before its events can be counted.
        pollTimeout: 50,
        taskCount: 1,
        replicas: 1,
        ...kept.sizes,
      },
      tuningConfig: {
        type: 'kafka',
        logParseExceptions: true,
        // Events are validated before they are acknowledged, so there is nothing to skip; if there is,
        // `watch` says so.
        maxParseExceptions: 2_147_483_647,
        // It would skip events silently.
        resetOffsetAutomatically: false,
        // How old the lag that Druid reports is.
        offsetFetchPeriod: 'PT5S',
      },
    },
    context: TASK_CONTEXT,
    suspended: kept.isSuspended,
  };
}

/**
 * How Druid's tasks enter Kafka. Druid shows a supervisor to its users and writes it into logs, so secrets
 * are not in it: Druid's servers have them in their environment. Certificates are public.
 */
function consumerOf({ brokers, access: { login, tls } = OPEN_ACCESS }: KafkaAddress): JsonObject {
  const variables = {
    ...(login !== null && { 'sasl.jaas.config': 'KAFKA_JAAS_CONFIG' }),
    ...(tls?.key !== undefined && { 'ssl.keystore.key': 'KAFKA_CLIENT_KEY' }),
  };
  const protocol = `${login === null ? '' : 'SASL_'}${tls === null ? 'PLAINTEXT' : 'SSL'}`;
  return {
    'bootstrap.servers': brokers.join(','),
    ...(protocol !== 'PLAINTEXT' && { 'security.protocol': protocol }),
    ...(login !== null && { 'sasl.mechanism': login.mechanism }),
    ...(tls?.ca !== undefined && { 'ssl.truststore.type': 'PEM', 'ssl.truststore.certificates': tls.ca }),
    ...(tls?.cert !== undefined && {
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.certificate.chain': tls.cert,
    }),
    ...(Object.keys(variables).length > 0 && {
      'druid.dynamic.config.provider': { type: 'environment', variables },
    }),
  };
}

/** The settings of a supervisor that is made. */
export const NEW_SUPERVISOR: KeptSettings = { sizes: {}, isSuspended: false };
const SIZES = ['taskCount', 'replicas'];

/** The topic and the kept settings of a supervisor as Druid describes it. */
export function readSupervisor(answer: unknown): {
  readonly topic: string | null;
  readonly kept: KeptSettings;
} {
  const supervisor = objectOf(answer);
  const spec = objectOf(supervisor['spec']);
  const ioConfig = objectOf(spec['ioConfig']);
  const topic = ioConfig['topic'];
  const sizes = Object.entries(ioConfig).filter(
    ([key, value]) => SIZES.includes(key) && typeof value === 'number',
  );
  return {
    topic: typeof topic === 'string' ? topic : null,
    kept: { sizes: Object.fromEntries(sizes), isSuspended: supervisor['suspended'] === true },
  };
}
