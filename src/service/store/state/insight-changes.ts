// Compares the stored insights of an organization with those that it should have: which are added, changed
// and removed.
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../tql/json.ts';

/** A saved insight. Its query may have a data source and intervals: `withOnlyInterval` replaces them. */
export interface StoredInsight {
  readonly id: string;
  readonly name: string;
  readonly query: JsonObject;
}

/** An insight to be stored. Without an id it gets one. */
export interface NewInsight {
  readonly id?: string | undefined;
  readonly name: string;
  readonly query: JsonObject;
}

/** What a sync adds, changes, removes, and leaves as it is. */
interface InsightChanges {
  readonly added: readonly StoredInsight[];
  readonly changed: readonly StoredInsight[];
  readonly removed: readonly StoredInsight[];
  readonly unchanged: readonly StoredInsight[];
}

/**
 * The changes that turn the stored insights into the wanted ones. A wanted insight with an id matches the
 * stored one with that id, one without an id the one of its name.
 */
export function compareInsights(
  stored: readonly StoredInsight[],
  wanted: readonly NewInsight[],
): InsightChanges {
  const isWanted = (id: string) =>
    wanted.some((insight) => insight.id !== undefined && isSame(id, insight.id));
  const matches = wanted.map((insight) => {
    const before = stored.find(({ id, name }) =>
      insight.id === undefined ? isSame(name, insight.name) && !isWanted(id) : isSame(id, insight.id),
    );
    const after = { ...insight, id: before?.id ?? insight.id ?? randomUUID().toUpperCase() };
    // With its keys in another order, a query counts as changed, which costs one more write.
    const isUnchanged =
      before?.name === after.name && JSON.stringify(before.query) === JSON.stringify(after.query);
    if (before === undefined) return { before, after, change: 'added' };
    return { before, after, change: isUnchanged ? 'unchanged' : 'changed' };
  });
  const insightsThatAre = (wantedChange: string) =>
    matches.filter(({ change }) => change === wantedChange).map(({ after }) => after);
  const matched = new Set(matches.map(({ before }) => before));
  return {
    added: insightsThatAre('added'),
    changed: insightsThatAre('changed'),
    removed: stored.filter((insight) => !matched.has(insight)),
    unchanged: insightsThatAre('unchanged'),
  };
}

/** Ids and names are the same in whatever case. */
export function isSame(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}
