import { type Dimension, type ExtractionFn } from '../../../tql/dimension.ts';
import { QueryError } from '../../errors.ts';
import { asDouble, asLong, asText, type Expression } from './expression.ts';
import { javaPattern } from './java-pattern.ts';
import { type Scope } from './scope.ts';
import { long, sql, text, texts, type Sql } from './sql.ts';

/** What a dimension groups by. `path` is where it stands in the query. */
export function dimensionSql(dimension: Dimension, scope: Scope, path: string): Expression {
  const column = scope.resolve(dimension.dimension);
  const value =
    dimension.type === 'extraction'
      ? ({ kind: 'text', sql: extractionSql(dimension.extractionFn, asText(column), path) } as const)
      : column;
  switch (dimension.outputType ?? 'STRING') {
    case 'STRING':
      return { kind: 'text', sql: asText(value) };
    case 'LONG':
      return { kind: 'long', sql: asLong(value) };
    case 'FLOAT':
      return { kind: 'double', sql: asDouble(value) };
  }
}

function extractionSql(fn: ExtractionFn, value: Sql, path: string): Sql {
  switch (fn.type) {
    case 'regex': {
      const { expr, index = 1, replaceMissingValue = false, replaceMissingValueWith } = fn;
      if (index > groupCount(expr)) {
        throw new QueryError(`${path}.extractionFn.index`, `is ${index}, and the expression has fewer groups`);
      }
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

/** Opening brackets that capture: not escaped, not in a class, and not `(?` unless it gives a name. One walk: a pattern can be long. */
export function groupCount(pattern: string): number {
  const bare = pattern.replace(/\\[^]/g, '');
  let count = 0;
  for (let index = 0; index < bare.length; index++) {
    if (bare[index] === '[') {
      const first = bare[index + 1] === '^' ? index + 2 : index + 1;
      // A bracket that closes nothing yet is one of the class.
      const end = bare.indexOf(']', first + 1);
      if (end === -1) return count;
      index = end;
    } else if (bare[index] === '(') {
      count += bare[index + 1] !== '?' || /^\(\?P?</.test(bare.slice(index, index + 4)) ? 1 : 0;
    }
  }
  return count;
}
