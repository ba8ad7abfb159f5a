/**
 * Makes a function that asks at most once in `forMs`, and gives the last answer again in between. For what
 * `/health` and `/metrics` ask of Druid: anyone may request these as often as they like.
 */
export function reuseFor<T>(forMs: number, ask: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | null = null;
  let askedMs = -Infinity;
  return () => {
    if (last === null || performance.now() - askedMs > forMs) {
      askedMs = performance.now();
      last = ask();
    }
    return last;
  };
}
