// Finds the app whose users a raised minimum costs.
import type { Minimums } from '../../../report/results/results.ts';
import { type Ask, type Scope, valuesOf } from './columns.ts';

/** What is known of the app before any query; null for what is not. */
export interface RequestedApp {
  readonly requestedApp: string | null;
  /** The app that the report's insights are about (`appOf`). */
  readonly appOfInsights: string | null;
}

/**
 * The requested app, else the one that the insights are about, else the organization's only one, else all
 * (`id` is null). `by` says which of these it is: the report shows it.
 */
export async function findApp(
  ask: Ask,
  period: Scope,
  { requestedApp, appOfInsights }: RequestedApp,
): Promise<NonNullable<Minimums['app']>> {
  if (requestedApp !== null) return { id: requestedApp, by: 'given' };
  if (appOfInsights !== null) return { id: appOfInsights, by: 'insights' };
  const apps = await valuesOf(ask, period, ['appID']);
  const only = apps.length === 1 ? apps[0]?.[0] : null;
  return only == null ? { id: null, by: 'all' } : { id: only, by: 'only' };
}

/**
 * The one app that insights are about, from their queries; null for an insight that is not known.
 * Queries of A and A give A; of A and B, or of A and of all apps, null.
 */
export function appOf(queries: readonly unknown[]): string | null {
  const selected = queries.filter((query) => query !== null).flatMap(appsIn);
  const [only = null, ...others] = new Set(selected);
  return others.length === 0 ? only : null;
}

/** The apps that a query selects, by a filter or as its `appID`; only null if it selects none. */
function appsIn(query: unknown): readonly (string | null)[] {
  const apps: string[] = [];
  const stack = [query];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    const fields = new Map<string, unknown>(Object.entries(value));
    // What a filter leaves out is not what the query is about.
    if (fields.get('type') === 'not') continue;
    stack.push(...fields.values());
    const id = fields.get('dimension') === 'appID' ? fields.get('value') : fields.get('appID');
    if (typeof id === 'string') apps.push(id);
  }
  return apps.length === 0 ? [null] : apps;
}
