// A call of a function in an expression, such as `round(price, 2)`, as the functions of this folder take it.
import type { ExpressionTree } from '../../../../../tql/expression.ts';
import type { TypedSql } from '../sql/typed.ts';

export interface Call {
  /** Its operands as SQL. */
  readonly values: readonly TypedSql[];
  /** The operands after the first one, as they are written: some functions take only constants there. */
  readonly literals: readonly ExpressionTree[];
  /** The place of the expression in the query. */
  readonly path: string;
}
