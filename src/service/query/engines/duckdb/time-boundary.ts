// Plans a timeBoundary as SQL: `SELECT min(time), max(time)`.
import type { CompiledTimeBoundary } from '../../compile/compiled-query.ts';
import type { EventTable } from '../../../events/columns.ts';
import { timeBoundaryResult } from '../results.ts';
import type { Plan } from './plan.ts';
import { sourceOf } from './clauses/source.ts';
import { sql } from './sql/statement.ts';

/** The times of the first and the last event; an empty result if there are no events. */
export function planTimeBoundary(query: CompiledTimeBoundary, table: EventTable): Plan {
  const { table: from, where, time } = sourceOf(query, table);
  return {
    statements: [sql`SELECT min(${time}), max(${time}) FROM ${from} WHERE ${where}`],
    toResult: ([rows = []]) => {
      const [first, last] = rows[0] ?? [];
      const isKnown = typeof first === 'bigint' && typeof last === 'bigint';
      return isKnown ? timeBoundaryResult(Number(first), Number(last)) : [];
    },
  };
}
