// Merges the many small segments (files of events) that ingest leaves, since a query takes time for each.
import { MS_PER_DAY } from '../../tql/interval.ts';
import type { Druid } from '../druid.ts';
import { ifUnknown } from '../druid-error.ts';
import { deleteReplaced, rewriteSegments } from './rewrite.ts';
import { before, joinDays, replacedAmong, storedSegments } from './segments.ts';

/** How many days are written at a time: what a task has written is lost if it is stopped. */
const LIMIT_DAYS = 31;
/** Days with so many segments are merged. Ingest makes one for each hour and partition of Kafka's topic. */
const MANY = 4;

/**
 * Merges the segments of days that have ended, and returns the number of these days. Does nothing if Druid
 * compacts the data source itself.
 *
 * `mergedDays` has days (`acme 1790000000000`) with the id of their newest segment: a day that needs
 * many segments for its events is not merged again.
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
  const due = [...days].filter(([startMs, newest]) => mergedDays.get(`${namespace} ${startMs}`) !== newest);
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
 * The beginnings of days that have many segments and none longer than a day, each with the id of the newest
 * segment.
 */
async function daysOfMany(
  druid: Druid,
  namespace: string,
  endMs: number,
): Promise<ReadonlyMap<number, string>> {
  const stored = await storedSegments(druid, namespace, before(endMs));
  const replaced = new Set(replacedAmong(stored, stored));
  const current = stored.filter((segment) => !replaced.has(segment));
  const days = Map.groupBy(current, ({ startMs }) => Math.floor(startMs / MS_PER_DAY) * MS_PER_DAY);
  const newestByDay = new Map<number, string>();
  for (const [dayMs, segments] of [...days].sort(([left], [right]) => left - right)) {
    const endsWithDay = segments.every((segment) => segment.endMs <= dayMs + MS_PER_DAY);
    if (segments.length < MANY || !endsWithDay) continue;
    // The version, which is a time, is in the id.
    const ids = segments.map(({ id }) => id).sort();
    newestByDay.set(dayMs, ids.at(-1) ?? '');
  }
  return newestByDay;
}
