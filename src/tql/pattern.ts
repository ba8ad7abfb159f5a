import { type ExpressionTree, parseExpression } from './expression.ts';

const UNPORTABLE_SYNTAX: readonly (readonly [found: RegExp, what: string])[] = [
  [/^\[\^?\]?(?:\\.|[^\]\\[&]|&(?!&))*&&/s, 'an intersection of classes (&&)'],
  [/^\[\^?\]?(?:\\.|[^\]\\[])*\[/s, 'a class in a class'],
  [/^\\[Cv]/, '\\C or \\v'],
  [/^\(\?P</, '(?P<'],
  [/^\(\?[a-z-]*U/i, 'the flag U'],
  [/^\(\?<?[=!]/, 'a look around'],
  [/^\(\?>/, 'a group that keeps what it took (?>'],
  [/^\\[1-9k]/, 'a reference back'],
  [/^(?:[*?+]|\{\d+(?:,\d*)?\})\+/, 'a quantifier that keeps what it took (*+)'],
];

/**
 * What of a regular expression Java and RE2 read differently, or RE2 does not take at all; null where there is nothing.
 */
export function findUnportableSyntax(pattern: string): string | null {
  for (let index = 0; index < pattern.length;) {
    const rest = pattern.slice(index);
    const found = UNPORTABLE_SYNTAX.find(([unlike]) => unlike.test(rest));
    if (found !== undefined) return found[1];
    index += pieceLength(rest);
  }
  return null;
}

/** Opening brackets that capture: not escaped, not in a class, and not `(?` unless it gives a name. One walk: a pattern can be long. */
export function countGroups(pattern: string): number {
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

/** An escape, a class or a character: what is inside a class is not looked at again. */
function pieceLength(rest: string): number {
  return /^(?:\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.)/s.exec(rest)?.[0].length ?? 1;
}

/** A regular expression of a query, as it is written, and the key that holds it: `filter.fields[1].pattern`. */
interface PlacedPattern {
  readonly path: string;
  readonly pattern: string;
}

/** Every regular expression of a query or a part of one: of filters, of extraction functions, in expressions. */
export function findPatterns(value: unknown, path = ''): PlacedPattern[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => findPatterns(item, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]): PlacedPattern[] => {
    const place = path === '' ? key : `${path}.${key}`;
    if (typeof inner !== 'string') return findPatterns(inner, place);
    if (key === 'pattern' || key === 'expr') return [{ path: place, pattern: inner }];
    return key === 'expression' ? findInExpression(inner).map((pattern) => ({ path: place, pattern })) : [];
  });
}

function findInExpression(text: string): string[] {
  const parsed = parseExpression(text);
  return parsed.ok ? findInTree(parsed.tree) : [];
}

function findInTree(tree: ExpressionTree): string[] {
  switch (tree.type) {
    case 'unary':
      return findInTree(tree.operand);
    case 'binary':
      return [...findInTree(tree.left), ...findInTree(tree.right)];
    case 'call': {
      const [, pattern] = tree.operands;
      const own = tree.name.toLowerCase() === 'regexp_extract' && pattern?.type === 'text' ? [pattern.value] : [];
      return [...own, ...tree.operands.flatMap(findInTree)];
    }
    default:
      return [];
  }
}
