// Lists the apps that an organization has events of, for `GET /api/v3/apps` (`http/listing.ts`). No app is
// registered anywhere: an app is a value of the column `appID`.
import { isJsonObject, type Json } from '../tql/json.ts';
import type { Ask } from './query/ask.ts';
import type { Client } from './http/authorize.ts';
import type { limitRuns } from './http/run-limits.ts';

/** So many apps are listed: those with the most events. */
const LIMIT_APPS = 1000;

/**
 * An answer is reused for 20 times as long as finding it took, so that finding never takes more than 5% of
 * the time.
 */
const REUSE_FACTOR = 20;

/** Makes the function that lists an organization's apps. `run` makes its query wait for its turn. */
export function createAppIdLister(ask: Ask, now: () => number, run: ReturnType<typeof limitRuns>) {
  const idsByOrganization = new Map<number, { readonly ids: Promise<readonly string[]>; untilMs: number }>();
  return (organization: Client): Promise<readonly string[]> => {
    const cachedIds = idsByOrganization.get(organization.id);
    if (cachedIds !== undefined && performance.now() < cachedIds.untilMs) return cachedIds.ids;
    const startMs = performance.now();
    const query = (signal: AbortSignal) => ask(APPS_QUERY, organization, now(), signal);
    // Other requests wait for the same query, so the end of this request does not abort it.
    const ids = run(organization, query, new AbortController().signal).then(readAppIds);
    // Until the answer comes, all requests share the query.
    const cached = { ids, untilMs: Infinity };
    idsByOrganization.set(organization.id, cached);
    const keep = () => {
      const nowMs = performance.now();
      cached.untilMs = nowMs + REUSE_FACTOR * (nowMs - startMs);
    };
    const forget = () => {
      cached.untilMs = 0;
    };
    ids.then(keep, forget);
    return ids;
  };
}

const APPS_QUERY = {
  queryType: 'topN',
  granularity: 'all',
  threshold: LIMIT_APPS,
  dimension: { type: 'default', dimension: 'appID', outputName: 'appID' },
  metric: { type: 'numeric', metric: 'events' },
  intervals: ['2000-01-01T00:00:00Z/2200-01-01T00:00:00Z'],
  aggregations: [{ type: 'eventCount', name: 'events' }],
};

function readAppIds(answer: Json): readonly string[] {
  const buckets = Array.isArray(answer) ? answer : [];
  const rows = buckets.flatMap((bucket: Json) => (isJsonObject(bucket) ? (bucket['result'] ?? []) : []));
  const ids = rows.flatMap((row) =>
    isJsonObject(row) && typeof row['appID'] === 'string' ? [row['appID']] : [],
  );
  return ids.sort();
}
