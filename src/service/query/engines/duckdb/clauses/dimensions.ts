import type { Dimension } from '../../../../../tql/dimension.ts';
import type { ExtractionFn } from '../../../../../tql/dimension.ts';
import { javaPattern } from '../sql/java-text.ts';
import type { Scope } from '../sql/scope.ts';
import { long, sql, type Sql, text, texts } from '../sql/statement.ts';
import { asDouble, asLong, asText, type TypedSql } from '../sql/typed.ts';

/** What a dimension groups by. */
export function dimensionSql(dimension: Dimension, scope: Scope): TypedSql {
  const column = scope.resolve(dimension.dimension);
  const value = dimension.type === 'extraction' ? applyExtraction(column, dimension.extractionFn) : column;
  switch (dimension.outputType ?? 'STRING') {
    case 'STRING':
      return { kind: 'text', sql: asText(value) };
    case 'LONG':
      return { kind: 'long', sql: asLong(value) };
    case 'FLOAT':
      return { kind: 'double', sql: asDouble(value) };
  }
}

/** A column's values as an extraction function makes them, text whatever they were; without one as they are. */
export function applyExtraction(column: TypedSql, fn: ExtractionFn | undefined): TypedSql {
  return fn === undefined ? column : { kind: 'text', sql: extractionSql(fn, asText(column)) };
}

function extractionSql(fn: ExtractionFn, value: Sql): Sql {
  switch (fn.type) {
    case 'regex': {
      const { expr, index = 1, replaceMissingValue = false, replaceMissingValueWith } = fn;
      const missing = replaceMissingValue ? replacementSql(replaceMissingValueWith) : value;
      const found = sql`regexp_extract(${value}, ${javaPattern(expr)}, ${long(index)}::INTEGER)`;
      return sql`CASE WHEN regexp_matches(${value}, ${javaPattern(expr)}) THEN ${found} ELSE ${missing} END`;
    }
    case 'lookup': {
      const missing = fn.retainMissingValue === true ? value : replacementSql(fn.replaceMissingValueWith);
      const keys = texts(Object.keys(fn.lookup.map));
      const values = texts(Object.values(fn.lookup.map));
      return sql`coalesce(list_extract(${values}, list_position(${keys}, ${value})), ${missing})`;
    }
  }
}

/** An empty replacement is none. */
function replacementSql(replacement: string | undefined): Sql {
  return replacement === undefined || replacement === '' ? sql`NULL::VARCHAR` : text(replacement);
}
