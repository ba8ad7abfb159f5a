import { text, type Sql } from './sql.ts';

const LINE_ENDS = '\\n\\r\\x{85}\\x{2028}\\x{2029}';

/**
 * A regular expression as RE2 must be given it to find what Java finds: `.` stops at every line end, `$` also stands
 * before a last one, and `\s` knows the vertical tab. Where flags change `.` or `$` they are left as they are.
 */
export function javaPattern(pattern: string): Sql {
  const dot = hasFlag(pattern, 's') ? '.' : `[^${LINE_ENDS}]`;
  const end = hasFlag(pattern, 'm') ? '$' : `(?:(?:\\r\\n|[${LINE_ENDS}])?\\z)`;
  return text(pattern.replace(PIECES, (piece) => rewritten(piece, dot, end)));
}

/** A quotation, an escape, a class or a character. */
const PIECES = /\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|./gs;

function rewritten(piece: string, dot: string, end: string): string {
  switch (piece) {
    case '.':
      return dot;
    case '$':
      return end;
    case '\\s':
      return '[\\t-\\r ]';
    case '\\S':
      return '[^\\t-\\r ]';
    default:
      return piece.startsWith('[')
        ? piece.replace(/\\s|\\./gs, (inner) => (inner === '\\s' ? '\\t-\\r ' : inner))
        : piece;
  }
}

function hasFlag(pattern: string, flag: 's' | 'm'): boolean {
  return [...pattern.matchAll(/\(\?([a-z]+)/g)].some(([, flags = '']) => flags.includes(flag));
}
