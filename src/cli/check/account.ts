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
  if (organizations instanceof Error)
    return isRefusal(organizations) ||
      (organizations instanceof RequestError && [404, 405].includes(organizations.status ?? 0))
      ? []
      : [finding('account', 'organizations', 'unknown', organizations.message)];
  const shown = organizations.slice(0, MOST_ORGANIZATIONS);
  const { insights } = await listInsights(
    catalog,
    shown.flatMap((each) => groupsOf([each]).slice(0, MOST_GROUPS)),
  );
  const rest = organizations.length - shown.length;
  return [
    ...shown.map((each) => organizationFinding(each, insights)),
    ...(rest > 0
      ? [finding('account', 'organizations', 'ok', `and ${rest} more, which are not listed here`)]
      : []),
  ];
}

/** Each group takes a request. */
const MOST_ORGANIZATIONS = 5;
const MOST_GROUPS = 8;

function organizationFinding(organization: ListedOrganization, insights: readonly PlacedInsight[]): Finding {
  const groups = groupsOf([organization]);
  const lines = groups
    .slice(0, MOST_GROUPS)
    .map((place) => `${placeOf(place)}: ${describeGroup(place, insights)}`);
  const rest = groups.length - lines.length;
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
      ...(rest > 0 ? [`and ${rest} more groups of insights`] : []),
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

/** Whose events a report's queries read, if it was found; or what is wrong with the one that was given. */
export async function checkDataSource(
  { service: { dataSource } }: ReportRequest,
  insights: readonly InsightResult[],
  catalog: Catalog,
): Promise<readonly Finding[]> {
  const organizations = await catalog.organizations();
  if (organizations instanceof Error) return [];
  const namespaces = organizations.flatMap(({ namespace }) => namespace ?? []);
  if (dataSource !== null && !namespaces.includes(dataSource) && namespaces.length > 0) {
    const hint = didYouMean(dataSource, namespaces);
    const message = `${dataSource} is not a namespace that the token reads: ${quoteNames(namespaces)}${hint}`;
    return [finding('account', 'data-source', 'failed', message)];
  }
  const dataSources = insights.flatMap((each) => (each.status === 'ok' ? [each.query['dataSource']] : []));
  const usedNamespaces = [...new Set(dataSources.filter((each) => typeof each === 'string'))];
  if (dataSource !== null || usedNamespaces.length === 0) return [];
  return [finding('account', 'data-source', 'ok', `${usedNamespaces.join(', ')}, found by the token`)];
}
