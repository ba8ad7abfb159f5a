// Maps the lines of a file before a change to those after it, so that a call that moved can be told from one
// that was removed. Pure.
import { diffArrays } from 'diff';

/** Neighbouring changed lines: the old ones, and the new ones in their place. */
interface ChangedPart {
  readonly oldLines: readonly number[];
  readonly newLines: readonly number[];
}

/** How the lines of a file became those of another; lines count from 1. */
export interface LineChanges {
  /** An old line → the line that it still is. */
  readonly kept: ReadonlyMap<number, number>;
  readonly changedParts: readonly ChangedPart[];
}

/** Compares two files by lines. Where that takes longer than a second, every line counts as changed. */
export function compareLines(before: string | null, after: string | null): LineChanges {
  const [linesBefore, linesAfter] = [linesOf(before), linesOf(after)];
  const changes = diffArrays(linesBefore, linesAfter, { timeout: COMPARE_MS }) ?? [
    { removed: true, added: false, count: linesBefore.length, value: linesBefore },
    { removed: false, added: true, count: linesAfter.length, value: linesAfter },
  ];
  const kept = new Map<number, number>();
  const changedParts: { readonly oldLines: number[]; readonly newLines: number[] }[] = [];
  let isWithinChange = false;
  let [lineBefore, lineAfter] = [1, 1];
  for (const { added, removed, count, value } of changes) {
    if (!added && !removed) {
      for (let index = 0; index < count; index += 1) kept.set(lineBefore++, lineAfter++);
      // Blank lines do not divide what was changed together.
      if (value.some((line) => line.trim() !== '')) isWithinChange = false;
      continue;
    }
    if (!isWithinChange) changedParts.push({ oldLines: [], newLines: [] });
    isWithinChange = true;
    for (let index = 0; index < count; index += 1) {
      if (removed) changedParts.at(-1)?.oldLines.push(lineBefore++);
      else changedParts.at(-1)?.newLines.push(lineAfter++);
    }
  }
  return { kept, changedParts };
}

/** The line now of an old line, or of the next one that is still there, else of the last one that is. */
export function nextLine(changes: LineChanges | undefined, line: number): number {
  if (changes === undefined) return line;
  const kept = [...changes.kept];
  const nextKept = kept.find(([lineBefore]) => lineBefore >= line) ?? kept.at(-1);
  return nextKept?.[1] ?? 1;
}

function linesOf(text: string | null): string[] {
  return text === null || text === '' ? [] : text.split('\n');
}

/** A longer comparison is given up: its work grows with the product of the changed lines. */
const COMPARE_MS = 1000;
