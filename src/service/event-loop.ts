// Keeps long work, such as writing an answer of 100 MB, from blocking other requests.

/**
 * Makes a function to await between two steps of long work: after 10 ms without a pause, it lets the event
 * loop turn once.
 */
export function createPause(): () => Promise<void> {
  let lastMs = performance.now();
  return async () => {
    if (performance.now() - lastMs < PAUSE_AFTER_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    lastMs = performance.now();
  };
}

const PAUSE_AFTER_MS = 10;

/** This many rows take about a millisecond. */
const STEP_ROWS = 500;

/** Maps rows in steps between which other requests are served. */
export async function mapRows<T, U>(rows: readonly T[], map: (row: T) => U): Promise<readonly U[]> {
  const pauseIfDue = createPause();
  const mapped: U[] = [];
  for (let from = 0; from < rows.length; from += STEP_ROWS) {
    for (const row of rows.slice(from, from + STEP_ROWS)) mapped.push(map(row));
    await pauseIfDue();
  }
  return mapped;
}
