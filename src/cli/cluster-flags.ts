// Reads the flags of a cluster (`--druid`, `--kafka`, `--state` and the files of secrets beside each) for
// `serve`, `explore` and every command on a store. It refuses flags that miss their partner, certificates
// that do not fit their key, and a password that would travel unencrypted.
import { isLoopback } from '../http/loopback.ts';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { InputError } from '../text/errors.ts';
import { type ServerAccess, parseCredentials, type TlsFiles } from '../cluster/credentials.ts';
import { checkCertificate, checkKey } from '../cluster/certificates.ts';
import { type ClusterOptions, parseBrokers, parseServerUrl } from '../cluster/options.ts';
import { parseStateUrl, type StateOptions } from '../cluster/state/options.ts';
import type { Plugins } from '../service/backend.ts';
import { describeAccess } from '../service/store/files/paths.ts';
import { cannotRead } from './json-file.ts';
import { CLUSTER_FLAGS, KAFKA_FLAGS, type STATE_FLAGS } from './arguments/place.ts';

/** What is served by `--db`, `--state` and `--druid`, as `startService` takes it. Throws `InputError`. */
export async function readServed(
  flags: Parameters<typeof readState>[0] & Parameters<typeof readCluster>[0] & { readonly db: string | null },
  warn: (message: string) => void,
) {
  const cluster = await readCluster(flags, warn);
  const state = await readState(flags, warn);
  if (state !== null && cluster === null)
    throw new InputError(['--state needs --druid URL: events in a file cannot be shared']);
  return {
    dbPath: flags.db,
    canTakePosts: cluster?.kafkaBrokers.length !== 0,
    ...(await plugIn(cluster, state)),
  };
}

/** What a cluster and a PostgreSQL (null: none) put in the place of a store's file. */
export async function plugIn(cluster: ClusterOptions | null, state: StateOptions | null): Promise<Plugins> {
  if (cluster === null && state === null) return {};
  const { clusterBackend, stateInPostgres } = await import('../cluster/plug.ts');
  return {
    ...(cluster === null ? {} : { backend: clusterBackend(cluster) }),
    ...(state === null ? {} : { openState: stateInPostgres(state) }),
  };
}

type ClusterFlag = keyof typeof CLUSTER_FLAGS | keyof typeof KAFKA_FLAGS;

/**
 * The cluster that the flags name; null if they name none. Warns of files of secrets that others can read.
 * Throws `InputError`.
 */
export async function readCluster(
  flags: Readonly<Partial<Record<ClusterFlag, string | null>>>,
  warn: (message: string) => void,
): Promise<ClusterOptions | null> {
  const flagOf = (name: ClusterFlag) => flags[name] ?? null;
  const druidUrl = flagOf('druid');
  const names = Object.keys({ ...CLUSTER_FLAGS, ...KAFKA_FLAGS }) as ClusterFlag[];
  if (druidUrl === null) {
    const clusterFlag = names.find((name) => flagOf(name) !== null);
    if (clusterFlag === undefined) return null;
    throw new InputError([
      `--${clusterFlag} is for a cluster: add --druid URL, the address of its router or broker`,
    ]);
  }
  const [kafka, overlordUrl] = [flagOf('kafka'), flagOf('druid-overlord')];
  const kafkaFlag =
    kafka === null ? names.find((name) => name.startsWith('kafka-') && flagOf(name) !== null) : undefined;
  if (kafkaFlag !== undefined) throw new InputError([`--${kafkaFlag} is for Kafka: add --kafka BROKERS`]);
  const urls = [parseServerUrl(druidUrl, '--druid')];
  if (overlordUrl !== null) urls.push(parseServerUrl(overlordUrl, '--druid-overlord'));
  const plainUrls = urls.filter(({ protocol }) => protocol === 'http:');
  const hosts = plainUrls.map(({ hostname }) => hostname);
  const druidAccess = await readAccess('druid', flags, hosts, warn);
  if (druidAccess.tls !== null && plainUrls.length > 0)
    throw new InputError([
      '--druid-ca and certificates are for https://, but an address of Druid begins with http://',
    ]);
  const kafkaBrokers = kafka === null ? [] : parseBrokers(kafka);
  const brokerHosts = kafkaBrokers.map((broker) => broker.replace(/:\d+$/, ''));
  const kafkaAccess = await readAccess('kafka', flags, brokerHosts, warn);
  return { druidUrl, overlordUrl, kafkaBrokers, druidAccess, kafkaAccess };
}

