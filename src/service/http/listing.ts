import { hash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { JsonObject } from '../../tql/json.ts';
import { isUuid, normalizeAppId } from '../../tql/literals.ts';
import type { StoredInsight } from '../store/insights.ts';
import type { Organization } from '../store/organizations.ts';
import { HttpProblem } from './problem.ts';

/** What there is to list for a request, each read only if it is needed. */
export interface Listed {
  readonly organization: Organization;
  /** The ids of the apps that the organization has events of, in their order as text. */
  readonly appIds: () => Promise<readonly string[]>;
  readonly insights: () => Promise<readonly StoredInsight[]>;
}

const ORGANIZATIONS = '/api/v3/organizations';
const APPS = '/api/v3/apps';
const GROUP = '/api/v3/groups/:id';
const INSIGHT = '/api/v3/insights/:id';

/** The paths of `addListing`, as routes. All of them take GET alone. */
export const LISTING_PATHS = [ORGANIZATIONS, `${ORGANIZATIONS}/:id`, APPS, `${APPS}/:id`, GROUP, INSIGHT];

/**
 * Adds the paths that list what a request may read: its organization, its apps, and its saved insights in one
 * group.
 */
export function addListing(app: Hono, read: (context: Context) => Promise<Listed>): void {
  const find = async (context: Context): Promise<Catalog> => {
    const { organization, appIds, insights } = await read(context);
    return catalogOf(organization, await appIds(), await insights());
  };
  app.get(ORGANIZATIONS, async (context) => context.json([(await find(context)).organization]));
  app.get(`${ORGANIZATIONS}/:id`, async (context) => {
    const { organization } = await find(context);
    return context.json(withId([organization], context.req.param('id'), 'organization'));
  });
  app.get(APPS, async (context) => context.json((await find(context)).apps));
  app.get(`${APPS}/:id`, async (context) =>
    context.json(withId((await find(context)).apps, context.req.param('id'), 'app')),
  );
  app.get(GROUP, async (context) =>
    context.json(withId((await find(context)).groups, context.req.param('id'), 'group')),
  );
  app.get(INSIGHT, async (context) => {
    const { organization, insights } = await read(context);
    const listed = (await insights()).map((insight) => listedInsight(organization, insight, 0));
    return context.json(withId(listed, context.req.param('id'), 'insight'));
  });
}

/** An entry of a list: an object with an id. */
type Entry = JsonObject & { readonly id: string };

interface Catalog {
  readonly organization: Entry;
  readonly apps: readonly Entry[];
  /** The one group, or none if there is no app to hold it. */
  readonly groups: readonly Entry[];
}

/** The entry with an id, in upper or lower case. Throws `HttpProblem` 404. */
function withId(entries: readonly Entry[], id: string, what: string): Entry {
  const match = entries.find((entry) => entry.id.toUpperCase() === id.toUpperCase());
  if (match !== undefined) return match;
  throw new HttpProblem(404, `The token's organization has no ${what} with this id.`);
}

/** The group is in the first app, so that no insight is listed twice. */
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
  return {
    organization: {
      id: organizationID,
      name: namespace,
      namespace,
      basePermissions: 'read',
      isInRestrictedMode: false,
      isSuperOrg: false,
      createdAt: new Date(createdMs).toISOString(),
      settings: { useNamespace: true },
      apps,
    },
    apps,
    groups: appID === null ? [] : [{ ...group, insights: listed }],
  };
}

function listedInsight(
  { namespace }: Organization,
  { id, name, query }: StoredInsight,
  order: number,
): Entry {
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

/** The same UUID for the same name at any time, as version 8 of RFC 9562 has it. */
function stableId(kind: string, name: string): string {
  const hex = hash('sha256', `${kind} ${name}`).toUpperCase();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
