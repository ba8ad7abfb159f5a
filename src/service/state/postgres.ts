import { createHash } from 'node:crypto';
import type { Pool, PoolClient, PoolConfig } from 'pg';
import { StateAwayError } from '../errors.ts';
import type { Rows } from '../store/database.ts';
import type { SharedSql } from '../store/shared.ts';
import { awayError } from './away.ts';
import { migrate, SCHEMA } from './migrations.ts';
import type { StateOptions } from './options.ts';

/** How long a connection and a statement may take. */
const TIMES = { connectionTimeoutMillis: 3000, query_timeout: 15_000, statement_timeout: 10_000 };
/** Connections for what takes milliseconds, and for what is open while something else is done. */
const POOL_SIZES = { short: 10, long: 20 };
/** What orders transactions of all processes, and the names of tasks that one process runs alone. */
const LOCKS = { transactions: 7_140_001, tasks: 7_140_002 };
const BIGINT = 20;

/**
 * Opens the state in a PostgreSQL. Nothing is connected before it is used, and a connection that broke off is
 * made anew. `warn` is called with a sentence when it does not answer, and when it does again; `fill` in the
 * transaction that makes the tables of an empty database.
 */
export async function openPostgres(
  options: StateOptions,
  warn: (message: string) => void = () => undefined,
  fill: (rows: Rows) => Promise<void> = () => Promise.resolve(),
): Promise<SharedSql> {
  const { default: pg } = await import('pg');
  const config = { ...configOf(options), types: typesOf(pg.types) };
  const pools = {
    short: new pg.Pool({ ...config, max: POOL_SIZES.short }),
    long: new pg.Pool({ ...config, max: POOL_SIZES.long }),
  };
  // Without a listener, a connection that breaks off while nobody uses it would end the process.
  for (const pool of Object.values(pools)) pool.on('error', () => undefined);
  return sharedOf(pools, watched(options, warn), (rows) => migrate(rows, fill));
}

function configOf({ host, port, database, access: { login, tls } }: StateOptions): PoolConfig {
  return {
    host,
    port,
    database,
    ...(login === null || login.mechanism === 'OAUTHBEARER'
      ? {}
      : { user: login.user, password: login.password }),
    ...(tls === null ? {} : { ssl: { ...tls } }),
    ...TIMES,
    options: `-c search_path=${SCHEMA}`,
    application_name: 'insight-report',
    keepAlive: true,
    allowExitOnIdle: true,
  };
}

/** Whole numbers of 64 bits are numbers: those of the state are times and counts. */
function typesOf({ getTypeParser }: typeof import('pg').types): NonNullable<PoolConfig['types']> {
  return {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === BIGINT ? Number : (getTypeParser(oid, format as 'text') as unknown),
  };
}

/** Runs work on the state, and says when it begins and ceases to fail. */
function watched(options: StateOptions, warn: (message: string) => void) {
  let away: StateAwayError | null = null;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work();
      if (away !== null) warn('PostgreSQL answers again.');
      away = null;
      return result;
    } catch (error) {
      const known = awayError(error, options);
      if (known instanceof StateAwayError) {
        if (away?.problem !== known.problem)
          warn(`${known.message}. Requests are answered with 503 until it is back.`);
        away = known;
      }
      throw known;
    }
  };
}

interface Pools {
  readonly short: Pool;
  readonly long: Pool;
}

function sharedOf(
  { short, long }: Pools,
  watch: ReturnType<typeof watched>,
  prepare: (rows: Rows) => Promise<void>,
): SharedSql {
  let made: Promise<void> | null = null;
  const make = () => {
    made ??= inTransaction(short, LOCKS.transactions, prepare).catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
  const ready = <T>(work: () => Promise<T>): Promise<T> => watch(() => make().then(work));
  const rows: Rows = (sql, values = []) => ready(() => query(short, sql, values));
  return {
    isShared: true,
    rows,
    transaction: (task) => ready(() => inTransaction(short, LOCKS.transactions, task)),
    apart: (task) => ready(() => inTransaction(long, null, task)),
    alone: (name, task) => ready(() => withLock(long, name, task)),
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

const FIND_LOCK = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = $1::int::oid AND objid = $2::int::oid
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND granted`;

async function query(on: Pool | PoolClient, sql: string, values: Parameters<Rows>[1] = []) {
  const { rows } = await on.query<Record<string, unknown>>(sql, [...values]);
  return rows;
}

/** Runs a task in a transaction, with a lock that others of its kind wait for. */
async function inTransaction<T>(
  pool: Pool,
  lock: number | null,
  task: (rows: Rows) => Promise<T>,
): Promise<T> {
  return withClient(pool, async (client) => {
    await client.query('BEGIN');
    if (lock !== null) await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    const result = await task((sql, values) => query(client, sql, values));
    await client.query('COMMIT');
    return result;
  });
}

/** Runs a task unless somebody else runs one of this name. The lock ends with its connection. */
async function withLock<T>(pool: Pool, name: string, task: () => Promise<T>): Promise<T | null> {
  return withClient(pool, async (client) => {
    const [row] = await query(client, 'SELECT pg_try_advisory_lock($1, $2) AS got', [
      LOCKS.tasks,
      numberOf(name),
    ]);
    if (row?.['got'] !== true) return null;
    const result = await task();
    await client.query('SELECT pg_advisory_unlock($1, $2)', [LOCKS.tasks, numberOf(name)]);
    return result;
  });
}

function numberOf(name: string): number {
  return createHash('sha256').update(name).digest().readInt32BE(0);
}

/** Runs a task with a connection. If it throws, the connection is closed, which undoes its transaction. */
async function withClient<T>(pool: Pool, task: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | null = null;
  // A connection that breaks off between two statements is told of here.
  const failed = (error: Error) => {
    failure = error;
  };
  client.on('error', failed);
  try {
    const result = await task(client);
    client.off('error', failed);
    client.release(failure ?? undefined);
    return result;
  } catch (error) {
    client.off('error', failed);
    client.release(true);
    throw error;
  }
}
