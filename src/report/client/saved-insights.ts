// Finds saved insights by title, and the titles of insights that are requested by ID, in what `catalog.ts`
// lists. For the input `insights`, and for the commands that take the name of an insight.
import pLimit from 'p-limit';
import { RequestError } from '../../text/errors.ts';
import { findInsightId } from '../../text/insight-id.ts';
import { quoteNames } from '../../text/list.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { JsonObject } from '../../tql/json.ts';
import type { Catalog, ListedApp, ListedGroup, ListedOrganization } from './catalog.ts';

/** A group of insights, and where it is. */
export interface PlacedGroup {
  readonly organization: ListedOrganization;
  readonly app: ListedApp;
  readonly group: ListedGroup;
}

/** A saved insight, and where it is. Its name is its title, or else its id. */
export interface PlacedInsight extends PlacedGroup {
  readonly id: string;
  readonly name: string;
  /** As it is saved; null if the list does not say it. */
  readonly query: JsonObject | null;
}

/** A saved insight by its id and its name, and where it is, if it can be in several places. */
export interface NamedInsight {
  readonly id: string;
  readonly name: string;
  readonly place?: string;
}

/**
 * The insight with an id, an address or a name, in another case only if none has it as it is written; else
 * what is wrong, as a text.
 */
export function findNamed(wanted: string, saved: readonly NamedInsight[]): NamedInsight | string {
  const id = findInsightId(wanted);
  const [byId] = sameText(saved, (each) => each.id, id ?? wanted);
  if (byId !== undefined) return byId;
  if (id !== null) return { id, name: id };
  const matches = sameText(saved, ({ name }) => name, wanted);
  const [first, ...others] = matches;
  if (first !== undefined && others.length === 0) return first;
  const quoted = JSON.stringify(wanted);
  if (first !== undefined)
    return `${matches.length} insights are named ${quoted}; give the id of one: ${matches.map(candidate).join(', ')}`;
  const names = saved.map(({ name }) => name);
  return `there is no insight named ${quoted}${didYouMean(wanted, names) || `; there are ${quoteNames(names) || 'none'}`}`;
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

function candidate({ id, place }: NamedInsight): string {
  return place === undefined ? id : `${id} (${place})`;
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

function isNotFound(error: Error): boolean {
  return error instanceof RequestError && error.kind === 'not-found';
}

/** The groups of organizations, in their order. */
export function groupsOf(organizations: readonly ListedOrganization[]): readonly PlacedGroup[] {
  return organizations.flatMap((organization) =>
    organization.apps.flatMap((app) => app.groups.map((group) => ({ organization, app, group }))),
  );
}

/**
 * Lists the insights of groups, one request for each. `error` says why a group could not be listed, if any
 * could not.
 */
export async function listInsights(
  catalog: Catalog,
  groups: readonly PlacedGroup[],
): Promise<{ readonly insights: readonly PlacedInsight[]; readonly error: Error | null }> {
  const listings = await pLimit(REQUESTS_AT_ONCE).map(groups, async (place) => {
    const listed = await catalog.group(place.group.id);
    if (listed instanceof Error) return listed;
    return listed.map(({ id, title, query }) => ({ ...place, id, name: title ?? id, query }));
  });
  const errors = listings.filter((each) => each instanceof Error);
  // A group that is not there any more has no insights, if the service has groups at all.
  const isGone = (error: Error): boolean => errors.length < groups.length && isNotFound(error);
  const insights = listings.flatMap((each) => (each instanceof Error ? [] : each));
  return { insights, error: errors.find((error) => !isGone(error)) ?? null };
}

const REQUESTS_AT_ONCE = 6;

/** Every insight that the service lists; none if it lists nothing. */
export async function listSaved(catalog: Catalog): Promise<readonly PlacedInsight[]> {
  const organizations = await catalog.organizations();
  return organizations instanceof Error
    ? []
    : (await listInsights(catalog, groupsOf(organizations))).insights;
}

/** `Notes › Devices`: an app and a group in it. */
export function placeOf({ app, group }: PlacedGroup): string {
  return `${app.name ?? app.id} › ${group.title ?? group.id}`;
}

/** What an organization is called. */
export function nameOf({ name, namespace, id }: ListedOrganization): string {
  return name ?? namespace ?? id ?? 'an organization without a name';
}

/** The title under which an insight is saved; null if the service does not say it. */
export type FindTitle = (id: string) => Promise<string | null>;

/**
 * Finds titles: of one wanted insight by itself, of several in their groups. The catalog requests each group
 * once.
 */
export function titlesOf(wanted: readonly string[], catalog: Catalog | undefined): FindTitle {
  if (catalog === undefined) return async () => null;
  const alone: FindTitle = async (id) => {
    const insight = await catalog.insight(id);
    return insight instanceof Error ? null : insight.title;
  };
  if (wanted.length < 2) return alone;
  return async (id) => {
    const group = await groupOf(id, catalog);
    if (group === null) return alone(id);
    const insights = await catalog.group(group);
    if (insights instanceof Error) return null;
    return insights.find((each) => each.id.toLowerCase() === id.toLowerCase())?.title ?? null;
  };
}

async function groupOf(id: string, catalog: Catalog): Promise<string | null> {
  const organizations = await catalog.organizations();
  if (organizations instanceof Error) return null;
  const holder = groupsOf(organizations).find(({ group }) =>
    group.insightIds?.some((each) => each.toLowerCase() === id.toLowerCase()),
  );
  return holder?.group.id ?? null;
}
