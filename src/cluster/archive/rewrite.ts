// Writes segments (files of events) again: without the events that are deleted (`remove.ts`), or several as
// one (`compact.ts`).
import { randomUUID } from 'node:crypto';
import { enclosingRange } from '../../tql/time/interval.ts';
import type { JsonObject } from '../../tql/json.ts';
import { StoreError } from '../../service/errors.ts';
import type { Druid } from '../druid.ts';
import { dataSchemaOf, TASK_CONTEXT } from '../event-schema.ts';
import { awaitTask, submitTask } from './batch-task.ts';
import { deleteUnused } from './delete-unused.ts';
import {
  awaitQueried,
  markUnused,
  replacedAmong,
  type StoredSegment,
  storedSegments,
  unusedSegments,
} from './segments.ts';
import { ETERNITY, intervalOf, type Stretch } from './stretches.ts';

/** How long historicals may take to load segments that were rewritten. */
const LIMIT_LOADED_MS = 180_000;

/**
 * Writes all segments that overlap a stretch of time again, as days, with the events that match `kept`
 * (null: all of them). A segment is rewritten completely: for a day in a segment of a month, all the month
 * is. The old files stay in the deep storage: call `deleteReplaced` afterwards. Events that a supervisor's
 * task has not published are neither read nor lost. Throws `StoreError`.
 */
export async function rewriteSegments(
  druid: Druid,
  namespace: string,
  stretch: Stretch,
  kept: JsonObject | null,
): Promise<void> {
  let segmentRange = await wholeSegments(druid, namespace, stretch);
  for (;;) {
    const interval = intervalOf(segmentRange);
    const id = `insight-report-rewrite-${namespace}-${randomUUID()}`;
    await submitTask(druid.overlord, rewriteTask(id, namespace, interval, kept));
    const end = await awaitTask(druid.overlord, id);
    if (!end.hasSucceeded) {
      throw new StoreError(
        `Druid's task ${id}, which rewrites ${interval} of ${namespace}, failed: ${end.reason} What it should have replaced is still there, and nothing is lost.`,
      );
    }
    // Meanwhile Druid may have merged these into a larger segment, which still has the events to delete.
    const rangeNow = await wholeSegments(druid, namespace, segmentRange);
    if (isSame(rangeNow, segmentRange)) break;
    segmentRange = rangeNow;
  }
  const interval = intervalOf(segmentRange);
  if (!(await awaitQueried(druid, namespace, interval, LIMIT_LOADED_MS))) {
    throw new StoreError(
      `Druid has rewritten ${interval} of ${namespace}, but no historical has loaded it, so queries count what was there before: check that all historicals run and have room.`,
    );
  }
}

/** The stretch, extended so that no segment is partly outside of it. */
async function wholeSegments(druid: Druid, namespace: string, stretch: Stretch): Promise<Stretch> {
  const stored = await storedSegments(druid, namespace, intervalOf(stretch));
  const segmentRange = enclosingRange([stretch, ...stored]) ?? stretch;
  return isSame(segmentRange, stretch) ? stretch : wholeSegments(druid, namespace, segmentRange);
}

function isSame(a: Stretch, b: Stretch): boolean {
  return a.startMs === b.startMs && a.endMs === b.endMs;
}

/** A task that reads the events of an interval, and writes those that match a filter. */
function rewriteTask(id: string, namespace: string, interval: string, kept: JsonObject | null): JsonObject {
  const schema = dataSchemaOf(namespace);
  return {
    type: 'index_parallel',
    id,
    spec: {
      dataSchema: {
        ...schema,
        granularitySpec: {
          ...schema.granularitySpec,
          // All times have too many days.
          ...(interval === ETERNITY && { segmentGranularity: 'ALL' }),
          intervals: [interval],
        },
      },
      ioConfig: {
        type: 'index_parallel',
        inputSource: {
          type: 'druid',
          dataSource: namespace,
          interval,
          ...(kept !== null && { filter: kept }),
        },
        // A day without a kept event becomes empty.
        dropExisting: true,
      },
      tuningConfig: { type: 'index_parallel', maxNumConcurrentSubTasks: 1, maxParseExceptions: 0 },
    },
    context: TASK_CONTEXT,
  };
}

/**
 * Deletes the segments from the deep storage that newer versions have replaced. Segments that someone took
 * out of use without replacing them are left. Throws `StoreError` if Druid has not deleted them yet.
 */
export async function deleteReplaced(druid: Druid, namespace: string): Promise<void> {
  const stored = await storedSegments(druid, namespace, ETERNITY);
  const segmentIds = replacedAmong(stored, stored).map(({ id }) => id);
  if (segmentIds.length > 0) await markUnused(druid, namespace, { segmentIds });
  const replaced = replacedAmong(await unusedSegments(druid, namespace), stored);
  for (const group of stretchesOf(replaced)) {
    const versions = [...new Set(group.segments.map(({ version }) => version))];
    await deleteUnused(druid.overlord, namespace, intervalOf(group), versions);
  }
}

/** Segments in groups, each with the stretch of time that its segments cover without a gap. */
function stretchesOf(segments: readonly StoredSegment[]) {
  const groups: { startMs: number; endMs: number; segments: StoredSegment[] }[] = [];
  for (const segment of segments.toSorted((left, right) => left.startMs - right.startMs)) {
    const last = groups.at(-1);
    if (last !== undefined && segment.startMs <= last.endMs) {
      last.endMs = Math.max(last.endMs, segment.endMs);
      last.segments.push(segment);
    } else groups.push({ startMs: segment.startMs, endMs: segment.endMs, segments: [segment] });
  }
  return groups;
}
