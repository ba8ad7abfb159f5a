// Checks the regular expressions of queries. Druid runs them with Java and DuckDB with RE2: syntax that these
// read differently is refused, and so are expressions that could keep an engine busy for hours.
import { RE2JS, RE2JSException } from 're2js';

/**
 * What is wrong with a pattern, as the rest of a sentence; null if both engines accept it and read it alike:
 * `a(?=b)` → "is a regular expression that is not valid: …".
 */
export function findPatternProblem(pattern: string): string | null {
  const syntax = findUnportableSyntax(pattern);
  if (syntax !== null)
    return `is a regular expression with ${syntax}, which is not supported: engines read it differently, or not at all`;
  if (pattern.length > LENGTH_LIMIT || patternCost(pattern) > COST_LIMIT)
    return 'is a regular expression that is too large';
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `is a regular expression that is not valid: ${error.message.replace(/^error parsing regexp: /, '')}`;
  }
}

/**
 * Compiling takes longer the more pieces a pattern has, 5 ms for `\pL{300}`; other queries wait meanwhile.
 */
const COST_LIMIT = 300;
const LENGTH_LIMIT = 10_000;

/**
 * How many capturing groups a pattern has. For one that is refused anyway, no group's number is too large.
 */
export function countGroups(pattern: string): number {
  return findPatternProblem(pattern) === null ? RE2JS.compile(pattern).groupCount() : Infinity;
}

/** What RE2 accepts and Java reads differently or refuses. Tested at each piece of a pattern. */
const UNPORTABLE_SYNTAX: readonly (readonly [syntax: RegExp, name: string])[] = [
  [/^\[\^?\]?(?:\\.|[^\]\\[&]|&(?!&))*&&/s, 'an intersection of classes (&&)'],
  [/^\[\^?\]?(?:\\.|[^\]\\[])*\[/s, 'a nested class'],
  [/^\\[Cv]/, '\\C or \\v'],
  [/^\(\?P</, '(?P<'],
  [/^\(\?[a-z-]*U/i, 'the flag U'],
];

function findUnportableSyntax(pattern: string): string | null {
  for (let index = 0; index < pattern.length;) {
    const remainder = pattern.slice(index);
    for (const [syntax, name] of UNPORTABLE_SYNTAX) if (syntax.test(remainder)) return name;
    index += pieceLength(remainder);
  }
  return null;
}

/**
 * How long a pattern may keep an engine busy: the number of its pieces that may match at several places of a
 * text at once, which are all but literal characters. What is repeated counts each time: `[ab]{20}` costs 21
 * (once, and 20 times), `a{20}` costs 20 (only the first `a` is a literal), `(a[bc]){2}` costs 5 (6 pieces,
 * without the literal `a`), and `version` 0.
 */
export function patternCost(pattern: string): number {
  /** For each open group, the size of what is before it in the group around it. */
  const sizesBeforeGroups: number[] = [];
  /** The number of pieces of the innermost open group, and of what a `{20}` that follows would repeat. */
  let [size, repeatable] = [0, 0];
  let literals = 0;
  for (let index = 0; index < pattern.length; index += pieceLength(pattern.slice(index))) {
    const remainder = pattern.slice(index);
    const [, least, most] = /^\{(\d+)(?:,(\d*))?\}/.exec(remainder) ?? [];
    if (least !== undefined) {
      size += repeatable * Number(most || least);
      repeatable = 0;
    } else if (remainder.startsWith('(')) {
      sizesBeforeGroups.push(size);
      [size, repeatable] = [0, 0];
    } else if (remainder.startsWith(')') && sizesBeforeGroups.length > 0) {
      repeatable = size;
      size += sizesBeforeGroups.pop() ?? 0;
    } else {
      repeatable = remainder.startsWith('\\Q') ? pieceLength(remainder) : 1;
      size += repeatable;
      if (LITERAL.test(remainder)) literals += repeatable;
    }
  }
  // A pattern that is not valid may have groups that are not closed.
  for (const sizeBefore of sizesBeforeGroups) size += sizeBefore;
  return size - literals;
}

/** A character that stands for itself, an escaped one such as `\.`, or a quotation (`\Q…\E`). */
const LITERAL = /^(?:[^.[\]{}*+?\\]|\\[^A-Za-z0-9]|\\Q)/;

/**
 * The length of the next piece: a quotation (`\Q…\E`), an escape, a class such as `[a-z]`, or a character.
 */
function pieceLength(remainder: string): number {
  return /^(?:\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.)/s.exec(remainder)?.[0].length ?? 1;
}
