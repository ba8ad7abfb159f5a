import { findTwists } from './yaml-twists.ts';
import type { Problems } from './problems.ts';

/** Notes every assertion of a config file that YAML reads as something else than it says; whether there was one. */
export function noteTwists(path: string, text: string, problems: Problems): boolean {
  const before = problems.count;
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const [, indent, rest = ''] = /^(\s*)thresholds:(?:\s+(.*))?$/.exec(line) ?? [];
    // A block is a text of its own, which is looked at where it is read.
    if (indent === undefined || /^[|>]/.test(rest)) continue;
    const body = [rest, ...linesWithin(lines.slice(index + 1), indent.length)];
    for (const { line: at, given, why, write } of findTwists(body.join('\n'))) {
      const place = `${path}:${index + at}, thresholds`;
      problems.add({ at: place, given, why, expected: `it in quotes: ${write}` });
    }
  }
  return problems.count > before;
}

/** The lines that belong to a key: deeper ones, and a list's dashes below the key itself. */
function linesWithin(lines: readonly string[], indent: number): readonly string[] {
  const end = lines.findIndex((line) => {
    const own = line.search(/\S/);
    return own >= 0 && own <= indent && !(own === indent && /^\s*(?:-\s|#)/.test(line));
  });
  return end < 0 ? lines : lines.slice(0, end);
}
