// The paths of TelemetryDeck's API that list what a token may read, with which a client such as `init` finds
// an insight. The hosted service keeps insights in groups of apps; this service has neither groups nor a list
// of apps, so it answers with one group, in the first app that has events.
import type { Context, Hono } from 'hono';
import type { StoredInsight } from '../store/state/insight-changes.ts';
import type { Organization } from '../store/state/organizations.ts';
import { type Catalog, catalogOf, type Item, listedInsight } from './catalog.ts';
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

/** The item with an id, in upper or lower case. Throws `HttpProblem` 404. */
function withId(items: readonly Item[], id: string, kind: string): Item {
  const match = items.find((item) => item.id.toUpperCase() === id.toUpperCase());
  if (match !== undefined) return match;
  throw new HttpProblem(404, `The token's organization has no ${kind} with this id.`);
}
