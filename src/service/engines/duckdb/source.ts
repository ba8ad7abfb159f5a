import { type CompiledQuery } from '../../compile/compiled.ts';
import { type EventTable } from '../engine.ts';
import { condense } from './bucket.ts';
import { asLong, type Expression } from './expression.ts';
import { filterSql } from './filter.ts';
import { eventScope, type Scope } from './scope.ts';
import { constant, identifier, join, sql, type Sql } from './sql.ts';
import { virtualScope } from './virtual-column.ts';

/** Where the events of a query come from. */
export interface Source {
  readonly table: Sql;
  readonly where: Sql;
  readonly scope: Scope;
  /** The time of an event, whatever virtual column may be called so. */
  readonly time: Sql;
}

/** The events that a query is about: those of the table within its intervals that its filter lets through. */
export function sourceOf(query: CompiledQuery, table: EventTable): Source {
  const events = eventScope(table, new Map<string, Expression>());
  const scope = virtualScope(query.virtualColumns ?? [], table);
  const time = asLong(events.resolve('__time'));
  const within = withinIntervals(time, query.intervals);
  const where = query.filter === undefined ? within : sql`${within} AND ${filterSql(query.filter, scope)}`;
  return { table: identifier(table.name), where, scope, time };
}

function withinIntervals(time: Sql, intervals: readonly string[]): Sql {
  const ranges = condense(intervals).map(
    ({ startMs, endMs }) => sql`(${time} >= ${constant(startMs)} AND ${time} < ${constant(endMs)})`,
  );
  return ranges.length === 0 ? sql`FALSE` : sql`(${join(ranges, 'or')})`;
}
