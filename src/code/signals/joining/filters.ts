// Finds the insights and gates that read an event name, by the filters of their queries.
import type { Results } from '../../../report/results/results.ts';

/** Something that requests events by their names: an insight, or a gate through its insights. */
export interface Watcher {
  readonly kind: 'insight' | 'gate';
  readonly title: string;
  /** Whether it filters on this name. */
  readonly watches: (name: string) => boolean;
}

/**
 * Reads which names a query filters on, wherever in the query: its filter, a filtered aggregation's, a
 * funnel's steps.
 */
function watcherOf(kind: Watcher['kind'], title: string, queries: readonly unknown[]): Watcher {
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

/** A saved insight with its query; null or undefined if nobody knows it. */
export interface SavedQuery {
  readonly id: string;
  readonly name: string;
  readonly query: unknown;
}

/** What a report reads: its insights, and gates with the names of the insights that they read. */
export interface ReportReaders {
  readonly insights: readonly (Pick<SavedQuery, 'name' | 'query'> & {
    readonly id: string | null;
    readonly title: string | null;
  })[];
  readonly gates: readonly { readonly title: string; readonly reads: readonly string[] }[];
}

/** The insights and gates of a report's results. */
export function readersOf({ insights, thresholds }: Pick<Results, 'insights' | 'thresholds'>): ReportReaders {
  return {
    insights: insights.map((each) => ({ ...each, query: each.status === 'ok' ? each.query : null })),
    gates: thresholds.map(({ title, assert, insight, insights: read }) => ({
      title: title ?? assert,
      reads: read ?? (insight === null ? [] : [insight]),
    })),
  };
}

/** What reads events by their names: the insights and gates of reports, and the other saved insights. */
export function watchersOf(
  reports: readonly ReportReaders[],
  saved: readonly SavedQuery[],
): readonly Watcher[] {
  const byId = new Map(saved.map((each) => [each.id.toLowerCase(), each]));
  const watchers = reports.flatMap(({ insights, gates }) => {
    const readInsights = insights.map((each) => {
      const savedQuery = byId.get(each.id?.toLowerCase() ?? '');
      return {
        name: each.name,
        title: each.title ?? savedQuery?.name ?? each.name,
        query: each.query ?? savedQuery?.query,
      };
    });
    return [
      ...readInsights.map(({ title, query }) => watcherOf('insight', title, [query])),
      ...gates.map(({ title, reads }) => {
        const queries = readInsights.filter(({ name }) => reads.includes(name)).map(({ query }) => query);
        return watcherOf('gate', title, queries);
      }),
    ];
  });
  const reported = new Set(reports.flatMap(({ insights }) => insights.map(({ id }) => id?.toLowerCase())));
  const others = saved.filter(({ id }) => !reported.has(id.toLowerCase()));
  return [...watchers, ...others.map(({ name, query }) => watcherOf('insight', name, [query]))];
}

/** The keys that hold a filter's values. */
const VALUES = ['value', 'values', 'matchValue'];

function readFilter(
  filter: ReadonlyMap<string, unknown>,
  names: Set<string>,
  patterns: ((name: string) => boolean)[],
): void {
  if (filter.get('dimension') !== 'type' && filter.get('column') !== 'type') return;
  for (const key of VALUES)
    for (const each of [filter.get(key)].flat()) if (typeof each === 'string') names.add(each);
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
