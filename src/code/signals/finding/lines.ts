// Maps the lines of a file before a change to those after it.
import { diffArrays } from 'diff';

/** How the lines of a file became those of another; lines count from 1. */
export interface LineChanges {
  /** An old line → the line that it still is. */
  readonly kept: ReadonlyMap<number, number>;
  /** The changed parts: old lines that went, new ones that came in their place. */
  readonly parts: readonly { readonly gone: readonly number[]; readonly come: readonly number[] }[];
}

/** Compares two files by lines. Where that takes longer than a second, every line counts as changed. */
export function compareLines(before: string | null, after: string | null): LineChanges {
  const [old, now] = [before, after].map((text) => (text === null || text === '' ? [] : text.split('\n')));
  const changes = diffArrays(old ?? [], now ?? [], { timeout: COMPARE_MS });
  const lineAfter = new Map<number, number>();
  const parts: { readonly gone: number[]; readonly come: number[] }[] = [];
  let [oldLine, newLine] = [1, 1];
  let open: { readonly gone: number[]; readonly come: number[] } | null = null;
  for (const { added, removed, count, value } of changes ?? [
    { removed: true, added: false, count: old?.length ?? 0, value: old ?? [] },
    { removed: false, added: true, count: now?.length ?? 0, value: now ?? [] },
  ]) {
    const isChanged = added || removed;
    // Blank lines say nothing of what belongs together.
    if (!isChanged) open = value.some((line) => line.trim() !== '') ? null : open;
    else if (open === null) parts.push((open = { gone: [], come: [] }));
    for (let index = 0; index < count; index += 1) {
      if (!isChanged) lineAfter.set(oldLine, newLine);
      else if (removed) open?.gone.push(oldLine);
      else open?.come.push(newLine);
      if (!added) oldLine += 1;
      if (!removed) newLine += 1;
    }
  }
  return { kept: lineAfter, parts };
}

const COMPARE_MS = 1000;
