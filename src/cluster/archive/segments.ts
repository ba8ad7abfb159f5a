// Requests about Druid's segments (files with the events of a stretch of time): lists those that are stored
// or queried, waits for them, and takes them out of use.
import { setTimeout as sleep } from 'node:timers/promises';
import { requireList, requireTexts, requireTextsAt, objectOf, unexpectedAnswer } from '../answer-parts.ts';
import type { Druid } from '../druid.ts';
import { throwManagementError } from '../druid-error.ts';
import { type Stretch, stretchBetween } from './stretches.ts';

const COORDINATOR = '/druid/coordinator/v1';
const POLL_MS = 200;
const SEGMENTS = 'segments';

/** A stored segment, as its id describes it. */
export interface StoredSegment extends Stretch {
  readonly id: string;
  /** A newer version comes later in the alphabet. */
  readonly version: string;
}

/** The stored segments that are in use in an interval, including those that newer versions have replaced. */
export async function storedSegments(
  druid: Druid,
  namespace: string,
  interval: string,
): Promise<readonly StoredSegment[]> {
  const ids = requireTexts(await askStored(druid, namespace, interval, ''), SEGMENTS);
  return ids.map((id) => readSegmentId(id, namespace));
}

/**
 * Reads `SOURCE_START_END_VERSION` with a number behind it for each partition after the first. Throws
 * `EngineError`.
 */
function readSegmentId(id: string, namespace: string): StoredSegment {
  const [start = '', end = '', version = ''] = id.slice(namespace.length + 1).split('_');
  if (!id.startsWith(`${namespace}_`) || version === '') throw unexpectedAnswer(SEGMENTS);
  return { id, version, ...stretchBetween(start, end) };
}

/**
 * The segments among `segments` that are replaced: newer versions among `stored` cover all of their time.
 * (All segments of a version are published at once.)
 */
export function replacedAmong<T extends StoredSegment>(
  segments: readonly T[],
  stored: readonly StoredSegment[],
): readonly T[] {
  const inOrder = stored.toSorted((left, right) => left.startMs - right.startMs);
  return segments.filter((segment) => {
    let coveredMs = segment.startMs;
    for (const { startMs, endMs, version } of inOrder) {
      if (startMs > coveredMs || coveredMs >= segment.endMs) break;
      if (version > segment.version) coveredMs = Math.max(coveredMs, endMs);
    }
    return coveredMs >= segment.endMs;
  });
}

/** The segments that no newer versions have replaced. */
export function currentAmong(stored: readonly StoredSegment[]): readonly StoredSegment[] {
  const replaced = new Set(replacedAmong(stored, stored));
  return stored.filter((segment) => !replaced.has(segment));
}

/** The ids of the stored segments whose events count. */
async function countedSegments(
  druid: Druid,
  namespace: string,
  interval: string,
): Promise<readonly string[]> {
  return currentAmong(await storedSegments(druid, namespace, interval)).map(({ id }) => id);
}

/** The segments that are stored and not in use, of all times. */
export async function unusedSegments(
  { overlord }: Druid,
  namespace: string,
): Promise<readonly StoredSegment[]> {
  const path = `${COORDINATOR}/metadata/datasources/${namespace}/unusedSegments`;
  const answer = requireList(await overlord.ask({ path, limitBytes: LIMIT_FULL_BYTES }), SEGMENTS).map(
    objectOf,
  );
  const ids = answer.map(
    (segment) => segment['identifier'] ?? objectOf(segment['dataSegment'])['identifier'],
  );
  return requireTexts(ids, SEGMENTS).map((id) => readSegmentId(id, namespace));
}

/** Enough for a thousand days with a thousand payload keys each. */
const LIMIT_FULL_BYTES = 128 * 1024 * 1024;

/**
 * The ids of tombstones in an interval: segments of days whose events were all deleted. Queries skip them.
 */
async function emptySegments(
  druid: Druid,
  namespace: string,
  interval: string,
): Promise<ReadonlySet<string>> {
  const segments = requireList(await askStored(druid, namespace, interval, '?full'), SEGMENTS).map(objectOf);
  const tombstones = segments.filter(({ loadSpec }) => objectOf(loadSpec)['type'] === 'tombstone');
  return new Set(requireTextsAt(tombstones, 'identifier', SEGMENTS));
}

async function askStored(
  { overlord }: Druid,
  namespace: string,
  interval: string,
  query: string,
): Promise<unknown> {
  const path = `${COORDINATOR}/metadata/datasources/${namespace}/segments${query}`;
  const request = { path, body: [interval], limitBytes: LIMIT_FULL_BYTES };
  return overlord.ask(request).catch(throwManagementError);
}

/** The ids of the segments that queries read in an interval. */
export async function queriedSegments(
  { broker }: Druid,
  namespace: string,
  interval: string,
): Promise<readonly string[]> {
  const query = {
    queryType: 'segmentMetadata',
    dataSource: namespace,
    intervals: [interval],
    merge: false,
    analysisTypes: [],
    toInclude: { type: 'none' },
  };
  return requireTextsAt(await broker.ask({ path: '/druid/v2', body: query }), 'id', SEGMENTS);
}

/**
 * Waits until queries read every segment with events that is stored in an interval. Returns false if that
 * takes longer than `limitMs`.
 */
export async function awaitQueried(
  druid: Druid,
  namespace: string,
  interval: string,
  limitMs: number,
): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  let empty: ReadonlySet<string> | null = null;
  for (;;) {
    const [stored, queried] = await Promise.all([
      countedSegments(druid, namespace, interval),
      queriedSegments(druid, namespace, interval),
    ]);
    const queriedIds = new Set(queried);
    const missing = stored.filter((id) => !queriedIds.has(id));
    if (missing.length === 0) return true;
    empty ??= await emptySegments(druid, namespace, interval);
    if (missing.every((id) => empty?.has(id))) return true;
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
}

/** How long Druid may take from the command to drop segments to not querying them. */
const LIMIT_DROPPED_MS = 180_000;

/**
 * Takes the segments that lie in an interval out of use, and waits until no query reads them any more. After
 * three minutes it gives up.
 */
export async function dropSegments(druid: Druid, namespace: string, interval: string): Promise<void> {
  const stored = await countedSegments(druid, namespace, interval);
  await markUnused(druid, namespace, { interval });
  const countedIds = new Set(await countedSegments(druid, namespace, interval));
  const dropped = new Set(stored.filter((id) => !countedIds.has(id)));
  const deadline = Date.now() + LIMIT_DROPPED_MS;
  while (Date.now() < deadline) {
    if (!(await queriedSegments(druid, namespace, interval)).some((id) => dropped.has(id))) return;
    await sleep(POLL_MS);
  }
}

/** Takes segments out of use: those in an interval, or some by their ids. */
export async function markUnused(
  { overlord }: Druid,
  namespace: string,
  body: { readonly interval: string } | { readonly segmentIds: readonly string[] },
): Promise<void> {
  await overlord.ask({ path: `${COORDINATOR}/datasources/${namespace}/markUnused`, body });
}
