// The question of `init` that leads to insights: organization, app, group, then a list to tick.
import type { Catalog, ListedOrganization } from '../../report/client/catalog.ts';
import {
  groupsOf,
  listInsights,
  nameOf,
  type PlacedGroup,
  type PlacedInsight,
  placeOf,
} from '../../report/client/saved-insights.ts';
import type { Asker } from './asker.ts';

/**
 * Lets saved insights be chosen: organization, app, group, insights. Null if none can be listed. Where there
 * is only one, nothing is asked.
 */
export async function chooseInsights(
  catalog: Catalog,
  asker: Asker,
): Promise<readonly PlacedInsight[] | null> {
  const listed = await catalog.organizations();
  if (listed instanceof Error) return null;
  const organizations = listed.filter((each) => groupsOf([each]).length > 0);
  const organization = await oneOf(asker, 'Which organization?', organizations, nameWithNamespace);
  if (organization === null) return null;
  const apps = organization.apps.filter(({ groups }) => groups.length > 0);
  const app = await oneOf(asker, 'Which app?', apps, ({ name, id }) => name ?? id);
  if (app === null) return null;
  const groups = groupsOf([{ ...organization, apps: [app] }]);
  for (;;) {
    const chosen = await chooseGroups(asker, groups);
    const { insights } = await listInsights(catalog, chosen);
    if (insights.length > 0) return chooseOf(insights, chosen.length > 1, asker);
    if (chosen.length === groups.length) return null;
    const question = `${chosen.map(placeOf).join()} has no insights. Choose another group?`;
    if (!(await asker.confirm(question, true))) return null;
  }
}

function chooseOf(
  insights: readonly PlacedInsight[],
  hasGroups: boolean,
  asker: Asker,
): Promise<readonly PlacedInsight[]> {
  const choices = insights.map((value) => ({
    value,
    name: hasGroups ? `${value.group.title ?? value.group.id} › ${value.name}` : value.name,
    short: value.name,
  }));
  return asker.several('Which insights?', choices);
}

async function chooseGroups(asker: Asker, groups: readonly PlacedGroup[]): Promise<readonly PlacedGroup[]> {
  if (groups.length < 2) return groups;
  const each = groups.map((value) => ({ value: [value], name: groupName(value) }));
  return asker.one('Which group of insights?', [...each, { value: groups, name: 'all of them' }]);
}

function groupName({ group: { title, id, insightIds } }: PlacedGroup): string {
  return `${title ?? id}${insightIds === null ? '' : ` (${insightIds.length})`}`;
}

async function oneOf<T>(
  asker: Asker,
  message: string,
  values: readonly T[],
  write: (value: T) => string,
): Promise<T | null> {
  const [first = null, ...others] = values;
  if (others.length === 0) return first;
  return asker.one(
    message,
    values.map((value) => ({ value, name: write(value) })),
  );
}

function nameWithNamespace(organization: ListedOrganization): string {
  const [name, { namespace }] = [nameOf(organization), organization];
  return namespace === null || namespace === name ? name : `${name} (${namespace})`;
}
