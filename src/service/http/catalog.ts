// What one token may list, in the form of TelemetryDeck's API: its organization, the apps that have events,
// and one group with all insights, in the first app.
import { hash } from 'node:crypto';
import type { JsonObject } from '../../tql/json.ts';
import { isUuid, normalizeAppId } from '../../tql/literals.ts';
import type { StoredInsight } from '../store/state/insight-changes.ts';
import type { Organization } from '../store/state/organizations.ts';

/** An organization, app, group or insight as the API lists it. */
export type Item = JsonObject & { readonly id: string };

/** All that one token may list. */
export interface Catalog {
  /** The token's organization alone. */
  readonly organizations: readonly Item[];
  readonly apps: readonly Item[];
  /** The one group, or none if there is no app to hold it. */
  readonly groups: readonly Item[];
}

/** Puts the group into the first app, so that no insight is listed twice. */
export function catalogOf(
  organization: Organization,
  appNames: readonly string[],
  insights: readonly StoredInsight[],
): Catalog {
  const { namespace, createdMs } = organization;
  const organizationID = stableId('organization', namespace);
  // Insights can be saved before the first event arrives.
  const names = appNames.length === 0 && insights.length > 0 ? [namespace] : appNames;
  const ids = names.map((name) => appUuid(namespace, name));
  const [appID = null] = ids;
  const group = { id: stableId('group', namespace), appID, title: 'Insights', order: 1 };
  const insightIDs = insights.map(({ id }) => id);
  const apps = names.map((name, index) => ({
    id: ids[index] ?? '',
    name,
    organizationID,
    settings: { displayMode: 'app' },
    insightGroups: index === 0 ? [{ ...group, insightIDs }] : [],
  }));
  const listed = insights.map((insight, index) => listedInsight(organization, insight, index + 1));
  const listedOrganization = {
    id: organizationID,
    name: namespace,
    namespace,
    basePermissions: 'read',
    isInRestrictedMode: false,
    isSuperOrg: false,
    createdAt: new Date(createdMs).toISOString(),
    settings: { useNamespace: true },
    apps,
  };
  return {
    organizations: [listedOrganization],
    apps,
    groups: appID === null ? [] : [{ ...group, insights: listed }],
  };
}

/** An insight as the API lists it. */
export function listedInsight(
  { namespace }: Organization,
  { id, name, query }: StoredInsight,
  order: number,
): Item {
  const { type, displayMode } = KINDS.get(query['queryType']) ?? { type: 'customQuery', displayMode: 'raw' };
  const groupID = stableId('group', namespace);
  return { id, groupID, order, title: name, type, displayMode, isExpanded: false, uniqueUser: false, query };
}

/** How the hosted service calls insights by the type of their query, and the way in which they are shown. */
const KINDS = new Map<unknown, { readonly type: string; readonly displayMode: string }>([
  ['timeseries', { type: 'timeseries', displayMode: 'lineChart' }],
  ['topN', { type: 'topN', displayMode: 'barChart' }],
  ['funnel', { type: 'funnel', displayMode: 'funnelChart' }],
  ['experiment', { type: 'experiment', displayMode: 'experimentChart' }],
]);

/** An app's own id if it is a UUID, which is what SDKs request. */
function appUuid(namespace: string, appID: string): string {
  return isUuid(appID) ? normalizeAppId(appID) : stableId('app', `${namespace} ${appID}`);
}

/**
 * A UUID made of a hash of a name, so that an item has the same id in every answer although no id is stored.
 * RFC 9562 keeps version 8 (the first `8`) for such UUIDs; the second `8` is the variant.
 */
function stableId(kind: string, name: string): string {
  const hex = hash('sha256', `${kind} ${name}`).toUpperCase();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
