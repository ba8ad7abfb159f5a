// Parses Druid's expression language, which virtual columns and post-aggregations use:
// `if(count > 1, plan, 'none')`. The engine for DuckDB turns the tree into SQL; Druid takes the text.
import { type Token, tokenize } from './expression-tokens.ts';

/** The binary operators from the loosest to the tightest, by precedence: `&&` and `||` share one in Druid. */
const LEVELS = [
  ['&&', '||'],
  ['<', '<=', '>', '>=', '==', '!='],
  ['+', '-'],
  ['*', '/', '%'],
  ['^'],
] as const;
export type BinaryOperator = (typeof LEVELS)[number][number];

/** A Druid expression. */
export type ExpressionTree =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'long' | 'double'; readonly value: number }
  | { readonly type: 'null' }
  | { readonly type: 'identifier'; readonly name: string }
  | { readonly type: 'unary'; readonly operator: '-' | '!'; readonly operand: ExpressionTree }
  | {
      readonly type: 'binary';
      readonly operator: BinaryOperator;
      readonly left: ExpressionTree;
      readonly right: ExpressionTree;
    }
  | { readonly type: 'call'; readonly name: string; readonly operands: readonly ExpressionTree[] };

/** A parsed expression, or what is wrong with it, as the rest of a sentence. */
type ParsedExpression =
  | { readonly ok: true; readonly tree: ExpressionTree }
  | { readonly ok: false; readonly message: string };

/** How deep a tree may be, of parentheses or of a chain: `a + b + … ` of 102 names is too deep. */
export const DEPTH_LIMIT = 100;
/**
 * How many binary operators an expression may have: `f(a + b, c + d, …)` is flat, but has many. It is checked
 * while parsing, before a longer chain makes a tree too deep for the recursion that measures its depth.
 */
export const OPERATOR_LIMIT = 500;

/**
 * Parses Druid's expression language: literals, names, operators and function calls, but no arrays or
 * lambdas.
 */
export function parseExpression(text: string): ParsedExpression {
  const tokens = tokenize(text);
  if (tokens === null)
    return { ok: false, message: BARE_FRACTION.test(text) ? BEGINS_WITH_POINT : UNKNOWN_CHARACTER };
  try {
    const tree = parseTokens(cursorOf(tokens));
    return depthOf(tree) > DEPTH_LIMIT ? { ok: false, message: TOO_DEEP } : { ok: true, tree };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, message: error.message };
    throw error;
  }
}

const UNKNOWN_CHARACTER = 'contains a character that expressions do not have';
const BEGINS_WITH_POINT = 'contains a number that begins with a point; write 0.5 instead of .5';
/** Druid would skip the point and read `.25` as 25. */
const BARE_FRACTION = /(?<![\d.])\.\d/;
const TOO_DEEP = `is nested more than ${DEPTH_LIMIT} levels deep; each operator of a chain counts as a level`;

/** Every node of an expression's tree, the root first. */
function expressionNodes(tree: ExpressionTree): ExpressionTree[] {
  return [tree, ...childrenOf(tree).flatMap(expressionNodes)];
}

/** The names that an expression reads; none if it cannot be parsed. */
export function namesIn(expression: string): string[] {
  const parsed = parseExpression(expression);
  if (!parsed.ok) return [];
  return expressionNodes(parsed.tree).flatMap((node) => (node.type === 'identifier' ? [node.name] : []));
}

function childrenOf(tree: ExpressionTree): readonly ExpressionTree[] {
  switch (tree.type) {
    case 'unary':
      return [tree.operand];
    case 'binary':
      return [tree.left, tree.right];
    case 'call':
      return tree.operands;
    default:
      return [];
  }
}

/** How many levels a tree has below its root: 2 for `a + b * c`. A call has one at least. */
function depthOf(tree: ExpressionTree): number {
  let depth = tree.type === 'call' ? 1 : 0;
  // Not spread into `Math.max`: a call may have more operands than a function takes arguments.
  for (const child of childrenOf(tree)) depth = Math.max(depth, 1 + depthOf(child));
  return depth;
}

/** Reads tokens one after the other. `takes(',')` goes past the next token if it is that symbol. */
function cursorOf(tokens: readonly Token[]) {
  let index = 0;
  const takes = (symbol: string): boolean => {
    const token = tokens[index];
    if (token?.type !== 'symbol' || token.text !== symbol) return false;
    index++;
    return true;
  };
  return {
    takes,
    expect: (symbol: string): void => {
      if (!takes(symbol)) throw new SyntaxError(`lacks a ${symbol}`);
    },
    next: () => tokens[index++],
  };
}

/** Parses by recursive descent: `binary` calls itself for tighter operators, then `unary` and `primary`. */
function parseTokens({ takes, expect, next }: ReturnType<typeof cursorOf>): ExpressionTree {
  let [depth, operators] = [0, 0];
  /** Parses what is nested a level deeper, in parentheses, or behind `-`, `!` or `^`. */
  const deeper = (parse: () => ExpressionTree): ExpressionTree => {
    if (++depth > DEPTH_LIMIT) throw new SyntaxError(TOO_DEEP);
    const parsed = parse();
    depth--;
    return parsed;
  };
  const expression = () => deeper(() => binary(0));
  /** Parses the operators of a level of `LEVELS` and of all tighter ones. */
  const binary = (level: number): ExpressionTree => {
    const levelOperators = LEVELS[level];
    if (levelOperators === undefined) return unary();
    let left = binary(level + 1);
    for (;;) {
      const operator = levelOperators.find(takes);
      if (operator === undefined) return left;
      if (++operators > OPERATOR_LIMIT) throw new SyntaxError(`has more than ${OPERATOR_LIMIT} operators`);
      // Powers are right-associative.
      const right = operator === '^' ? deeper(() => binary(level)) : binary(level + 1);
      left = { type: 'binary', operator, left, right };
    }
  };
  const unary = (): ExpressionTree => {
    const operator = (['-', '!'] as const).find(takes);
    return operator === undefined ? primary() : { type: 'unary', operator, operand: deeper(unary) };
  };
  const primary = (): ExpressionTree => {
    const token = next();
    if (token === undefined) throw new SyntaxError('ends too early');
    const { type, text } = token;
    if (type === 'text') return { type, value: text };
    if (type === 'long' || type === 'double') return { type, value: Number(text) };
    if (type === 'word' && takes('(')) return { type: 'call', name: text, operands: operands() };
    if (type === 'word' && text === 'null') return { type: 'null' };
    if (type !== 'symbol') return { type: 'identifier', name: text };
    if (text !== '(') throw new SyntaxError(`has ${JSON.stringify(text)} instead of a value`);
    const inner = expression();
    expect(')');
    return inner;
  };
  const operands = (): ExpressionTree[] => {
    if (takes(')')) return [];
    const parsedOperands = [expression()];
    while (takes(',')) parsedOperands.push(expression());
    expect(')');
    return parsedOperands;
  };
  const tree = binary(0);
  const trailing = next();
  if (trailing !== undefined) throw new SyntaxError(`has ${JSON.stringify(trailing.text)} after its end`);
  return tree;
}