/**
 * The PostgreSQL that the flags name; null if they name none. Warns of files of secrets that others can read.
 * Throws `InputError`.
 */
export async function readState(
  flags: Readonly<Partial<Record<keyof typeof STATE_FLAGS, string | null>>>,
  warn: (message: string) => void,
): Promise<StateOptions | null> {
  const { state = null, 'state-auth': auth = null, 'state-ca': ca = null } = flags;
  if (state === null) {
    if (auth === null && ca === null) return null;
    throw new InputError(['--state-auth and --state-ca are for PostgreSQL: add --state URL']);
  }
  const address = parseStateUrl(state);
  const { host } = address;
  const access = await readAccess('state', flags, [host.includes(':') ? `[${host}]` : host], warn);
  if (access.login?.mechanism === 'OAUTHBEARER')
    throw new InputError([
      `${auth ?? ''} of --state-auth holds a token: PostgreSQL takes a user and a password`,
    ]);
  return { ...address, access };
}

/**
 * The credentials for a server, of the files that `--druid-auth` and `--druid-ca` name (or those of Kafka,
 * PostgreSQL). `hostsWithoutTls` are those that would get a password unencrypted: refused, except on this
 * machine.
 */
async function readAccess(
  server: 'druid' | 'kafka' | 'state',
  flags: Readonly<Partial<Record<`${typeof server}-${'auth' | 'ca'}`, string | null>>>,
  hostsWithoutTls: readonly string[],
  warn: (message: string) => void,
): Promise<ServerAccess> {
  const [authFile, caFile] = [flags[`${server}-auth`] ?? null, flags[`${server}-ca`] ?? null];
  const authFlag = `--${server}-auth`;
  const { login, certificate, hasTls, allowsPlain } =
    authFile === null
      ? NO_CREDENTIALS
      : parseCredentials(await readSecret(authFile, authFlag, warn), `${authFile} of ${authFlag}`);
  const tls: { -readonly [Key in keyof TlsFiles]: TlsFiles[Key] } = {};
  if (caFile !== null) {
    tls.ca = await read(caFile, `--${server}-ca`);
    checkCertificate(tls.ca, `${caFile} of --${server}-ca`);
  }
  if (certificate !== null && authFile !== null) {
    // Paths in the file begin where the file is.
    const pathOf = (path: string) => resolve(dirname(authFile), path);
    tls.cert = await read(pathOf(certificate.certificate), authFlag);
    checkCertificate(tls.cert, `${certificate.certificate} of ${authFlag}`);
    tls.key = await readSecret(pathOf(certificate.key), authFlag, warn);
    checkKey(tls.key, tls.cert, `${certificate.key} of ${authFlag}`);
  }
  const access = { login, tls: hasTls || Object.keys(tls).length > 0 ? tls : null };
  const host = hostsWithoutTls.find((each) => !isLoopback(each));
  // With SCRAM, Kafka gets a proof of the password; PostgreSQL says itself what it wants.
  const sendsSecret = login !== null && !(server === 'kafka' && login.mechanism.startsWith('SCRAM'));
  if (sendsSecret && host !== undefined && !allowsPlain && access.tls === null)
    throw new InputError([
      `${authFile ?? ''} of ${authFlag} would be sent to ${host} unencrypted: use TLS, or write "tls": false into the file if the network is safe`,
    ]);
  return authFile === null ? access : withRenewedLogin(authFile, access);
}

const NO_CREDENTIALS = { login: null, certificate: null, hasTls: false, allowsPlain: false } as const;

/** The login of a file, which is read each time: anyone who renews a token writes the file again. */
function withRenewedLogin(path: string, { login, tls }: ServerAccess): ServerAccess {
  let last = login;
  return {
    tls,
    get login() {
      try {
        last = parseCredentials(readFileSync(path, 'utf8'), path).login;
      } catch {
        // It is being written, or is not valid any more: the last login is as good as there is.
      }
      return last;
    },
  };
}

/** Reads a file that holds a secret; warns if other users of the machine can read it. */
async function readSecret(path: string, flag: string, warn: (message: string) => void): Promise<string> {
  const text = await read(path, flag);
  const warning = await describeAccess(path, 'a password, a token or a key');
  if (warning !== null) warn(warning);
  return text;
}

function read(path: string, flag: string): Promise<string> {
  return readFile(path, 'utf8').catch(cannotRead(`${path} of ${flag}`));
}
