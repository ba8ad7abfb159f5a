// Finds the insights and gates that read an event name, by the filters of their queries: they stop working
// when a pull request renames it. `insight-report signals` and the report's section on event names call it.
// Pure.
import { matchesPattern } from '../../../report/expression/pattern.ts';
import type { Results } from '../../../report/results/results.ts';

/** An insight that reads events by their names, or a gate through its insights. */
export interface Watcher {
  readonly kind: 'insight' | 'gate';
  readonly title: string;
  /** Whether it filters on this name. */
  readonly watches: (name: string) => boolean;
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

/**
 * Reads which names some queries filter on, wherever in a query: its filter, a filtered aggregation's, a
 * funnel's steps.
 */
function watcherOf(kind: Watcher['kind'], title: string, queries: readonly unknown[]): Watcher {
  const names = new Set<unknown>();
  const patterns: string[] = [];
  const unread: unknown[] = [...queries];
  while (unread.length > 0) {
    const value = unread.pop();
    if (typeof value !== 'object' || value === null) continue;
    const fields = new Map<string, unknown>(Object.entries(value));
    unread.push(...fields.values());
    if (fields.get('dimension') !== 'type' && fields.get('column') !== 'type') continue;
    for (const name of VALUE_KEYS.flatMap((key) => fields.get(key))) names.add(name);
    const like = fields.get('type') === 'like' ? fields.get('pattern') : null;
    if (typeof like === 'string') patterns.push(regularExpressionOf(like));
  }
  const watches = (name: string) =>
    names.has(name) || patterns.some((pattern) => matchesPattern(pattern, name));
  return { kind, title, watches };
}

/** The keys that hold a filter's value, or its values. */
const VALUE_KEYS = ['value', 'values', 'matchValue'];

/** A pattern of `like` in RE2's syntax: `screen_%` matches `screen1` and `screen.home`. */
function regularExpressionOf(like: string): string {
  const literal = like.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return `(?s)^${literal.replaceAll('%', '.*').replaceAll('_', '.')}$`;
}
