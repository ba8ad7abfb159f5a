// Runs statements, transactions and locks on the PostgreSQL of a store's state: the interface `SharedSql`.
import { hash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { StateAwayError } from '../../service/errors.ts';
import type { SharedSql } from '../../service/store/store.ts';
import type { Rows } from '../../service/store/sql.ts';

/**
 * Numbers of PostgreSQL's advisory locks, which no other program uses in this database: of the lock that
 * orders transactions, and of the class of locks for tasks that one process runs alone.
 */
const LOCKS = { transactions: 7_140_001, tasks: 7_140_002 };

/**
 * Waits for a call of the driver, translates its errors, and warns when PostgreSQL goes away and comes back.
 */
export type Drive = <T>(call: Promise<T>) => Promise<T>;

interface Pools {
  readonly short: Pool;
  readonly long: Pool;
}

/** `prepare` runs in the first transaction; it creates the tables. */
export function sharedSqlOf(
  { short, long }: Pools,
  drive: Drive,
  prepare: (rows: Rows) => Promise<void>,
): SharedSql {
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
