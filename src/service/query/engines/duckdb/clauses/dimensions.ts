// Translates dimensions, what a query groups by, to SQL: the column `modelName` → `"modelName"`. An
// extraction function gives a text for each value: `"iOS 17.4"` → `"17"`.
import { type Dimension, type ExtractionFn, missingValue } from '../../../../../tql/schema/dimension.ts';
import { extractGroup } from '../sql/java-patterns.ts';
import type { Scope } from '../sql/scope.ts';
import { sql, type Sql, text, texts } from '../sql/statement.ts';
import { asExactLong, asText, castTo, kindOfType, type TypedSql } from '../sql/typed.ts';

/** The value that a dimension groups by. */
export function dimensionSql(dimension: Dimension, scope: Scope): TypedSql {
  const column = scope.resolve(dimension.dimension);
  const value: TypedSql =
    dimension.type === 'extraction'
      ? { kind: 'text', sql: extractionSql(dimension.extractionFn, asText(column)) }
      : column;
  const kind = kindOfType(dimension.outputType ?? 'STRING') ?? 'text';
  return kind === 'long' ? { kind, sql: asExactLong(value) } : castTo(kind, value);
}

/** By a regular expression or a map. A value that these do not have stays, becomes another text, or null. */
function extractionSql(fn: ExtractionFn, value: Sql): Sql {
  const missing = missingValue(fn, value, textOrNull);
  if (fn.type === 'regex') return extractGroup(value, fn.expr, fn.index ?? 1, missing);
  const keys = texts(Object.keys(fn.lookup.map));
  const values = texts(Object.values(fn.lookup.map));
  return sql`coalesce(list_extract(${values}, list_position(${keys}, ${value})), ${missing})`;
}

function textOrNull(value: string | undefined): Sql {
  return value === undefined ? sql`NULL::VARCHAR` : text(value);
}
