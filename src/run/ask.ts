import type { QueryService } from '../client/client.ts';
import { NetworkError, RequestError, ResponseError } from '../errors.ts';
import type { Table } from '../tables/table.ts';
import { tabulate } from '../tables/tabulate.ts';
import { totalQuery, withTotal } from '../tables/total.ts';
import type { Query } from '../tql/query.ts';

/** A query's table. */
export interface TableAnswer {
  readonly table: Table;
  /** Why the total is not known, where it was asked for. */
  readonly totalError: Error | null;
  /** The time that its requests took together. */
  readonly durationMs: number;
}

/** Asks for a query's table, and for its true total where the rows do not add up to it; one that fails costs the total alone. */
export async function askTable(query: Query, metric: string | null, service: QueryService): Promise<TableAnswer> {
  const answer = await service.runQuery(query);
  const table = tabulate(query, answer.result, metric);
  const asked = totalQuery(query, table);
  if (asked === null) return { table, totalError: null, durationMs: answer.durationMs };
  const total = await answerOrError(askTotal(query, table, asked, service));
  if (total instanceof Error) return { table, totalError: total, durationMs: answer.durationMs };
  return { table: total.table, totalError: null, durationMs: answer.durationMs + total.durationMs };
}

async function askTotal(
  query: Query,
  table: Table,
  asked: Query,
  service: QueryService,
): Promise<{ readonly table: Table; readonly durationMs: number }> {
  const { result, durationMs } = await service.runQuery(asked);
  return { table: withTotal(query, table, result), durationMs };
}

/** What was asked for beside a table; where it cannot be had, the error, which then costs this part alone. */
export async function answerOrError<T>(asked: Promise<T>): Promise<T | Error> {
  try {
    return await asked;
  } catch (error) {
    if (!isPartialFailure(error)) throw error;
    return error;
  }
}

/** A refused token or plan stops the run, whatever it was that was asked for. */
function isPartialFailure(error: unknown): error is Error {
  if (error instanceof RequestError) return error.kind !== 'unauthorized' && error.kind !== 'plan';
  return error instanceof NetworkError || error instanceof ResponseError;
}
