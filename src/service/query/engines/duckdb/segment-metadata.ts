import type { CompiledSegmentMetadata } from '../../compile/compiled-query.ts';
import type { EventTable } from '../../../events/columns.ts';
import { TYPE_NAMES, type TypedSql } from './sql/typed.ts';
import { jsonOf, type Plan } from './plan.ts';
import { sourceOf } from './clauses/source.ts';
import { join, sql, type Sql } from './sql/statement.ts';

const FIGURE_COUNT = 4;

/**
 * Describes the columns of the store as one segment, as far as `analysisTypes` asks for it (`cardinality`,
 * `minmax`, `interval`; by default all three). Nulls are counted only beside these: without them, a column
 * may have some. Sizes in bytes are not known, and given as 0.
 */
export function planSegmentMetadata(query: CompiledSegmentMetadata, table: EventTable): Plan {
  const source = sourceOf(query, table);
  const names = columnNames(query, table);
  const columns = names.map((name) => ({ name, expression: source.scope.resolve(name) }));
  const analyses = new Set(query.analysisTypes ?? ['cardinality', 'interval', 'minmax']);
  const figures = columns.flatMap(({ expression }) => figuresOf(expression, analyses));
  const selected = join([sql`count(*)`, ...figures], 'comma');
  return {
    statements: [sql`SELECT ${selected} FROM ${source.table} WHERE ${source.where}`],
    toResult: ([rows = []]) => {
      const [row = []] = rows;
      const described = columns.map(({ name, expression }, index) => {
        const [distinct, nulls, minimum, maximum] = row
          .slice(1 + index * FIGURE_COUNT, 1 + (index + 1) * FIGURE_COUNT)
          .map(jsonOf);
        const type = TYPE_NAMES[expression.kind];
        return [
          name,
          {
            type,
            typeSignature: type,
            hasMultipleValues: false,
            hasNulls: nulls !== 0,
            size: 0,
            cardinality: analyses.has('cardinality') && expression.kind === 'text' ? (distinct ?? 0) : null,
            minValue: analyses.has('minmax') ? (minimum ?? null) : null,
            maxValue: analyses.has('minmax') ? (maximum ?? null) : null,
            errorMessage: null,
          },
        ] as const;
      });
      return [
        {
          id: query.dataSource,
          intervals: analyses.has('interval') ? query.intervals : null,
          columns: Object.fromEntries(described),
          size: 0,
          numRows: jsonOf(row[0]),
          aggregators: null,
          timestampSpec: null,
          queryGranularity: null,
          rollup: null,
        },
      ];
    },
  };
}

function columnNames({ toInclude }: CompiledSegmentMetadata, table: EventTable): string[] {
  const all = [...table.columns.keys()];
  if (toInclude?.type === 'none') return [];
  return toInclude?.type === 'list' ? all.filter((name) => toInclude.columns.includes(name)) : all;
}

/** Only what is asked for is counted: distinct values of many columns take long. */
function figuresOf({ sql: value, kind }: TypedSql, analyses: ReadonlySet<string>): Sql[] {
  if (!analyses.has('cardinality') && !analyses.has('minmax'))
    return [sql`NULL`, sql`NULL`, sql`NULL`, sql`NULL`];
  const distinct = analyses.has('cardinality') && kind === 'text' ? sql`count(DISTINCT ${value})` : sql`NULL`;
  const range = analyses.has('minmax') ? [sql`min(${value})`, sql`max(${value})`] : [sql`NULL`, sql`NULL`];
  return [distinct, sql`count(*) - count(${value})`, ...range];
}
