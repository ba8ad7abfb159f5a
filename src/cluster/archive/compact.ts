// Merges the many small segments (files of events) that ingest leaves, since a query takes time for each.
import { MS_PER_DAY } from '../../tql/time/interval.ts';
import type { Druid } from '../druid.ts';
import { ifUnknown } from '../druid-error.ts';
import { deleteReplaced, rewriteSegments } from './rewrite.ts';
import { currentAmong, storedSegments } from './segments.ts';
import { before, joinDays } from './stretches.ts';

/** How many days are written at a time: what a task has written is lost if it is stopped. */
const LIMIT_DAYS = 31;
/** Days with so many segments are merged. Ingest makes one for each hour and partition of Kafka's topic. */
const MANY = 4;

/**
 * Merges the segments of days that have ended, and returns the number of these days. Does nothing if Druid
 * compacts the data source itself.
 *
 * `mergedDays` is kept from one call to the next and filled here: a day (`acme 1790000000000`) with the state
 * in which merging left its segments. A day that still has many is merged again only in another state.
 */
export async function compactDays(
  druid: Druid,
  namespace: string,
  nowMs: number,
  mergedDays: Map<string, string>,
): Promise<number> {
  const todayMs = Math.floor(nowMs / MS_PER_DAY) * MS_PER_DAY;
  if (await hasOwnCompaction(druid, namespace)) return 0;
  const days = await daysOfMany(druid, namespace, todayMs);
  const due = [...days].filter(([startMs, state]) => mergedDays.get(`${namespace} ${startMs}`) !== state);
  const chosen = due.slice(0, LIMIT_DAYS).map(([startMs]) => startMs);
  for (const stretch of joinDays(chosen)) await rewriteSegments(druid, namespace, stretch, null);
  if (chosen.length === 0) return 0;
  await deleteReplaced(druid, namespace);
  const after = await daysOfMany(druid, namespace, todayMs);
  for (const startMs of chosen) mergedDays.set(`${namespace} ${startMs}`, after.get(startMs) ?? '');
  return chosen.length;
}

async function hasOwnCompaction({ overlord }: Druid, namespace: string): Promise<boolean> {
  const path = `/druid/coordinator/v1/config/compaction/${namespace}`;
  return (await overlord.ask({ path }).catch(ifUnknown(undefined))) !== undefined;
}

/**
 * The beginnings of days that have many segments and none longer than a day, each with the state of its
 * segments: their newest version and their number, since an added segment has the version of those before it.
 */
async function daysOfMany(
  druid: Druid,
  namespace: string,
  endMs: number,
): Promise<ReadonlyMap<number, string>> {
  const current = currentAmong(await storedSegments(druid, namespace, before(endMs)));
  const days = Map.groupBy(current, ({ startMs }) => Math.floor(startMs / MS_PER_DAY) * MS_PER_DAY);
  const stateByDay = new Map<number, string>();
  for (const [dayMs, segments] of [...days].sort(([left], [right]) => left - right)) {
    const endsWithDay = segments.every((segment) => segment.endMs <= dayMs + MS_PER_DAY);
    if (segments.length < MANY || !endsWithDay) continue;
    const versions = segments.map(({ version }) => version).sort();
    stateByDay.set(dayMs, `${versions.at(-1)} ${segments.length}`);
  }
  return stateByDay;
}
