// Matches the pattern of `matches(…)` with RE2, which takes no longer than the text is long, whoever wrote
// the pattern.
import { RE2JS, RE2JSException } from 're2js';
import { getOrAdd } from '../../text/get-or-add.ts';

/** A pattern of `rows.all(…)` is matched with every row, so each is compiled once. */
const COMPILED = new Map<string, RE2JS>();

/** Whether a valid pattern in RE2's syntax matches anywhere in a text, in time proportional to its length. */
export function matchesPattern(pattern: string, text: string): boolean {
  return compile(pattern).test(text);
}

/** What is wrong with a pattern, in words; null if nothing is. */
export function findPatternProblem(pattern: string): string | null {
  try {
    compile(pattern);
    return null;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `the pattern is not valid: ${error.message.replace(/^error parsing regexp: /, '')}`;
  }
}

function compile(pattern: string): RE2JS {
  return getOrAdd(COMPILED, pattern, () => RE2JS.compile(pattern));
}
