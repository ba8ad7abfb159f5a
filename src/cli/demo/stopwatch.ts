/** Measures the parts of a run one after the other, from the start of the process. */
export interface Stopwatch {
  /** Ends a part and names it. */
  lap(name: string): void;
  /** "1.9 s: 0.2 s starting, …", every part with its time in seconds. */
  summary(): string;
}

/** Starts with the part that is over already: the process's own start. */
export function stopwatch(): Stopwatch {
  const laps: { name: string; ms: number }[] = [];
  let last = 0;
  const lap = (name: string): void => {
    const nowMs = performance.now();
    laps.push({ name, ms: nowMs - last });
    last = nowMs;
  };
  lap('starting');
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 95 ? 2 : 1)} s`;
  return {
    lap,
    summary: () => `${seconds(last)}: ${laps.map(({ name, ms }) => `${seconds(ms)} ${name}`).join(', ')}`,
  };
}
