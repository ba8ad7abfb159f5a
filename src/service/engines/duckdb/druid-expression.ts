import { parseExpression, type BinaryOperator, type ExpressionTree } from '../../../tql/expression.ts';
import { QueryError } from '../../errors.ts';
import { type Call } from './druid-call.ts';
import { callSql } from './druid-functions.ts';
import { asDouble, asLong, asText, NULL_TEXT, type Expression } from './expression.ts';
import { concatenated } from './growth.ts';
import { type Scope } from './scope.ts';
import { double, long, sql, text, type Sql } from './sql.ts';
import { asTruth, truth } from './truth.ts';

/** Each row of an answer can hold it, and the engine makes thousands of rows at once. */
const LIMIT_TEXT = 10_000;

/** A Druid expression over the names of a scope. Throws `QueryError` at the path where it cannot be read or is not supported. */
export function druidExpressionSql(source: string, scope: Scope, path: string): Expression {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw new QueryError(path, `The expression ${parsed.message}`);
  return treeSql(parsed.tree, scope, path);
}

function treeSql(tree: ExpressionTree, scope: Scope, path: string): Expression {
  switch (tree.type) {
    case 'null':
      return NULL_TEXT;
    case 'text':
      if (tree.value.length > LIMIT_TEXT) {
        throw new QueryError(path, `The expression holds a text of more than ${LIMIT_TEXT} characters`);
      }
      return { kind: 'text', sql: text(tree.value) };
    case 'long':
      if (!Number.isSafeInteger(tree.value)) throw new QueryError(path, 'The expression holds too large a number');
      return { kind: 'long', sql: long(tree.value) };
    case 'double':
      return { kind: 'double', sql: double(tree.value) };
    case 'identifier':
      return scope.resolve(tree.name);
    case 'unary':
      return unarySql(tree.operator, treeSql(tree.operand, scope, path));
    case 'binary':
      return binarySql(tree.operator, treeSql(tree.left, scope, path), treeSql(tree.right, scope, path));
    case 'call': {
      const call: Call = {
        name: tree.name,
        operands: tree.operands,
        path,
        compile: (one) => treeSql(one, scope, path),
      };
      return callSql(call);
    }
  }
}

function unarySql(operator: '-' | '!', operand: Expression): Expression {
  if (operator === '!') return truth(sql`NOT ${asTruth(operand)}`);
  return operand.kind === 'long'
    ? { kind: 'long', sql: sql`(-${operand.sql})` }
    : { kind: 'double', sql: sql`(-${asDouble(operand)})` };
}

function binarySql(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  switch (operator) {
    case '&&':
      return truth(sql`${asTruth(left)} AND ${asTruth(right)}`);
    case '||':
      return truth(sql`${asTruth(left)} OR ${asTruth(right)}`);
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '==':
    case '!=':
      return truth(comparisonSql(operator, left, right));
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case '^':
      return arithmeticSql(operator, left, right);
  }
}

/** Two texts are compared as text, anything else as numbers. */
function comparisonSql(operator: '<' | '<=' | '>' | '>=' | '==' | '!=', left: Expression, right: Expression): Sql {
  const [a, b] = sameKind(left, right);
  switch (operator) {
    case '<':
      return sql`${a} < ${b}`;
    case '<=':
      return sql`${a} <= ${b}`;
    case '>':
      return sql`${a} > ${b}`;
    case '>=':
      return sql`${a} >= ${b}`;
    case '==':
      return sql`${a} = ${b}`;
    case '!=':
      return sql`${a} <> ${b}`;
  }
}

function sameKind(left: Expression, right: Expression): [Sql, Sql] {
  if (left.kind === right.kind) return [left.sql, right.sql];
  return [asDouble(left), asDouble(right)];
}

/** Two whole numbers stay whole, two texts are put together by `+`, anything else is doubles. */
function arithmeticSql(operator: '+' | '-' | '*' | '/' | '%' | '^', left: Expression, right: Expression): Expression {
  if (operator === '+' && left.kind === 'text' && right.kind === 'text') {
    return { kind: 'text', sql: concatenated([asText(left), asText(right)]) };
  }
  const isWhole = left.kind === 'long' && right.kind === 'long';
  const [a, b] = isWhole ? [wide(left), wide(right)] : [asDouble(left), asDouble(right)];
  const whole = (value: Sql): Expression => ({ kind: 'long', sql: sql`TRY_CAST(${value} AS BIGINT)` });
  const result = (value: Sql): Expression => (isWhole ? whole(value) : { kind: 'double', sql: value });
  switch (operator) {
    case '+':
      return result(sql`(${a} + ${b})`);
    case '-':
      return result(sql`(${a} - ${b})`);
    case '*':
      return result(sql`(${a} * ${b})`);
    case '/':
      return isWhole ? whole(sql`(${a} // nullif(${b}, 0))`) : result(sql`(${a} / ${b})`);
    case '%':
      return isWhole ? whole(sql`(${a} % nullif(${b}, 0))`) : result(sql`(${a} % ${b})`);
    case '^':
      return isWhole ? whole(sql`CASE WHEN ${b} >= 0 THEN pow(${a}, ${b}) END`) : result(sql`pow(${a}, ${b})`);
  }
}

/** 128 bits, so that what does not fit 64 becomes null and not an error. */
function wide(value: Expression): Sql {
  return sql`CAST(${asLong(value)} AS HUGEINT)`;
}
