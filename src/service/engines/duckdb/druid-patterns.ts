import { type ExpressionTree } from '../../../tql/expression.ts';
import { groupCount, unlikeInJava } from '../../../tql/pattern.ts';
import { QueryError } from '../../errors.ts';
import { type Call } from './druid-call.ts';
import { asText, NULL_TEXT, type Expression } from './expression.ts';
import { javaPattern } from './java-pattern.ts';
import { once } from './once.ts';
import { long, sql, text } from './sql.ts';
import { truth } from './truth.ts';

/** `like(text, pattern[, escape])`; the pattern and its escape are literals, as they are in Druid. */
export function likeSql({ operands, path }: Call, [value = NULL_TEXT]: readonly Expression[]): Expression {
  const pattern = literal(operands[1], path, 'like() by a pattern');
  const escape = operands[2] === undefined ? '' : literal(operands[2], path, 'like() by an escape');
  if (Array.from(escape).length > 1) {
    throw new QueryError(path, `The expression escapes by ${JSON.stringify(escape)}, which is more than one character`);
  }
  return truth(sql`${asText(value)} LIKE ${text(withBackslash(pattern, escape))} ESCAPE '\\'`);
}

/** The same pattern with another escape: the engine takes only ASCII, and none at the very end. */
function withBackslash(pattern: string, escape: string): string {
  let rewritten = '';
  let isEscaped = false;
  for (const character of pattern) {
    if (!isEscaped && character === escape) {
      isEscaped = true;
      continue;
    }
    rewritten += (isEscaped && /[%_]/.test(character)) || character === '\\' ? `\\${character}` : character;
    isEscaped = false;
  }
  return rewritten;
}

/** `regexp_extract(text, pattern[, group])`; the pattern and the group are literals, as they are in Druid. */
export function regexpExtractSql({ operands, path }: Call, [value = NULL_TEXT]: readonly Expression[]): Expression {
  const written = literal(operands[1], path, 'regexp_extract() by a pattern');
  const unlike = unlikeInJava(written);
  if (unlike !== null)
    throw new QueryError(path, `The expression has a pattern with ${unlike}, which is not supported`);
  const group = operands[2] ?? { type: 'long', value: 0 };
  if (group.type !== 'long') throw new QueryError(path, 'The expression names a group that is no number');
  if (group.value > groupCount(written)) {
    throw new QueryError(path, `The expression names group ${group.value} of a pattern that has fewer`);
  }
  const pattern = javaPattern(written);
  const found = once(asText(value), (kept) => {
    const extracted = sql`regexp_extract(${kept}, ${pattern}, ${long(group.value)}::INTEGER)`;
    return sql`CASE WHEN regexp_matches(${kept}, ${pattern}) THEN ${extracted} END`;
  });
  return { kind: 'text', sql: found };
}

function literal(tree: ExpressionTree | undefined, path: string, what: string): string {
  if (tree?.type === 'text') return tree.value;
  throw new QueryError(path, `The expression calls ${what} that is no text in quotes, which is not supported`);
}
