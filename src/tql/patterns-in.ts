import { parseExpression, type ExpressionTree } from './expression.ts';

/** A regular expression of a query, as it is written, and the key that holds it: `filter.fields[1].pattern`. */
export interface PlacedPattern {
  readonly path: string;
  readonly pattern: string;
}

/** Every regular expression of a query or a part of one: of filters, of extraction functions, in expressions. */
export function patternsIn(value: unknown, path = ''): PlacedPattern[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => patternsIn(item, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]): PlacedPattern[] => {
    const place = path === '' ? key : `${path}.${key}`;
    if (typeof inner !== 'string') return patternsIn(inner, place);
    if (key === 'pattern' || key === 'expr') return [{ path: place, pattern: inner }];
    return key === 'expression' ? inExpression(inner).map((pattern) => ({ path: place, pattern })) : [];
  });
}

function inExpression(text: string): string[] {
  const parsed = parseExpression(text);
  return parsed.ok ? inTree(parsed.tree) : [];
}

function inTree(tree: ExpressionTree): string[] {
  switch (tree.type) {
    case 'unary':
      return inTree(tree.operand);
    case 'binary':
      return [...inTree(tree.left), ...inTree(tree.right)];
    case 'call': {
      const [, pattern] = tree.operands;
      const own = tree.name.toLowerCase() === 'regexp_extract' && pattern?.type === 'text' ? [pattern.value] : [];
      return [...own, ...tree.operands.flatMap(inTree)];
    }
    default:
      return [];
  }
}
