// Counts, for `explain`, the rows that statements read.
import { isJsonObject } from '../../../../tql/json.ts';
import { EngineError } from '../../../errors.ts';
import type { Driver } from './driver.ts';
import { renderStatement, sql, type Sql } from './sql/statement.ts';

/**
 * Runs statements under the engine's profiler; gives how many rows of tables they read. Throws as the driver
 * does.
 */
export async function countRowsRead(
  statements: readonly Sql[],
  driver: Pick<Driver, 'run'>,
  signal: AbortSignal,
): Promise<number> {
  let rows = 0;
  for (const statement of statements) {
    const [profile] = await driver.run(
      renderStatement(sql`EXPLAIN (ANALYZE, FORMAT json) ${statement}`),
      signal,
    );
    rows += rowsOf(String(profile?.[1]));
  }
  return rows;
}

function rowsOf(text: string): number {
  const profile: unknown = JSON.parse(text);
  const rows = isJsonObject(profile) ? profile['cumulative_rows_scanned'] : undefined;
  if (typeof rows !== 'number') throw new EngineError('DuckDB gave no profile of the statement');
  return rows;
}
