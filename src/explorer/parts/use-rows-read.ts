import { useEffect, useState } from 'preact/hooks';
import type { Asker } from '../service/asker.ts';
import type { Answer } from '../service/report.ts';

/**
 * How many rows of events the engine read for an answer, asked while nothing else is; null until it is known,
 * or if the service does not say.
 */
export function useRowsRead(answer: Answer | null, asker: Asker): number | null {
  const [found, setFound] = useState<{ readonly of: Answer; readonly rowsRead: number | null } | null>(null);
  useEffect(() => {
    if (answer === null) return undefined;
    const cancelling = new AbortController();
    const { signal } = cancelling;
    sumRowsRead(answer, asker, signal).then(
      (rowsRead) => {
        if (!signal.aborted) setFound({ of: answer, rowsRead });
      },
      () => undefined,
    );
    return () => {
      cancelling.abort();
    };
  }, [answer, asker]);
  return found !== null && found.of === answer ? found.rowsRead : null;
}

/** A report asks several queries for its totals, and for the period before. */
async function sumRowsRead({ queries }: Answer, asker: Asker, signal: AbortSignal): Promise<number | null> {
  let sum = 0;
  for (const query of queries) {
    const { rowsRead } = await asker.behind.measure(query, signal);
    if (rowsRead === null) return null;
    sum += rowsRead;
  }
  return sum;
}
