// Maps the lines of a file before a change to those after it.
import { diffArrays } from 'diff';

/** Neighbouring changed lines: the old ones that went, and the new ones that came in their place. */
interface ChangedPart {
  readonly gone: readonly number[];
  readonly come: readonly number[];
}

/** How the lines of a file became those of another; lines count from 1. */
export interface LineChanges {
  /** An old line → the line that it still is. */
  readonly kept: ReadonlyMap<number, number>;
  readonly parts: readonly ChangedPart[];
}

/** Compares two files by lines. Where that takes longer than a second, every line counts as changed. */
export function compareLines(before: string | null, after: string | null): LineChanges {
  const [linesBefore, linesAfter] = [linesOf(before), linesOf(after)];
  const changes = diffArrays(linesBefore, linesAfter, { timeout: COMPARE_MS }) ?? [
    { removed: true, added: false, count: linesBefore.length, value: linesBefore },
    { removed: false, added: true, count: linesAfter.length, value: linesAfter },
  ];
  const kept = new Map<number, number>();
  const parts: { readonly gone: number[]; readonly come: number[] }[] = [];
  let isWithinPart = false;
  let [lineBefore, lineAfter] = [1, 1];
  for (const { added, removed, count, value } of changes) {
    if (!added && !removed) {
      for (let index = 0; index < count; index += 1) kept.set(lineBefore++, lineAfter++);
      // Blank lines say nothing of what belongs together.
      if (value.some((line) => line.trim() !== '')) isWithinPart = false;
      continue;
    }
    if (!isWithinPart) parts.push({ gone: [], come: [] });
    isWithinPart = true;
    for (let index = 0; index < count; index += 1) {
      if (removed) parts.at(-1)?.gone.push(lineBefore++);
      else parts.at(-1)?.come.push(lineAfter++);
    }
  }
  return { kept, parts };
}

function linesOf(text: string | null): string[] {
  return text === null || text === '' ? [] : text.split('\n');
}

const COMPARE_MS = 1000;
