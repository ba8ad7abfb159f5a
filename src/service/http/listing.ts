// The paths of TelemetryDeck's API that list what a token may read, with which a client such as `init` finds
// an insight. The hosted service keeps insights in groups of apps; this service has neither groups nor a list
// of apps, so it answers with one group, in the first app that has events.
import { hash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { JsonObject } from '../../tql/json.ts';
import { isUuid, normalizeAppId } from '../../tql/literals.ts';
import type { StoredInsight } from '../store/state/insight-changes.ts';
import type { Organization } from '../store/state/organizations.ts';
import { HttpProblem } from './problem.ts';

/** What a request may list. The lists are read only for the paths that have them. */
interface Listable {
  readonly organization: Organization;
  /** The ids of the apps that the organization has events of, in their order as text. */
  readonly appIds: () => Promise<readonly string[]>;
  readonly insights: () => Promise<readonly StoredInsight[]>;
}

const ORGANIZATIONS = '/api/v3/organizations';
const APPS = '/api/v3/apps';
const GROUP = '/api/v3/groups/:id';
const INSIGHT = '/api/v3/insights/:id';

/** The paths of `addListing`, which `explore` passes on to another service. All of them take GET alone. */
export const LISTING_PATHS = [ORGANIZATIONS, `${ORGANIZATIONS}/:id`, APPS, `${APPS}/:id`, GROUP, INSIGHT];

/**
 * Adds these paths to an app: of `serve`, where `read` checks the token and reads what it may list, or of
 * `explore`, which lists a file's insights.
 */
export function addListing(app: Hono, read: (context: Context) => Promise<Listable>): void {
  const readCatalog = async (context: Context): Promise<Catalog> => {
    const { organization, appIds, insights } = await read(context);
    return catalogOf(organization, await appIds(), await insights());
  };
  app.get(ORGANIZATIONS, async (context) => context.json((await readCatalog(context)).organizations));
  app.get(APPS, async (context) => context.json((await readCatalog(context)).apps));
  for (const [path, list, kind] of [
    [`${ORGANIZATIONS}/:id`, 'organizations', 'organization'],
    [`${APPS}/:id`, 'apps', 'app'],
    [GROUP, 'groups', 'group'],
  ] as const)
    app.get(path, async (context) =>
      context.json(withId((await readCatalog(context))[list], context.req.param('id'), kind)),
    );
  app.get(INSIGHT, async (context) => {
    const { organization, insights } = await read(context);
    const listed = (await insights()).map((insight) => listedInsight(organization, insight, 0));
    return context.json(withId(listed, context.req.param('id'), 'insight'));
  });
}

/** An organization, app, group or insight as the API lists it. */
type Item = JsonObject & { readonly id: string };

/** All that one token may list. */
interface Catalog {
  /** The token's organization alone. */
  readonly organizations: readonly Item[];
  readonly apps: readonly Item[];
  /** The one group, or none if there is no app to hold it. */
  readonly groups: readonly Item[];
}

/** The item with an id, in upper or lower case. Throws `HttpProblem` 404. */
function withId(items: readonly Item[], id: string, kind: string): Item {
  const match = items.find((item) => item.id.toUpperCase() === id.toUpperCase());
  if (match !== undefined) return match;
  throw new HttpProblem(404, `The token's organization has no ${kind} with this id.`);
}

/** Puts the group into the first app, so that no insight is listed twice. */
function catalogOf(
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

function listedInsight({ namespace }: Organization, { id, name, query }: StoredInsight, order: number): Item {
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
