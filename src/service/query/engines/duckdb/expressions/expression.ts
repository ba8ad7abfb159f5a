// Translates Druid's expressions, of virtual columns and post-aggregations, to SQL: `a == 1` → `a = 1`.
import { parseExpression, type BinaryOperator, type ExpressionTree } from '../../../../../tql/expression.ts';
import { QueryError } from '../../../../errors.ts';
import { callSql } from './functions.ts';
import { concatSql } from './text-functions.ts';
import type { Scope } from '../sql/scope.ts';
import { double, long, sql, text, type Sql } from '../sql/statement.ts';
import { numberOf, integerOf } from './numbers.ts';
import { asCondition, asText, conditionValue, NULL_TEXT, type TypedSql } from '../sql/typed.ts';

/**
 * Limits the length of a string, because each of the thousands of rows that the engine builds at once can
 * hold it.
 */
export const TEXT_LENGTH_LIMIT = 10_000;

/**
 * A Druid expression over the names of a scope. Throws `QueryError` with this path if it is not valid or not
 * supported.
 */
export function expressionSql(source: string, scope: Scope, path: string): TypedSql {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw new QueryError(path, `The expression ${parsed.message}`);
  return treeSql(parsed.tree, scope, path);
}

function treeSql(tree: ExpressionTree, scope: Scope, path: string): TypedSql {
  switch (tree.type) {
    case 'null':
      return NULL_TEXT;
    case 'text':
      if (tree.value.length > TEXT_LENGTH_LIMIT) {
        throw new QueryError(
          path,
          `The expression holds a string of more than ${TEXT_LENGTH_LIMIT} characters`,
        );
      }
      return { kind: 'text', sql: text(tree.value) };
    case 'long':
      if (!Number.isSafeInteger(tree.value))
        throw new QueryError(path, 'The expression holds too large a number');
      return { kind: 'long', sql: long(tree.value) };
    case 'double':
      return { kind: 'double', sql: double(tree.value) };
    case 'identifier':
      return scope.resolve(tree.name);
    case 'unary':
      return unarySql(tree.operator, treeSql(tree.operand, scope, path));
    case 'binary': {
      const [left, right] = [treeSql(tree.left, scope, path), treeSql(tree.right, scope, path)];
      const isNegative = tree.right.type === 'unary' && tree.right.operator === '-';
      if (tree.operator === '^' && isNegative && left.kind === 'long' && right.kind === 'long')
        throw new QueryError(
          path,
          'The expression raises a whole number to a negative power; make one of them a fraction, as in -1.0',
        );
      return binarySql(tree.operator, left, right);
    }
    case 'call':
      return callSql(tree.name, tree.operands, (operand) => treeSql(operand, scope, path), path);
  }
}

function unarySql(operator: '-' | '!', operand: TypedSql): TypedSql {
  if (operator === '!') return conditionValue(sql`NOT ${asCondition(operand)}`);
  return operand.kind === 'long'
    ? { kind: 'long', sql: sql`(-${operand.sql})` }
    : { kind: 'double', sql: sql`(-${numberOf(operand)})` };
}

const COMPARISONS: ReadonlyMap<BinaryOperator, Sql> = new Map([
  ['<', sql`<`],
  ['<=', sql`<=`],
  ['>', sql`>`],
  ['>=', sql`>=`],
  ['==', sql`=`],
  ['!=', sql`<>`],
]);

/** Two strings are compared as strings, all other values as numbers. */
function binarySql(operator: BinaryOperator, left: TypedSql, right: TypedSql): TypedSql {
  if (operator === '&&') return conditionValue(sql`${asCondition(left)} AND ${asCondition(right)}`);
  if (operator === '||') return conditionValue(sql`${asCondition(left)} OR ${asCondition(right)}`);
  const compares = COMPARISONS.get(operator);
  if (compares === undefined) return arithmeticSql(operator, left, right);
  const [a, b] = left.kind === right.kind ? [left.sql, right.sql] : [numberOf(left), numberOf(right)];
  return conditionValue(sql`${a} ${compares} ${b}`);
}

/** `+` concatenates two strings; two whole numbers give a whole number; all other values are doubles. */
function arithmeticSql(operator: BinaryOperator, left: TypedSql, right: TypedSql): TypedSql {
  if (operator === '+' && left.kind === 'text' && right.kind === 'text')
    return { kind: 'text', sql: concatSql([asText(left), asText(right)]) };
  if (left.kind !== 'long' || right.kind !== 'long')
    return { kind: 'double', sql: operationSql(operator, numberOf(left), numberOf(right)) };
  const result = wholeOperationSql(operator, asHugeint(left), asHugeint(right));
  return { kind: 'long', sql: sql`TRY_CAST(${result} AS BIGINT)` };
}

/** On whole numbers: what Java has no value for, such as a division by zero, is null. */
function wholeOperationSql(operator: BinaryOperator, a: Sql, b: Sql): Sql {
  switch (operator) {
    case '^':
      return sql`CASE WHEN ${b} >= 0 THEN pow(${a}, ${b}) END`;
    case '/':
      return sql`(${a} // nullif(${b}, 0))`;
    case '%':
      return sql`(${a} % nullif(${b}, 0))`;
    default:
      return operationSql(operator, a, b);
  }
}

/** All but `^`, which is `pow`. */
const OPERATORS: ReadonlyMap<BinaryOperator, Sql> = new Map([
  ['+', sql`+`],
  ['-', sql`-`],
  ['*', sql`*`],
  ['/', sql`/`],
  ['%', sql`%`],
]);

function operationSql(operator: BinaryOperator, a: Sql, b: Sql): Sql {
  const symbol = OPERATORS.get(operator);
  return symbol === undefined ? sql`pow(${a}, ${b})` : sql`(${a} ${symbol} ${b})`;
}

/** 128 bits, so that a result that does not fit 64 becomes null and not an error. */
function asHugeint(value: TypedSql): Sql {
  return sql`CAST(${integerOf(value)} AS HUGEINT)`;
}
