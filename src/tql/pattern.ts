// Regular expressions of queries. Druid runs them with Java and DuckDB with RE2: what these read differently
// is refused, and what could take hours is measured.
import { expressionNodes, parseExpression } from './expression.ts';

/** Tested at each piece of a pattern. */
const UNPORTABLE_SYNTAX: readonly (readonly [syntax: RegExp, name: string])[] = [
  [/^\[\^?\]?(?:\\.|[^\]\\[&]|&(?!&))*&&/s, 'an intersection of classes (&&)'],
  [/^\[\^?\]?(?:\\.|[^\]\\[])*\[/s, 'a nested class'],
  [/^\\[Cv]/, '\\C or \\v'],
  [/^\(\?P</, '(?P<'],
  [/^\(\?[a-z-]*U/i, 'the flag U'],
  [/^\(\?<?[=!]/, 'a lookaround'],
  [/^\(\?>/, 'an atomic group (?>'],
  [/^\\[1-9k]/, 'a back-reference'],
  [/^(?:[*?+]|\{\d+(?:,\d*)?\})\+/, 'a possessive quantifier (*+)'],
];

/**
 * Finds syntax that Java and RE2 read differently or that RE2 does not support, and names it for a message;
 * null if there is none.
 */
export function findUnportableSyntax(pattern: string): string | null {
  for (let index = 0; index < pattern.length;) {
    const remainder = pattern.slice(index);
    for (const [syntax, name] of UNPORTABLE_SYNTAX) if (syntax.test(remainder)) return name;
    index += pieceLength(remainder);
  }
  return null;
}

/**
 * Counts the capturing groups: parentheses that are not escaped, not in a class, and not `(?` unless they
 * name the group.
 */
export function countGroups(pattern: string): number {
  const bare = pattern.replace(/\\[^]/g, '');
  let count = 0;
  for (let index = 0; index < bare.length; index++) {
    if (bare[index] === '[') {
      const first = bare[index + 1] === '^' ? index + 2 : index + 1;
      // A `]` in the first place is a member of the class.
      const end = bare.indexOf(']', first + 1);
      if (end === -1) return count;
      index = end;
    } else if (/^\((?!\?)|^\(\?P?</.test(bare.slice(index, index + 4))) count++;
  }
  return count;
}

/**
 * Whether a match can leave a group out, as group 1 of `(a)?b` or of `(a)|b`: it or a group around it is
 * repeated from zero times on, or is one of several alternatives.
 */
export function canOmitGroup(pattern: string, group: number): boolean {
  /** Where the groups begin that have not ended. */
  const openGroups: number[] = [];
  /** The stretches of the pattern that a match can leave out. */
  const omitted: { readonly start: number; readonly end: number }[] = [];
  /** Where each capturing group begins. */
  const places = new Map<number, number>();
  for (let index = 0; index < pattern.length; index += pieceLength(pattern.slice(index))) {
    const remainder = pattern.slice(index);
    if (remainder.startsWith('(')) {
      if (/^\((?!\?)|^\(\?</.test(remainder)) places.set(places.size + 1, index);
      openGroups.push(index);
    } else if (remainder.startsWith(')')) {
      const start = openGroups.pop() ?? 0;
      if (/^\)(?:[?*]|\{0)/.test(remainder)) omitted.push({ start, end: index });
    } else if (remainder.startsWith('|')) {
      omitted.push({ start: (openGroups.at(-1) ?? -1) + 1, end: closingOf(pattern, index) });
    }
  }
  const place = places.get(group) ?? -1;
  return omitted.some(({ start, end }) => start <= place && place < end);
}

/** Where the group around a place ends. */
function closingOf(pattern: string, from: number): number {
  let depth = 0;
  for (let index = from; index < pattern.length; index += pieceLength(pattern.slice(index))) {
    if (pattern[index] === '(') depth++;
    if (pattern[index] === ')' && depth-- === 0) return index;
  }
  return pattern.length;
}

/**
 * How many of a pattern's pieces may match at several places of a text at once: all but the literal
 * characters. A repeated piece counts as often as it may be repeated: `[ab]{20}` costs 21, and `version` 0.
 */
export function patternCost(pattern: string): number {
  /** For each open group, the pieces before it in the group around it. */
  const outer: number[] = [];
  /** The pieces in this group so far, those of its last part, and the literal ones of the whole pattern. */
  let [size, last, literals] = [0, 0, 0];
  for (let index = 0; index < pattern.length; index += pieceLength(pattern.slice(index))) {
    const remainder = pattern.slice(index);
    const [, least, most] = /^\{(\d+)(?:,(\d*))?\}/.exec(remainder) ?? [];
    if (least !== undefined) {
      size += last * Number(most || least);
      last = 0;
    } else if (remainder.startsWith('(')) {
      outer.push(size);
      [size, last] = [0, 0];
    } else if (remainder.startsWith(')') && outer.length > 0) {
      last = size;
      size += outer.pop() ?? 0;
    } else {
      last = remainder.startsWith('\\Q') ? pieceLength(remainder) : 1;
      size += last;
      if (LITERAL.test(remainder)) literals += last;
    }
  }
  // Groups that are not closed, of a pattern that is not valid.
  for (const sizeBefore of outer) size += sizeBefore;
  return size - literals;
}

const LITERAL = /^(?:[^.[\]{}*+?\\]|\\[^A-Za-z0-9]|\\Q)/;

/** The length of the next escape, class or character. A class counts as one piece. */
function pieceLength(remainder: string): number {
  return /^(?:\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.)/s.exec(remainder)?.[0].length ?? 1;
}

/** A regular expression of a query, as written, and where it is: `filter.fields[1].pattern`. */
interface PlacedPattern {
  readonly path: string;
  readonly pattern: string;
}

/**
 * Finds the regular expressions in a query or a part of one: in filters, extraction functions and
 * expressions.
 */
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

/** The literal patterns of `regexp_extract` in an expression. */
function findInExpression(text: string): string[] {
  const parsed = parseExpression(text);
  if (!parsed.ok) return [];
  return expressionNodes(parsed.tree).flatMap((node) => {
    if (node.type !== 'call' || node.name.toLowerCase() !== 'regexp_extract') return [];
    const [, pattern] = node.operands;
    return pattern?.type === 'text' ? [pattern.value] : [];
  });
}
