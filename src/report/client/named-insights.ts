// Finds a saved insight by the name, the id or the address that a person wrote.
import { findInsightId } from '../../text/insight-id.ts';
import { quoteNames } from '../../text/list.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { Catalog } from './catalog.ts';
import { groupsOf, isNotFound, listInsights, nameOf, placeOf } from './saved-insights.ts';

/** A saved insight by its id and its name, and where it is, if it can be in several places. */
export interface NamedInsight {
  readonly id: string;
  readonly name: string;
  readonly place?: string;
}

/** One insight, or why there is none or more than one. */
type NamedMatch = { readonly insight: NamedInsight } | { readonly problem: string };

/** Finds the insight with an id, an address or a name, in another case only if none is written the same. */
export function findNamed(wanted: string, saved: readonly NamedInsight[]): NamedMatch {
  const id = findInsightId(wanted);
  const [byId] = sameText(saved, (each) => each.id, id ?? wanted);
  if (byId !== undefined) return { insight: byId };
  // The service may have insights that it does not list.
  if (id !== null) return { insight: { id, name: id } };
  const matches = sameText(saved, ({ name }) => name, wanted);
  const [insight, ...others] = matches;
  const quoted = JSON.stringify(wanted);
  if (insight === undefined) {
    const names = saved.map(({ name }) => name);
    const nearest = didYouMean(wanted, names) || `; there are ${quoteNames(names) || 'none'}`;
    return { problem: `there is no insight named ${quoted}${nearest}` };
  }
  if (others.length === 0) return { insight };
  const candidates = matches.map(({ id: each, place }) =>
    place === undefined ? each : `${each} (${place})`,
  );
  return {
    problem: `${matches.length} insights are named ${quoted}; give the id of one: ${candidates.join(', ')}`,
  };
}

/** The insights with a text exactly as it was wanted, or else those with it in another case. */
function sameText(
  saved: readonly NamedInsight[],
  textOf: (each: NamedInsight) => string,
  wanted: string,
): readonly NamedInsight[] {
  const exact = saved.filter((each) => textOf(each) === wanted);
  return exact.length > 0
    ? exact
    : saved.filter((each) => textOf(each).toLowerCase() === wanted.toLowerCase());
}

/**
 * Every insight that the token's account lists, by its name; an error if any group cannot be listed: a name
 * may be in it.
 */
export async function listNamed(catalog: Catalog): Promise<readonly NamedInsight[] | Error> {
  const organizations = await catalog.organizations();
  if (organizations instanceof Error) return organizations;
  const isOnly = organizations.length === 1;
  const { insights, error } = await listInsights(catalog, groupsOf(organizations));
  if (error !== null) return error;
  return insights.map((each) => ({
    id: each.id,
    name: each.name,
    place: isOnly ? placeOf(each) : `${nameOf(each.organization)} › ${placeOf(each)}`,
  }));
}

/** What to do if a service does not list its insights; null for an error that says it itself. */
export function adviceWithoutListing(error: Error): string | null {
  return isNotFound(error) ? 'this query service does not list its insights by name; give their ids' : null;
}
