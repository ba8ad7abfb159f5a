// `check` on the token: which organizations, apps and insights it reads, and whether `data-source` is one
// of them.
import type { Catalog, ListedOrganization } from '../../report/client/catalog.ts';
import {
  groupsOf,
  listInsights,
  nameOf,
  type PlacedGroup,
  type PlacedInsight,
  placeOf,
} from '../../report/client/saved-insights.ts';
import { isRefusal, RequestError } from '../../text/errors.ts';
import type { ReportRequest } from '../../report/inputs/request.ts';
import type { InsightResult } from '../../report/results/results.ts';
import { quoteNames } from '../../text/list.ts';
import { didYouMean } from '../../text/nearest.ts';
import { plural } from '../../text/plural.ts';
import { type Finding, finding } from './finding.ts';

/**
 * What the token reads, an organization each, in a few lines; nothing if the token is refused or the service
 * lists nothing.
 */
export async function checkAccount(catalog: Catalog): Promise<readonly Finding[]> {
  const organizations = await catalog.organizations();
  if (organizations instanceof Error) {
    const listsNothing =
      organizations instanceof RequestError && [404, 405].includes(organizations.status ?? 0);
    return isRefusal(organizations) || listsNothing
      ? []
      : [finding('account', 'organizations', 'unknown', organizations.message)];
  }
  const shown = organizations.slice(0, MOST_ORGANIZATIONS);
  const { insights } = await listInsights(
    catalog,
    shown.flatMap((each) => groupsOf([each]).slice(0, MOST_GROUPS)),
  );
  const unlistedCount = organizations.length - shown.length;
  return [
    ...shown.map((each) => organizationFinding(each, insights)),
    ...(unlistedCount > 0
      ? [finding('account', 'organizations', 'ok', `and ${unlistedCount} more, which are not listed here`)]
      : []),
  ];
}

/** Listing the insights of a group takes a request: 40 at most, of 5 organizations with 8 groups each. */
const MOST_ORGANIZATIONS = 5;
const MOST_GROUPS = 8;

function organizationFinding(organization: ListedOrganization, insights: readonly PlacedInsight[]): Finding {
  const groups = groupsOf([organization]);
  const lines = groups
    .slice(0, MOST_GROUPS)
    .map((place) => `${placeOf(place)}: ${describeGroup(place, insights)}`);
  const unlistedCount = groups.length - lines.length;
  const apps = organization.apps.filter((app) => app.groups.length === 0).map(({ name, id }) => name ?? id);
  const { namespace } = organization;
  const about = `${nameOf(organization)}, ${namespace === null ? 'without a namespace' : `data source ${namespace}`}`;
  return finding(
    'account',
    'organization',
    'ok',
    [
      about,
      ...lines,
      ...(unlistedCount > 0 ? [`and ${unlistedCount} more groups of insights`] : []),
      ...(apps.length > 0 ? [`without insights: ${quoteNames(apps)}`] : []),
    ].join('\n'),
  );
}

function describeGroup({ group }: PlacedGroup, insights: readonly PlacedInsight[]): string {
  const names = insights.filter((each) => each.group.id === group.id).map(({ name }) => name);
  const count = group.insightIds?.length;
  if (names.length > 0) return quoteNames(names);
  return count === undefined ? 'its insights are not listed' : `${count} ${plural('insight', count)}`;
}

/**
 * A finding on the data source, the namespace whose events a report's queries read:
 * - failed, if the given one is none that the token reads
 * - ok, if none was given and the queries have one: it was found by the token
 * - none, if the given one is right, or cannot be checked because the service lists no namespace
 */
export async function checkDataSource(
  { service: { dataSource } }: ReportRequest,
  insights: readonly InsightResult[],
  catalog: Catalog,
): Promise<readonly Finding[]> {
  const organizations = await catalog.organizations();
  if (organizations instanceof Error) return [];
  if (dataSource === null) return findingOnFound(insights);
  const namespaces = organizations.flatMap(({ namespace }) => namespace ?? []);
  if (namespaces.length === 0 || namespaces.includes(dataSource)) return [];
  const hint = didYouMean(dataSource, namespaces);
  const message = `${dataSource} is not a namespace that the token reads: ${quoteNames(namespaces)}${hint}`;
  return [finding('account', 'data-source', 'failed', message)];
}

function findingOnFound(insights: readonly InsightResult[]): readonly Finding[] {
  const dataSources = insights.flatMap((each) => (each.status === 'ok' ? [each.query['dataSource']] : []));
  const names = [...new Set(dataSources.filter((each) => typeof each === 'string'))];
  if (names.length === 0) return [];
  return [finding('account', 'data-source', 'ok', `${names.join(', ')}, found by the token`)];
}
