import { Temporal } from 'temporal-polyfill';
import type { QueryService } from '../client/client.ts';
import { isQueryFailure } from '../errors.ts';
import type { TimeRange } from '../tql/interval.ts';
import { formatInterval } from '../tql/absolute-intervals.ts';
import type { Query } from '../tql/query.ts';
import type { TimeBoundary } from '../tql/result.ts';
import type { InsightPlan } from './plan.ts';

/** What an insight's data source holds beside the periods that are read from it. */
export interface Coverage {
  /** The day of the first event, if the period to compare with or an earlier one of the history begins before it. */
  readonly eventsSince: string | null;
  /** Whether events had begun when a period began, by days. */
  readonly isCovered: (period: Pick<TimeRange, 'startMs'>) => boolean;
  readonly notes: readonly string[];
}

/**
 * The query for the first and the last event of an insight's data source, whatever the insight filters; null if no earlier period is
 * asked for. It names an interval, as a query without one covers 30 days only.
 */
function coverageQuery({ comparison, history, query: { dataSource }, nowMs }: InsightPlan): Query | null {
  if (comparison === null && (history === null || history.periods.length === 0)) return null;
  const intervals = [formatInterval({ startMs: 0, endMs: nowMs })];
  return { queryType: 'timeBoundary', ...(dataSource === undefined ? {} : { dataSource }), intervals };
}

/** The first and the last event; null if there are none, or the answer is a failure or cannot be read, whatever the reason. */
export async function askCoverage(
  plan: InsightPlan,
  service: Pick<QueryService, 'runQuery'>,
): Promise<TimeBoundary | null> {
  const query = coverageQuery(plan);
  if (query === null) return null;
  try {
    const { result } = await service.runQuery(query);
    return result.kind === 'timeBoundary' ? result.range : null;
  } catch (error) {
    if (isQueryFailure(error)) return null;
    throw error;
  }
}

/** What the first and the last event say about an insight's periods, by days of its zone. */
export function readCoverage(
  { comparison, history, period, span, timeZone, nowMs }: InsightPlan,
  events: TimeBoundary | null,
): Coverage {
  if (events === null || span === null) return { eventsSince: null, isCovered: () => true, notes: [] };
  const dayOf = (ms: number): Temporal.PlainDate =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate();
  const [first, last] = [dayOf(events.firstMs), dayOf(events.lastMs)];
  const isCovered: Coverage['isCovered'] = ({ startMs }) => Temporal.PlainDate.compare(first, dayOf(startMs)) <= 0;
  const compared = comparison?.period.range;
  const isComparable = compared === undefined || isCovered(compared);
  const hasTrends = history?.periods.every(isCovered) !== false;
  const lastDay = lastFullDay(period.range, nowMs, dayOf);
  const isBefore = Temporal.PlainDate.compare(lastDay, first) < 0;
  const isOver = Temporal.PlainDate.compare(last, lastDay) < 0;
  return {
    eventsSince: isComparable && hasTrends ? null : first.toString(),
    isCovered,
    notes: [
      ...(isCovered(period.range)
        ? []
        : [
            `The first event is from ${first.toString()}${isBefore ? ', after this period' : '; the earlier days of the period have none'}.`,
          ]),
      ...(isComparable || isBefore ? [] : [notCoveredNote(first, dayOf(compared.startMs))]),
      ...(hasTrends || isBefore
        ? []
        : [`Trends leave out periods that begin before ${first.toString()}, the day of the first event.`]),
      ...(isOver ? [`The last event is from ${last.toString()}; the later days of the period have none.`] : []),
    ],
  };
}

/** The last day of a period; of one that is still running, the last that is over. */
function lastFullDay(
  { endMs }: TimeRange,
  nowMs: number,
  dayOf: (ms: number) => Temporal.PlainDate,
): Temporal.PlainDate {
  return endMs <= nowMs ? dayOf(endMs - 1) : dayOf(nowMs).subtract({ days: 1 });
}

function notCoveredNote(first: Temporal.PlainDate, begin: Temporal.PlainDate): string {
  return `There is no comparison: there are events only since ${first.toString()}, and the earlier period begins on ${begin.toString()}.`;
}
