import { readdirSync, readFileSync } from 'node:fs';

/**
 * The processor time of all threads of a process so far, in milliseconds. Other work on the machine hardly
 * changes it.
 */
export function processorMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const taken = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return taken.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

export function ms(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}

/**
 * Throws if the service's answer and the hand-written rows do not hold the same numbers under `n`, in the
 * same order.
 */
export function sameRows(what: string, answer: string, byHand: string): void {
  const [ours, theirs] = [answer, byHand].map((json) => JSON.stringify(countsOf(JSON.parse(json))));
  if (ours !== theirs)
    throw new Error(`${what}: the service and the SQL disagree:\n${ours}\n${theirs}`.slice(0, 2000));
}

/** Every number under `n`, at any depth; buckets without events are left out, as GROUP BY leaves them out. */
function countsOf(value: unknown): readonly number[] {
  if (Array.isArray(value)) return value.flatMap(countsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): readonly number[] =>
    key === 'n' && typeof inner === 'number' ? (inner === 0 ? [] : [inner]) : countsOf(inner),
  );
}
