import { useEffect, useState } from 'preact/hooks';
import type { Asker } from '../service/asker.ts';
import { type Column, type ColumnCounts, countColumns } from '../service/columns.ts';

/** Few, so that each question is short, and the first counts are there soon. */
const AT_ONCE = 4;

/**
 * The counts of the columns that were on the screen, some at a time, queried while no other query runs; null
 * for those that cannot be counted.
 */
export function useCounts(
  columns: readonly Column[],
  seenNames: ReadonlySet<string>,
  asker: Asker,
): ReadonlyMap<string, ColumnCounts | null> {
  const [counts, setCounts] = useState<ReadonlyMap<string, ColumnCounts | null>>(new Map());
  const next = columns.filter(({ name }) => seenNames.has(name) && !counts.has(name)).slice(0, AT_ONCE);
  const names = JSON.stringify(next.map(({ name }) => name));
  useEffect(() => {
    if (next.length === 0) return undefined;
    const cancelling = new AbortController();
    const keep = (newCounts: readonly ColumnCounts[]): void => {
      if (cancelling.signal.aborted) return;
      setCounts(
        (before) =>
          new Map([...before, ...next.map(({ name }, at) => [name, newCounts[at] ?? null] as const)]),
      );
    };
    countColumns(next, asker, cancelling.signal).then(keep, () => {
      keep([]);
    });
    return () => {
      cancelling.abort();
    };
  }, [names, asker]);
  return counts;
}
