import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../tql/json.ts';
import { MS_PER_DAY } from '../../../tql/interval.ts';
import { StoreError } from '../../errors.ts';
import { needTexts, needList, objectOf } from '../answer-parts.ts';
import type { Druid } from '../druid.ts';
import { dataSchemaOf, TASK_CONTEXT } from '../event-schema.ts';
import { awaitTask, killTask, submitTask } from './batch-task.ts';
import { ALWAYS, countEvents } from './columns.ts';
import { markUnused, queriedSegments, storedSegments } from './segments.ts';

/** The filter of the events of one user. */
export function ofUser(user: string): JsonObject {
  return { type: 'equals', column: 'clientUser', matchValueType: 'STRING', matchValue: user };
}

/**
 * Deletes the events of a user. Druid cannot delete single events, so their days are written anew without them, each stretch of days in one task.
 * Events that a supervisor's task has not handed over yet are left.
 */
export async function rewriteWithoutUser(druid: Druid, namespace: string, user: string): Promise<void> {
  for (const interval of await findDays(druid, namespace, user)) {
    const before = await storedSegments(druid, namespace, interval);
    const id = `insight-report-delete-${namespace}-${randomUUID()}`;
    await submitTask(druid.overlord, rewriteTask(id, namespace, interval, user));
    const end = await awaitTask(druid.overlord, id, () => undefined);
    if (!end.hasSucceeded) {
      throw new StoreError(
        `Druid's task ${id}, which writes ${interval} anew, failed: ${end.reason} What was deleted of other days is gone, the rest is still there.`,
      );
    }
    await awaitGone(druid, namespace, interval, user);
    const queried = new Set(await queriedSegments(druid, namespace, interval));
    await markUnused(druid, namespace, before.filter((segment) => !queried.has(segment))); // prettier-ignore
    await submitTask(druid.overlord, killTask(`${id}-kill`, namespace, interval));
  }
}

/** Reads the events of some days and writes them anew, those of a user excepted. */
function rewriteTask(id: string, namespace: string, interval: string, user: string): JsonObject {
  const schema = dataSchemaOf(namespace);
  // A comparison with null is neither true nor false.
  const filter = {
    type: 'or',
    fields: [
      { type: 'null', column: 'clientUser' },
      { type: 'not', field: ofUser(user) },
    ],
  };
  return {
    type: 'index_parallel',
    id,
    spec: {
      dataSchema: { ...schema, granularitySpec: { ...schema.granularitySpec, intervals: [interval] } },
      ioConfig: {
        type: 'index_parallel',
        inputSource: { type: 'druid', dataSource: namespace, interval, filter },
        // A day that only has events of the user is empty then.
        dropExisting: true,
      },
      tuningConfig: { type: 'index_parallel', maxNumConcurrentSubTasks: 1, maxParseExceptions: 0 },
    },
    context: TASK_CONTEXT,
  };
}

/** The stretches of days on which a user has events. */
async function findDays({ broker }: Druid, namespace: string, user: string): Promise<readonly string[]> {
  const query = {
    queryType: 'timeseries',
    dataSource: namespace,
    intervals: [ALWAYS],
    granularity: 'day',
    filter: ofUser(user),
    aggregations: [{ type: 'count', name: 'events' }],
    context: { skipEmptyBuckets: true },
  };
  const answer = await broker.ask({ method: 'POST', path: '/druid/v2', body: query });
  const rows = needList(answer, DAYS);
  const days = needTexts(rows.map((row) => objectOf(row)['timestamp']), DAYS).map((day) => Date.parse(day)); // prettier-ignore
  const stretches: { start: number; end: number }[] = [];
  for (const day of days) {
    const last = stretches.at(-1);
    if (last?.end === day) last.end += MS_PER_DAY;
    else stretches.push({ start: day, end: day + MS_PER_DAY });
  }
  return stretches.map(({ start, end }) => `${new Date(start).toISOString()}/${new Date(end).toISOString()}`);
}

const DAYS = 'days with events';
const LIMIT_MS = 180_000;
const POLL_MS = 200;

/** Waits until queries find no event of the user. After three minutes it gives up: they are in a supervisor's task. */
async function awaitGone({ broker }: Druid, namespace: string, interval: string, user: string): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (Date.now() < deadline) {
    if ((await countEvents(broker, namespace, interval, ofUser(user))).events === 0) return;
    await sleep(POLL_MS);
  }
}
