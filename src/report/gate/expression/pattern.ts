import { PatternError, PatternParser, type State } from './pattern-parser.ts';
import { getOrAdd } from '../../../text/get-or-add.ts';

/**
 * A regular expression in a part of RE2's syntax: characters, `.`, classes, groups, `|`, `^`, `$`, `\b`,
 * repeats, and `(?i)` in front. It reads a text once: no text takes it more than time in proportion to its
 * length.
 */
interface Pattern {
  /** Whether the pattern matches anywhere in a text. */
  matches(text: string): boolean;
}

const COMPILED = new Map<string, Pattern | { readonly why: string }>();

/**
 * Compiles a pattern, each once: a pattern of `rows.all(…)` is matched with every row. Says what is wrong
 * with one that is not valid.
 */
export function compilePattern(written: string): Pattern | { readonly why: string } {
  return getOrAdd(COMPILED, written, () => compile(written));
}

/** What is wrong with a pattern, in words; null if nothing is. */
export function findPatternProblem(written: string): string | null {
  const compiled = compilePattern(written);
  return 'why' in compiled ? `the pattern is not valid: ${compiled.why}` : null;
}

function compile(written: string): Pattern | { readonly why: string } {
  try {
    const begin = new PatternParser(written).parse();
    return { matches: (text) => isMatch(begin, Array.from(text)) };
  } catch (error) {
    if (error instanceof PatternError) return { why: error.message };
    throw error;
  }
}

/** Follows all ways through a pattern at once, so that no way is tried twice at one place. */
function isMatch(begin: State, text: readonly string[]): boolean {
  let open: readonly State[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    const reached = new Set([begin, ...open]);
    for (const { to, test, holds } of reached) {
      if (to.length === 0) return true;
      if (test === undefined && holds?.(text, at) !== false) for (const state of to) reached.add(state);
    }
    open = [...reached].flatMap(({ to, test }) => (test?.test(text[at] ?? '') === true ? to : []));
  }
  return false;
}
