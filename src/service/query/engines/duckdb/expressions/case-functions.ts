// `upper()` and `lower()` of expressions.
import { letBinding, sql, type Sql, texts } from '../sql/statement.ts';

/**
 * In upper case, as Java writes it: some letters become several (`ß` becomes `SS`). DuckDB changes single
 * letters only.
 */
export function upperSql(value: Sql): Sql {
  upperExpansions ??= expansionsOf((letter) => letter.toUpperCase());
  return recasedSql(value, (text) => sql`upper(${text})`, upperExpansions);
}

/** In lower case, as Java writes it. */
export function lowerSql(value: Sql): Sql {
  lowerExpansions ??= expansionsOf((letter) => letter.toLowerCase());
  return recasedSql(value, (text) => sql`lower(${text})`, lowerExpansions);
}

/** The letters that become several, and what they become. */
type Expansions = ReadonlyMap<string, string>;

// Found when a query first needs them: it takes 50 ms.
let upperExpansions: Expansions | null = null;
let lowerExpansions: Expansions | null = null;

const LAST_LETTER = 0xffff;

function expansionsOf(recase: (letter: string) => string): Expansions {
  const letters = Array.from({ length: LAST_LETTER }, (_letter, code) => String.fromCharCode(code));
  return new Map(
    letters.map((letter) => [letter, recase(letter)] as const).filter(([, other]) => other.length > 1),
  );
}

function recasedSql(value: Sql, recase: (text: Sql) => Sql, expansions: Expansions): Sql {
  const [from, to] = [texts([...expansions.keys()]), texts([...expansions.values()])];
  return letBinding(value, (text) => {
    const isPlain = sql`strlen(${text}) = length(${text}) OR NOT list_has_any(string_split(${text}, ''), ${from})`;
    const letter = sql`coalesce(list_extract(${to}, list_position(${from}, letter)), ${recase(sql`letter`)})`;
    const letters = sql`list_transform(string_split(${text}, ''), lambda letter: ${letter})`;
    return sql`CASE WHEN ${isPlain} THEN ${recase(text)} ELSE array_to_string(${letters}, '') END`;
  });
}
