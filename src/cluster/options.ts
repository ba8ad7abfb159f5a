// Parses the flags with a cluster's addresses: `--druid`, `--druid-overlord` and `--kafka`.
import { InputError } from '../text/errors.ts';
import type { ServerAccess } from './credentials.ts';

/** Where the cluster with the events is, and how to log in. URLs are `http://` or `https://`. */
export interface ClusterOptions {
  /** A Druid router, or a broker. */
  readonly druidUrl: string;
  /**
   * A Druid overlord (with the coordinator's API, as Druid is set up by default). Default: the router leads
   * there.
   */
  readonly overlordUrl: string | null;
  /** Kafka brokers as `host:port`. Default: none, so that no events are taken over HTTP. */
  readonly kafkaBrokers: readonly string[];
  /** Default: the servers let everybody in. */
  readonly druidAccess?: ServerAccess;
  readonly kafkaAccess?: ServerAccess;
}

/** Reads the address of a Druid server. `name` is the flag or option that holds it. Throws `InputError`. */
export function parseServerUrl(text: string, name: string): URL {
  const url = URL.parse(text);
  const isAddress =
    url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.host !== '';
  if (!isAddress || url.search !== '' || url.hash !== '')
    throw new InputError([`${name} is not the address of a Druid server: write it as http://host:8888`]);
  if (url.username === '' && url.password === '') return url;
  // Everybody on this machine sees the arguments of a command.
  throw new InputError([
    `${name} has a user or password in its address: put them into a file, and name it with --druid-auth`,
  ]);
}

const BROKER = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\]):(\d{1,5})$/;

/** Reads Kafka brokers, separated by commas: `host:9092,other:9092`. Throws `InputError`. */
export function parseBrokers(text: string): readonly string[] {
  const brokers = text.split(',').map((each) => each.trim());
  const badBroker = brokers.find((each) => {
    const port = Number(BROKER.exec(each)?.[1] ?? 0);
    return port < 1 || port > 65_535;
  });
  if (badBroker === undefined) return brokers;
  throw new InputError([
    `--kafka holds ${JSON.stringify(badBroker.slice(0, 100))}, which is not a Kafka broker: write host:9092, several separated by commas`,
  ]);
}
