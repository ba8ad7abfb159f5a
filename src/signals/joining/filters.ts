import type { Results } from '../../results.ts';

/** Something that asks for events by their names: an insight, or a gate through its insights. */
export interface Watcher {
  readonly kind: 'insight' | 'gate';
  readonly title: string;
  /** Whether it filters on this name. */
  readonly watches: (name: string) => boolean;
}

/** Reads which names a query filters on, wherever in the query: its filter, a filtered aggregation's, a funnel's steps. */
export function watcherOf(kind: Watcher['kind'], title: string, queries: readonly unknown[]): Watcher {
  const names = new Set<string>();
  const patterns: ((name: string) => boolean)[] = [];
  const stack: unknown[] = [...queries];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
    stack.push(...entries.map(([, each]) => each));
    readFilter(new Map(entries), names, patterns);
  }
  return { kind, title, watches: (name) => names.has(name) || patterns.some((matches) => matches(name)) };
}

/** The insights and gates of a report's results. */
export function watchersOf({ insights, thresholds }: Pick<Results, 'insights' | 'thresholds'>): readonly Watcher[] {
  const queries = new Map(insights.map((each) => [each.name, each.status === 'ok' ? each.query : null]));
  return [
    ...insights.map(({ name, title }) => watcherOf('insight', title, [queries.get(name)])),
    ...thresholds.map((verdict) => {
      const read = verdict.insights ?? [verdict.insight];
      return watcherOf(
        'gate',
        verdict.title ?? verdict.assert,
        read.map((name) => queries.get(name ?? '')),
      );
    }),
  ];
}

/** The keys that hold a filter's values. */
const VALUES = ['value', 'values', 'matchValue'];

function readFilter(
  filter: ReadonlyMap<string, unknown>,
  names: Set<string>,
  patterns: ((name: string) => boolean)[],
): void {
  if (filter.get('dimension') !== 'type' && filter.get('column') !== 'type') return;
  for (const key of VALUES) for (const each of [filter.get(key)].flat()) if (typeof each === 'string') names.add(each);
  const like = filter.get('type') === 'like' ? filter.get('pattern') : null;
  if (typeof like === 'string') patterns.push(likePattern(like));
}

/** Whether `%` and `_` of a pattern can stand for the rest of a name. Linear in both. */
function likePattern(pattern: string): (name: string) => boolean {
  return (name) => {
    let [at, from, star, mark] = [0, 0, -1, 0];
    while (from < name.length) {
      if (pattern[at] === '%') [star, mark, at] = [at, from, at + 1];
      else if (pattern[at] === '_' || pattern[at] === name[from]) [at, from] = [at + 1, from + 1];
      else if (star >= 0) [at, mark, from] = [star + 1, mark + 1, mark + 1];
      else return false;
    }
    return /^%*$/.test(pattern.slice(at));
  };
}
