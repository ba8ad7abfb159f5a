// Builds SQL that reads values of expressions as numbers, as Druid does there: the texts `true` and `false`
// are 1 and 0, all other texts are read as decimals.
import { letBinding, sql, type Sql } from '../sql/statement.ts';
import { asDouble, asLong, castTo, type ScalarKind, type TypedSql } from '../sql/typed.ts';

/** A value as a double. */
export function numberOf(value: TypedSql): Sql {
  return asDouble(withoutTruths(value));
}

/** A value as a whole number. */
export function integerOf(value: TypedSql): Sql {
  return asLong(withoutTruths(value));
}

/** A value as another kind, as expressions cast it. */
export function castValue(kind: ScalarKind, value: TypedSql): TypedSql {
  return castTo(kind, kind === 'text' ? value : withoutTruths(value));
}

/** A value whose texts `true` and `false` are replaced by 1 and 0. */
function withoutTruths(value: TypedSql): TypedSql {
  if (value.kind !== 'text') return value;
  const replaced = letBinding(
    value.sql,
    (text) => sql`CASE lower(${text}) WHEN 'true' THEN '1' WHEN 'false' THEN '0' ELSE ${text} END`,
  );
  return { kind: 'text', sql: replaced };
}
