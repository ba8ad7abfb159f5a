// Regular expressions of queries, in filters, extraction functions and expressions. Druid runs them with Java
// and DuckDB with RE2: what these read differently is refused, and what could take hours is measured.
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

/** To compile a pattern takes time by its pieces, `\pL{300}` 5 ms, and other queries wait meanwhile. */
const COST_LIMIT = 300;
const LENGTH_LIMIT = 10_000;

/** How many capturing groups a pattern has; any number of one that is not valid, which is refused as such. */
export function countGroups(pattern: string): number {
  return findPatternProblem(pattern) === null ? RE2JS.compile(pattern).groupCount() : Infinity;
}

/** What RE2 accepts and Java reads otherwise, or not at all. Tested at each piece of a pattern. */
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
