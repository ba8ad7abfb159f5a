// Connects to the PostgreSQL with the state of a store (organizations, tokens, insights): its driver, login,
// certificates and limits, and the warnings when it is away.
import { X509Certificate } from 'node:crypto';
import type { ClientConfig, PoolConfig } from 'pg';
import { secretOf } from '../credentials.ts';
import { StateAwayError } from '../../service/errors.ts';
import type { Rows } from '../../service/store/sql.ts';
import type { SharedSql } from '../../service/store/store.ts';
import { awayError, PasswordAsked } from './away.ts';
import { migrate, SCHEMA } from './migrations.ts';
import type { StateOptions } from './options.ts';
import { type Drive, sharedSqlOf } from './shared-sql.ts';

/** How long a connection and a statement may take. */
const TIMES = { connectionTimeoutMillis: 3000, query_timeout: 15_000, statement_timeout: 10_000 };
/** How many connections: for statements that take milliseconds, and for long tasks and transactions. */
const POOL_SIZES = { short: 10, long: 20 };
/**
 * Nothing is connected before it is used, and a connection that broke off is made again. `warn` is called
 * with a sentence when PostgreSQL does not answer, and when it does again. `fill` is called in the
 * transaction that creates the tables, if there is no organization.
 */
export async function openPostgres(
  options: StateOptions,
  warn: (message: string) => void = () => undefined,
  fill: (rows: Rows) => Promise<void> = () => Promise.resolve(),
): Promise<SharedSql> {
  const { default: pg } = await import('pg');
  const config: PoolConfig = {
    ...configOf(options),
    // Whole numbers of 64 bits are numbers: those of the state are times and counts.
    types: {
      getTypeParser: (oid, format): unknown =>
        oid === pg.types.builtins.INT8 ? Number : (pg.types.getTypeParser(oid, format) as unknown),
    },
  };
  /** Closes the connection if the server requests the password, or an MD5 of it, which is as good as it. */
  class Client extends pg.Client {
    constructor(clientConfig?: ClientConfig) {
      super(clientConfig);
      for (const request of ['authenticationCleartextPassword', 'authenticationMD5Password'])
        this.connection.prependListener(request, () => this.connection.stream.destroy(new PasswordAsked()));
    }
  }
  const pools = {
    short: new pg.Pool({ ...config, Client, max: POOL_SIZES.short }),
    long: new pg.Pool({ ...config, Client, max: POOL_SIZES.long }),
  };
  // Without a listener, a connection that breaks off while nobody uses it would end the process.
  for (const pool of Object.values(pools)) pool.on('error', () => undefined);
  return sharedSqlOf(pools, driverOf(options, warn), (rows) => migrate(rows, fill));
}

function configOf({ host, port, database, access }: StateOptions): PoolConfig {
  const { login, tls } = access;
  return {
    host,
    port,
    database,
    ...(login === null || login.mechanism === 'OAUTHBEARER'
      ? nameOf(tls?.cert)
      : { user: login.user, password: () => secretOf(access) }),
    ...(tls !== null && { ssl: { ...tls } }),
    ...TIMES,
    options: `-c search_path=${SCHEMA}`,
    application_name: 'insight-report',
    keepAlive: true,
    allowExitOnIdle: true,
  };
}

/** The user that a client certificate is for: PostgreSQL compares the two, and requests nothing else. */
function nameOf(certificate: string | undefined): { readonly user?: string } {
  const subject = certificate === undefined ? '' : new X509Certificate(certificate).subject;
  const name = /^CN=(.+)$/m.exec(subject)?.[1];
  return name === undefined ? {} : { user: name };
}

function driverOf(options: StateOptions, warn: (message: string) => void): Drive {
  let away: StateAwayError | null = null;
  return async (call) => {
    try {
      const result = await call;
      if (away !== null) warn('PostgreSQL answers again.');
      away = null;
      return result;
    } catch (error) {
      const translatedError = awayError(error, options);
      if (translatedError instanceof StateAwayError) {
        if (away?.problem !== translatedError.problem)
          warn(`${translatedError.message}. Requests are answered with 503 until it is back.`);
        away = translatedError;
      }
      throw translatedError;
    }
  };
}
