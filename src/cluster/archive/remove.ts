// Deletes events from Druid, for `events delete` and `serve --keep`. Druid cannot delete single events, so
// segments (files of events) are rewritten without them.
import type { JsonObject } from '../../tql/json.ts';
import type { EventSelection } from '../../service/events/event-store.ts';
import { requireTextsAt } from '../answer-parts.ts';
import type { Druid } from '../druid.ts';
import { handOff } from '../supervisors/hand-off.ts';
import { deleteUnused } from './delete-unused.ts';
import { ALWAYS, countEvents } from './data-source.ts';
import { deleteReplaced, rewriteSegments } from './rewrite.ts';
import { dropSegments, queriedSegments, storedSegments } from './segments.ts';
import { before, intervalOf, joinDays, type Stretch } from './stretches.ts';

/** Events to delete, in the form of Druid's queries. */
interface Condition {
  readonly interval: string;
  /** Which events of the interval; null: all of them. */
  readonly filter: JsonObject | null;
  /** The filter of all other events, of any time. */
  readonly kept: JsonObject;
}

export function conditionOf(selection: EventSelection): Condition {
  if (selection.kind === 'before') {
    const interval = before(selection.beforeMs);
    const outsideInterval = {
      type: 'not',
      field: { type: 'interval', dimension: '__time', intervals: [interval] },
    };
    return { interval, filter: null, kept: outsideInterval };
  }
  const filter = {
    type: 'equals',
    column: 'clientUser',
    matchValueType: 'STRING',
    matchValue: selection.user,
  };
  // A comparison with null is neither true nor false.
  const keptEvents = {
    type: 'or',
    fields: [
      { type: 'null', column: 'clientUser' },
      { type: 'not', field: filter },
    ],
  };
  return { interval: ALWAYS, filter, kept: keptEvents };
}

/** How often it deletes again, for events that came in meanwhile. */
const ROUNDS = 3;

/**
 * Deletes events from queries and from the deep storage, and returns how many were deleted. Throws
 * `StoreError`; then it can be called again.
 */
export async function removeEvents(
  druid: Druid,
  namespace: string,
  selection: EventSelection,
): Promise<number> {
  const condition = conditionOf(selection);
  const { interval, filter, kept } = condition;
  const count = async () => (await countEvents(druid.broker, namespace, interval, filter)).events;
  const events = await count();
  let leftToRemove = events;
  for (let round = 1; round <= ROUNDS && leftToRemove > 0; round++) {
    // Tasks first store the events that they have read: only stored segments can be rewritten.
    if (await isInTasks(druid, namespace, condition)) await handOff(druid.overlord, namespace);
    if (selection.kind === 'before') {
      await dropSegments(druid, namespace, interval);
      await deleteUnused(druid.overlord, namespace, interval, null);
    }
    // What is left: a user's events, or those of the day that is to be deleted only in part.
    for (const stretch of await findDays(druid, namespace, condition)) {
      await rewriteSegments(druid, namespace, stretch, kept);
    }
    await deleteReplaced(druid, namespace);
    leftToRemove = await count();
  }
  // A deletion that was cut off may have left segments that it had replaced.
  if (events === 0) await deleteReplaced(druid, namespace);
  return Math.max(0, events - leftToRemove);
}

/**
 * Whether a supervisor's task has events of the days to rewrite: queries then read segments not yet stored.
 */
async function isInTasks(druid: Druid, namespace: string, condition: Condition): Promise<boolean> {
  for (const stretch of await findDays(druid, namespace, condition)) {
    const interval = intervalOf(stretch);
    const queried = await queriedSegments(druid, namespace, interval);
    const stored = new Set((await storedSegments(druid, namespace, interval)).map(({ id }) => id));
    if (queried.some((id) => !stored.has(id))) return true;
  }
  return false;
}

/** The stretches of days that have some of the events. */
async function findDays(
  { broker }: Druid,
  namespace: string,
  { interval, filter }: Condition,
): Promise<readonly Stretch[]> {
  const query = {
    queryType: 'timeseries',
    dataSource: namespace,
    intervals: [interval],
    granularity: 'day',
    ...(filter !== null && { filter }),
    aggregations: [{ type: 'count', name: 'events' }],
    context: { skipEmptyBuckets: true },
  };
  const answer = await broker.ask({ path: '/druid/v2', body: query });
  const days = requireTextsAt(answer, 'timestamp', DAYS);
  return joinDays(days.map((day) => Date.parse(day)));
}

const DAYS = 'days with events';
