import { createEventLoopYield } from '../../event-loop.ts';

/** So many take a millisecond or so. */
const STEP = 500;

/** Maps rows of an answer as `map` does. Many of them are mapped in steps, between which others are served. */
export function mapRows<T, U>(rows: readonly T[], map: (row: T) => U): readonly U[] | Promise<readonly U[]> {
  return rows.length <= STEP ? rows.map(map) : mapInSteps(rows, map);
}

async function mapInSteps<T, U>(rows: readonly T[], map: (row: T) => U): Promise<readonly U[]> {
  const breathe = createEventLoopYield();
  const mapped: U[] = [];
  for (let from = 0; from < rows.length; from += STEP) {
    for (const row of rows.slice(from, from + STEP)) mapped.push(map(row));
    const breath = breathe();
    if (breath !== null) await breath;
  }
  return mapped;
}
