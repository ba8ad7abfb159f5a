// Plans a segmentMetadata as SQL: for each column, how many values it has, and the least and the greatest.
import type { CompiledSegmentMetadata } from '../../compile/compiled-query.ts';
import type { EventTable } from '../../../events/columns.ts';
import { requestedAnalyses, columnsOfSegment, segmentMetadataResult } from '../segment-metadata-result.ts';
import { TYPE_NAMES, type TypedSql } from './sql/typed.ts';
import { jsonOf, type Plan } from './plan.ts';
import { sourceOf } from './clauses/source.ts';
import { join, sql, type Sql } from './sql/statement.ts';

/** How many figures the statement has of a column: distinct values, nulls, minimum and maximum. */
const FIGURE_COUNT = 4;

/**
 * Describes the columns of the table as one segment, as far as `analysisTypes` requests it (`cardinality`,
 * `minmax`, `interval`; by default all three).
 */
export function planSegmentMetadata(query: CompiledSegmentMetadata, table: EventTable): Plan {
  const source = sourceOf(query, table);
  const columns = columnsOfSegment(query, table.columns.keys()).map((name) => ({
    name,
    expression: source.scope.resolve(name),
  }));
  const analyses = requestedAnalyses(query);
  const figures = columns.flatMap(({ expression }) => figuresOf(expression, analyses));
  const selected = join([sql`count(*)`, ...figures], 'comma');
  return {
    statements: [sql`SELECT ${selected} FROM ${source.table} WHERE ${source.where}`],
    toResult: ([rows = []]) => {
      const [numRows = null, ...columnFigures] = (rows[0] ?? []).map(jsonOf);
      const described = columns.map(({ name, expression }, index) => {
        const [distinct, nulls, minimum = null, maximum = null] = columnFigures.slice(index * FIGURE_COUNT);
        const type = TYPE_NAMES[expression.kind];
        return [name, { type, hasNulls: nulls !== 0, distinct: distinct ?? 0, minimum, maximum }] as const;
      });
      return segmentMetadataResult(query, described, numRows);
    },
  };
}

/** The four figures of a column. Those not requested are NULL: counting distinct values takes long. */
function figuresOf({ sql: value, kind }: TypedSql, analyses: ReadonlySet<string>): Sql[] {
  if (!analyses.has('cardinality') && !analyses.has('minmax'))
    return [sql`NULL`, sql`NULL`, sql`NULL`, sql`NULL`];
  const distinct = analyses.has('cardinality') && kind === 'text' ? sql`count(DISTINCT ${value})` : sql`NULL`;
  const range = analyses.has('minmax') ? [sql`min(${value})`, sql`max(${value})`] : [sql`NULL`, sql`NULL`];
  return [distinct, sql`count(*) - count(${value})`, ...range];
}
