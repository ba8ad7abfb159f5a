// Rolls up days: a second table has one row for each hour, app, test mode and user (`EventRollup` in
// `events/columns.ts`), and queries of whole days read that shorter table. A day is rolled up a day after it
// ended (`rollups.ts`); what changes its events marks it as not rolled up.
import type { DuckDBConnection } from '@duckdb/node-api';
import { MS_PER_DAY, MS_PER_HOUR } from '../../tql/time/interval.ts';
import { eventsTableName, rollupTableName } from '../events/columns.ts';
import type { EventSelection } from '../events/event-store.ts';
import { hashUser } from '../events/user-hash.ts';
import type { Database } from './database.ts';
import { readInteger } from './sql.ts';
import type { RunLocked } from '../file-lock.ts';
import type { Cache } from './organization-cache.ts';
import { type Day, type RolledDays, UNMARK } from './rolled-days.ts';

/** Deletes events from the rolled-up days, too, in the transaction that deletes them. */
export async function deleteRolled(
  connection: DuckDBConnection,
  organization: number,
  selection: EventSelection,
): Promise<void> {
  await createRollup(connection, organization);
  const rollup = rollupTableName(organization);
  if (selection.kind === 'user') {
    const user = hashUser(selection.user);
    // The empty id is no user: its events are rolled up together with those that have none, so all days are
    // rolled up again.
    if (user === null) await connection.run(`${UNMARK} >= 0`, [organization]);
    else await connection.run(`DELETE FROM ${rollup} WHERE _ir_user = $1::UBIGINT`, [String(user)]);
    return;
  }
  const day = Math.floor(selection.beforeMs / MS_PER_DAY);
  await connection.run(`DELETE FROM ${rollup} WHERE __time < $1`, [BigInt(day * MS_PER_DAY)]);
  await connection.run(`${UNMARK} < $2`, [organization, day]);
  // At once, because a query that was planned before would miss what is left of the day.
  if (day >= 0) await rollUp(connection, organization, { from: day, to: day });
}

/** Drops the rolled-up days of an organization. */
export async function dropRollup(connection: DuckDBConnection, organization: number): Promise<void> {
  await connection.run(`${UNMARK} >= 0`, [organization]);
  await connection.run(`DROP TABLE IF EXISTS ${rollupTableName(organization)}`);
}

async function createRollup(connection: DuckDBConnection, organization: number): Promise<void> {
  const columns =
    '__time BIGINT, appID VARCHAR, isTestMode VARCHAR, count BIGINT, _ir_user UBIGINT, _ir_first BOOLEAN';
  await connection.run(`CREATE TABLE IF NOT EXISTS ${rollupTableName(organization)} (${columns})`);
}

/** What rolling up needs: which days are rolled up, and the lock. */
interface RollUpOptions {
  readonly rolled: Cache<RolledDays>;
  readonly nowMs: number;
  readonly signal: AbortSignal | undefined;
  readonly exclusive: RunLocked;
}

/**
 * Rolls up the days of an organization that ended a day before `nowMs` and are not rolled up, unless the
 * signal is aborted. Returns how many.
 */
export async function rollUpDays(
  database: Database,
  organization: number,
  { rolled, nowMs, signal, exclusive }: RollUpOptions,
): Promise<number> {
  const pieces = await findPieces(database, organization, await rolled.get(organization), nowMs);
  let rolledUp = 0;
  for (const piece of pieces) {
    if (signal?.aborted === true) break;
    // Posts are taken between two pieces.
    await exclusive(async () => {
      await database.transaction((connection) => rollUp(connection, organization, piece));
      rolled.forget(organization);
    });
    rolledUp += daysOf(piece).length;
  }
  return rolledUp;
}

/** Consecutive days, both ends included. */
interface Days {
  readonly from: Day;
  readonly to: Day;
}

/** Days that are rolled up in one transaction, those without events included. */
interface Piece extends Days {
  readonly events: number;
}

/** Most events of a day arrive until this long after its end. */
const DELAY_MS = MS_PER_DAY;

/**
 * How many events a piece has at most, unless it is one day. Posts wait while they are read, about 0.05 s.
 */
const PIECE_EVENTS = 100_000;

/**
 * The days with events that ended a day ago and are not rolled up, each with the days before it that have
 * none.
 */
async function findPieces(
  database: Database,
  organization: number,
  rolled: RolledDays,
  nowMs: number,
): Promise<readonly Piece[]> {
  const end = Math.floor((nowMs - DELAY_MS) / MS_PER_DAY) * MS_PER_DAY;
  const counted = `SELECT __time // ${MS_PER_DAY} AS day, count(*) AS events FROM ${eventsTableName(organization)} WHERE __time >= 0 AND __time < ${end} GROUP BY 1 ORDER BY 1`;
  const rows = await database.withConnection((connection) => connection.runAndReadAll(counted));
  const pieces: Piece[] = [];
  let nextDay: Day | null = null;
  for (const row of rows.getRowObjects()) {
    const [day, events] = [readInteger(row, 'day'), readInteger(row, 'events')];
    const piece = { from: nextDay ?? day, to: day, events };
    nextDay = day + 1;
    if (daysOf(piece).every((each) => rolled.has(each))) continue;
    const last = pieces.at(-1);
    const isNextToLast = last?.to === piece.from - 1;
    if (isNextToLast && last.events + events <= PIECE_EVENTS)
      pieces[pieces.length - 1] = { from: last.from, to: day, events: last.events + events };
    else pieces.push(piece);
  }
  return pieces;
}

function daysOf({ from, to }: Days): readonly Day[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Rolls up days, within a transaction during which no events are written. */
async function rollUp(connection: DuckDBConnection, organization: number, days: Days): Promise<void> {
  await createRollup(connection, organization);
  const range = `__time >= ${days.from * MS_PER_DAY} AND __time < ${(days.to + 1) * MS_PER_DAY}`;
  await connection.run(`DELETE FROM ${rollupTableName(organization)} WHERE ${range}`);
  const hours = `SELECT __time // ${MS_PER_HOUR} * ${MS_PER_HOUR} AS __time, appID, isTestMode, count(*) AS count, _ir_user FROM ${eventsTableName(organization)} WHERE ${range} GROUP BY ALL`;
  await connection.run(
    `INSERT INTO ${rollupTableName(organization)} SELECT *, ${IS_FIRST} FROM (${hours}) ORDER BY __time`,
  );
  await connection.run(`${UNMARK} BETWEEN $2 AND $3`, [organization, days.from, days.to]);
  await connection.run('INSERT INTO rollup_days SELECT $1, unnest(range($2, $3))', [
    organization,
    days.from,
    days.to + 1,
  ]);
}

const USERS_DAY = `PARTITION BY __time // ${MS_PER_DAY}, _ir_user`;

/**
 * True for the first hour of a user's day and false for the others, so that counting the true ones counts
 * users; null if the user has several apps or test modes on that day, of which a filter may select some:
 * those users have to be compared.
 */
const IS_FIRST = `CASE WHEN count(*) OVER (${USERS_DAY}) = count(*) OVER (${USERS_DAY}, appID, isTestMode) THEN __time = min(__time) OVER (${USERS_DAY}) END`;
