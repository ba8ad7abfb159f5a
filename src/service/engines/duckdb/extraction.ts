import { type ExtractionFn } from '../../../tql/extraction-fn.ts';
import { asText, type Expression } from './expression.ts';
import { javaPattern } from './java-pattern.ts';
import { long, sql, text, texts, type Sql } from './sql.ts';

/** A column's values as an extraction function makes them, text whatever they were; without one as they are. */
export function extracted(column: Expression, fn: ExtractionFn | undefined): Expression {
  return fn === undefined ? column : { kind: 'text', sql: extractionSql(fn, asText(column)) };
}

function extractionSql(fn: ExtractionFn, value: Sql): Sql {
  switch (fn.type) {
    case 'regex': {
      const { expr, index = 1, replaceMissingValue = false, replaceMissingValueWith } = fn;
      const missing = replaceMissingValue ? nullable(replaceMissingValueWith) : value;
      const found = sql`regexp_extract(${value}, ${javaPattern(expr)}, ${long(index)}::INTEGER)`;
      return sql`CASE WHEN regexp_matches(${value}, ${javaPattern(expr)}) THEN ${found} ELSE ${missing} END`;
    }
    case 'lookup': {
      const missing = fn.retainMissingValue === true ? value : nullable(fn.replaceMissingValueWith);
      const keys = texts(Object.keys(fn.lookup.map));
      const values = texts(Object.values(fn.lookup.map));
      return sql`coalesce(list_extract(${values}, list_position(${keys}, ${value})), ${missing})`;
    }
  }
}

/** An empty replacement is none. */
function nullable(replacement: string | undefined): Sql {
  return replacement === undefined || replacement === '' ? sql`NULL::VARCHAR` : text(replacement);
}
