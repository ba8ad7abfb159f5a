import { useEffect, useState } from 'preact/hooks';
import type { Asker } from '../service/asker.ts';
import { type Column, countColumns } from '../service/columns.ts';

/** The columns with their counts, which are asked for while nothing else is. */
export function useCounts(found: readonly Column[], asker: Asker, isIdle: boolean): readonly Column[] {
  const [columns, setColumns] = useState(found);
  useEffect(() => {
    if (!isIdle) return undefined;
    const cancelling = new AbortController();
    countColumns(columns, asker, cancelling.signal, (counted) => {
      if (!cancelling.signal.aborted) setColumns(counted);
    }).catch(() => undefined);
    return () => {
      cancelling.abort();
    };
  }, [isIdle, asker]);
  return columns;
}
