// Connects to the PostgreSQL with the state of a store (organizations, tokens, insights), and runs
// statements, transactions and locks there: the interface `SharedSql`.
import { hash, X509Certificate } from 'node:crypto';
import type { ClientConfig, Pool, PoolClient, PoolConfig } from 'pg';
import { secretOf } from '../credentials.ts';
import { StateAwayError } from '../../service/errors.ts';
import type { Rows } from '../../service/store/database.ts';
import type { SharedSql } from '../../service/store/store.ts';
import { awayError, PasswordAsked } from './away.ts';
import { migrate, SCHEMA } from './migrations.ts';
import type { StateOptions } from './options.ts';

/** How long a connection and a statement may take. */
const TIMES = { connectionTimeoutMillis: 3000, query_timeout: 15_000, statement_timeout: 10_000 };
/** How many connections: for statements that take milliseconds, and for long tasks and transactions. */
const POOL_SIZES = { short: 10, long: 20 };
/**
 * Numbers of PostgreSQL's advisory locks, which no other program uses in this database: of the lock that
 * orders transactions, and of the class of locks for tasks that one process runs alone.
 */
const LOCKS = { transactions: 7_140_001, tasks: 7_140_002 };

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
  return sharedOf(pools, driven(options, warn), (rows) => migrate(rows, fill));
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
    ...(tls === null ? {} : { ssl: { ...tls } }),
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

/**
 * Waits for a call of the driver, translates its errors, and warns when PostgreSQL goes away and comes back.
 */
type Driven = <T>(call: Promise<T>) => Promise<T>;

function driven(options: StateOptions, warn: (message: string) => void): Driven {
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

interface Pools {
  readonly short: Pool;
  readonly long: Pool;
}

function sharedOf({ short, long }: Pools, drive: Driven, prepare: (rows: Rows) => Promise<void>): SharedSql {
  const rowsOf =
    (on: Pool | PoolClient): Rows =>
    async (sql, values = []) =>
      (await drive(on.query<Record<string, unknown>>(sql, [...values]))).rows;
  const connected = async <T>(pool: Pool, task: (rows: Rows) => Promise<T>): Promise<T> =>
    withClient(await drive(pool.connect()), (client) => task(rowsOf(client)));
  const inTransaction = <T>(pool: Pool, task: (rows: Rows) => Promise<T>) =>
    connected(pool, async (rows) => {
      await rows('BEGIN');
      const result = await task(rows);
      await rows('COMMIT');
      return result;
    });
  /** Runs a task in a transaction that waits for the others of this kind, in all processes. */
  const inOrder = <T>(task: (rows: Rows) => Promise<T>) =>
    inTransaction(short, async (rows) => {
      await rows('SELECT pg_advisory_xact_lock($1)', [LOCKS.transactions]);
      return task(rows);
    });
  let prepared: Promise<void> | null = null;
  const ready = (): Promise<void> =>
    (prepared ??= inOrder(prepare).catch((error: unknown) => {
      prepared = null;
      throw error;
    }));
  const rows: Rows = async (sql, values) => ready().then(() => rowsOf(short)(sql, values));
  return {
    isShared: true,
    rows,
    transaction: async (task) => ready().then(() => inOrder(task)),
    apart: async (task) => ready().then(() => inTransaction(long, task)),
    alone: async (name, task) => ready().then(() => connected(long, (each) => withLock(each, name, task))),
    isUnderWay: async (name) => (await rows(FIND_LOCK, [LOCKS.tasks, numberOf(name)])).length > 0,
    findFault: async () => {
      try {
        await rows('SELECT 1');
        return null;
      } catch (error) {
        return error instanceof StateAwayError ? error.problem : 'PostgreSQL fails.';
      }
    },
    close: async () => {
      await Promise.all([short.end(), long.end()]);
    },
  };
}

/** Runs a task with a connection. If it throws, the connection is closed, which undoes its transaction. */
async function withClient<T>(client: PoolClient, task: (client: PoolClient) => Promise<T>): Promise<T> {
  // Without a listener, a connection that breaks off between two statements would end the process.
  const ignore = () => undefined;
  client.on('error', ignore);
  let isBroken = true;
  try {
    const result = await task(client);
    isBroken = false;
    return result;
  } finally {
    client.off('error', ignore);
    client.release(isBroken);
  }
}

const FIND_LOCK = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = $1::int::oid AND objid = $2::int::oid
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND granted`;

/** Runs a task unless someone else runs one of this name. The lock ends with its connection. */
async function withLock<T>(rows: Rows, name: string, task: () => Promise<T>): Promise<T | null> {
  const lock = [LOCKS.tasks, numberOf(name)];
  const [row] = await rows('SELECT pg_try_advisory_lock($1, $2) AS got', lock);
  if (row?.['got'] !== true) return null;
  const result = await task();
  // If the connection is gone, so is the lock.
  await rows('SELECT pg_advisory_unlock($1, $2)', lock).catch(() => undefined);
  return result;
}

/** PostgreSQL's locks have numbers in place of names. */
function numberOf(name: string): number {
  return hash('sha256', name, 'buffer').readInt32BE(0);
}
