import { setTimeout as sleep } from 'node:timers/promises';
import { MS_PER_DAY, type TimeRange } from '../../../tql/interval.ts';
import { needList, needTexts, objectOf } from '../answer-parts.ts';
import type { Druid } from '../druid.ts';
import { managementError } from '../druid-error.ts';

const COORDINATOR = '/druid/coordinator/v1';
const POLL_MS = 200;
const SEGMENTS = 'segments';

/** An interval as Druid writes it, from the beginning of the first day to the end of the last one. */
export function wholeDays({ startMs, endMs }: TimeRange): string {
  const start = Math.floor(startMs / MS_PER_DAY) * MS_PER_DAY;
  const end = Math.ceil(endMs / MS_PER_DAY) * MS_PER_DAY;
  return `${new Date(start).toISOString()}/${new Date(end).toISOString()}`;
}

/** Before any event. */
const BEGINNING = '1970-01-01T00:00:00.000Z';

/** The time before a moment, as Druid writes it. */
export function before(beforeMs: number): string {
  return `${BEGINNING}/${new Date(beforeMs).toISOString()}`;
}

/** The ids of the segments that are stored and in use in an interval. */
export async function storedSegments(druid: Druid, namespace: string, interval: string): Promise<readonly string[]> {
  return needTexts(await askStored(druid, namespace, interval, ''), SEGMENTS);
}

/** As much as a thousand days with a thousand payload keys each. */
const LIMIT_FULL_BYTES = 128 * 1024 * 1024;

/** The ids of the tombstones in an interval: segments of days without any event left, which no query names. */
async function emptySegments(druid: Druid, namespace: string, interval: string): Promise<ReadonlySet<string>> {
  const segments = needList(await askStored(druid, namespace, interval, '?full'), SEGMENTS).map(objectOf);
  const tombstones = segments.filter(({ loadSpec }) => objectOf(loadSpec)['type'] === 'tombstone');
  return new Set(
    needTexts(
      tombstones.map(({ identifier }) => identifier),
      SEGMENTS,
    ),
  );
}

async function askStored({ overlord }: Druid, namespace: string, interval: string, query: string): Promise<unknown> {
  const path = `${COORDINATOR}/metadata/datasources/${encodeURIComponent(namespace)}/segments${query}`;
  try {
    return await overlord.ask({ method: 'POST', path, body: [interval], limitBytes: LIMIT_FULL_BYTES });
  } catch (error) {
    throw managementError(error);
  }
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
  const answer = await broker.ask({ method: 'POST', path: '/druid/v2', body: query });
  return needTexts(
    needList(answer, SEGMENTS).map((one) => objectOf(one)['id']),
    SEGMENTS,
  );
}

/** Waits until queries read every segment with events that is stored in an interval. Returns false if that takes longer than `limitMs`. `waiting` is called meanwhile. */
export async function awaitQueried(
  druid: Druid,
  namespace: string,
  interval: string,
  limitMs: number,
  waiting: () => unknown = () => undefined,
): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  let empty: ReadonlySet<string> | null = null;
  for (;;) {
    const [stored, queried] = await Promise.all([
      storedSegments(druid, namespace, interval),
      queriedSegments(druid, namespace, interval),
    ]);
    const known = new Set(queried);
    const missing = stored.filter((id) => !known.has(id));
    if (missing.length === 0) return true;
    empty ??= await emptySegments(druid, namespace, interval);
    if (missing.every((id) => empty?.has(id))) return true;
    if (Date.now() > deadline) return false;
    await waiting();
    await sleep(POLL_MS);
  }
}

/** How long Druid may take from the command to drop segments to not querying them. */
const LIMIT_DROPPED_MS = 180_000;

/** Takes the segments that lie in an interval out of use, and waits until no query reads them any more. After three minutes it gives up. */
export async function dropSegments(druid: Druid, namespace: string, interval: string): Promise<void> {
  const stored = await storedSegments(druid, namespace, interval);
  const path = `${COORDINATOR}/datasources/${encodeURIComponent(namespace)}/markUnused`;
  await druid.overlord.ask({ method: 'POST', path, body: { interval } });
  const kept = new Set(await storedSegments(druid, namespace, interval));
  const dropped = new Set(stored.filter((id) => !kept.has(id)));
  const deadline = Date.now() + LIMIT_DROPPED_MS;
  while (Date.now() < deadline) {
    if (!(await queriedSegments(druid, namespace, interval)).some((id) => dropped.has(id))) return;
    await sleep(POLL_MS);
  }
}

/** Takes segments out of use by their ids. */
export async function markUnused({ overlord }: Druid, namespace: string, segmentIds: readonly string[]): Promise<void> {
  if (segmentIds.length === 0) return;
  const path = `${COORDINATOR}/datasources/${encodeURIComponent(namespace)}/markUnused`;
  await overlord.ask({ method: 'POST', path, body: { segmentIds } });
}

/** The rules of a data source, as Druid keeps them; without any, those of the cluster hold. */
export async function readRules({ overlord }: Druid, namespace: string): Promise<readonly unknown[]> {
  try {
    return needList(await overlord.ask({ method: 'GET', path: rulesPath(namespace) }), 'retention rules');
  } catch (error) {
    throw managementError(error);
  }
}

/** Replaces the rules of a data source. */
export async function writeRules({ overlord }: Druid, namespace: string, rules: readonly unknown[]): Promise<void> {
  await overlord.ask({ method: 'POST', path: rulesPath(namespace), body: rules });
}

function rulesPath(namespace: string): string {
  return `${COORDINATOR}/rules/${encodeURIComponent(namespace)}`;
}
