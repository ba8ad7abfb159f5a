import { type ExpressionTree } from '../../../tql/expression.ts';
import { type Expression } from './expression.ts';

/** A call of a function in an expression. */
export interface Call {
  readonly name: string;
  readonly operands: readonly ExpressionTree[];
  readonly path: string;
  readonly compile: (operand: ExpressionTree) => Expression;
}
