import type { QueryService } from '../client/client.ts';
import type { Table } from '../tables/table.ts';
import { tabulate } from '../tables/tabulate.ts';
import { totalQuery, withTotal } from '../tables/total.ts';
import type { Query } from '../tql/query.ts';
import { companion } from './companion.ts';

/** A query's table. */
export interface AskedTable {
  readonly table: Table;
  /** Why the total is not known, where it was asked for. */
  readonly totalError: Error | null;
  /** The time that its requests took together. */
  readonly durationMs: number;
}

/** Asks for a query's table, and for its true total where the rows do not add up to it; one that fails costs the total alone. */
export async function askTable(query: Query, metric: string | null, service: QueryService): Promise<AskedTable> {
  const answer = await service.runQuery(query);
  const table = tabulate(query, answer.result, metric);
  const asked = totalQuery(query, table);
  if (asked === null) return { table, totalError: null, durationMs: answer.durationMs };
  const total = await companion(askTotal(query, table, asked, service));
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
