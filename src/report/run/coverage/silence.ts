// Finds out whether the events that an insight counts ended within its period although its source goes on,
// as happens if an event is renamed. `run/ask.ts` calls this; `read.ts` treats the days since as days
// without data.
import type { QueryService } from '../../client/client.ts';
import { withIntervals } from '../../compare/earlier-periods.ts';
import { WEEK } from '../../compare/gaps.ts';
import { median } from '../../compare/median.ts';
import { ifAnswered } from '../../../text/errors.ts';
import { aggregationBehind, filtersOf } from '../../tables/outputs.ts';
import { pointQuery } from '../../tables/companion-queries.ts';
import { rateOutputs } from '../../tables/rates.ts';
import { findNumber, isRanking, type Table } from '../../tables/table.ts';
import { formatInterval } from '../../../tql/absolute-intervals.ts';
import { MS_PER_DAY } from '../../../tql/interval.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryAggregation } from '../../../tql/query-parts.ts';
import { events, filtered, joined } from '../../../tql/write.ts';
import { type Gap, localDay, outputsByDay, type SourceDay, type SourceEvents } from './ask.ts';
import { asCoverage } from '../optional-queries.ts';
import type { InsightPlan } from '../plan.ts';

/** How many events have to be due on the days without any: fewer may be missing by chance. */
const MIN_DUE = 30;
/** The weeks before that show how many events are due on a weekday. */
const WEEKS = 4;
/** The names of the outputs with a day's counts begin with it. */
const DAY_COUNT = '_matching_events';

/**
 * The days at the end of a period on which no event is one that the metric counts, or on which none is in the
 * numerator or the denominator of a rate, although many were due and their source goes on. Null if there are
 * none, the metric counts all events, or its count did not fall.
 */
export async function askSilence(
  plan: InsightPlan,
  table: Table,
  earlier: Table,
  source: SourceEvents | null,
  service: QueryService,
): Promise<Gap | null> {
  const { comparison, period, nowMs, timeZone, rows: query } = plan;
  const { metric } = table;
  if (comparison === null || source === null || metric === null) return null;
  if (query.queryType !== 'timeseries' && !isRanking(query)) return null;
  const rate = rateOutputs(query, metric);
  const aggregations = (rate === null ? [metric] : [rate.part, rate.whole]).flatMap((output, place) =>
    countEventsOf(query, output, `${DAY_COUNT}_${place}`),
  );
  if (aggregations.length === 0 || (rate === null && sumOf(table) >= sumOf(earlier))) return null;
  const startMs = comparison.period.range.startMs - WEEKS * WEEK * MS_PER_DAY;
  const endMs = Math.min(nowMs, period.range.endMs);
  // The counted events of each day.
  const byDay = { ...pointQuery(query, null, null), aggregations, postAggregations: [], granularity: 'day' };
  const daily = asCoverage(withIntervals(byDay, { intervals: [formatInterval({ startMs, endMs })] }));
  const dayOf = (ms: number): string => localDay(ms, timeZone).toString();
  const answer = await ifAnswered(service.runQuery(daily), () => null);
  if (answer === null) return null;
  const outputs = outputsByDay(answer.result, timeZone);
  // The source's finished days of these weeks, and whether the counted events ended on one of them.
  const days = source.days.filter(
    ({ day }) => day >= dayOf(startMs) && day <= dayOf(endMs - 1) && day < dayOf(nowMs),
  );
  for (const { name = null } of aggregations) {
    const silence = findSilence(days, ({ day }) => findNumber(outputs.get(day) ?? {}, name) ?? 0);
    if (silence !== null) return { ...silence, text: `${silence.text} that match the query` };
  }
  return null;
}

/**
 * The last of some days, if some events end before them, of which many were due, and their source goes on;
 * else null.
 */
export function findSilence(days: readonly SourceDay[], countOf: (day: SourceDay) => number): Gap | null {
  const counts = days.map(countOf);
  const first = counts.findLastIndex((count) => count > 0) + 1;
  const silent = days.slice(first);
  const [from, until] = [silent[0]?.day, silent.at(-1)?.day];
  const hasSource = median(silent.map(({ count }) => count)) > 0;
  if (from === undefined || until === undefined || !hasSource || countDue(counts, first) < MIN_DUE)
    return null;
  return { from, until, text: from === until ? from : `${from} to ${until}`, sourceGoesOn: true };
}

function sumOf({ rows }: Table): number {
  return rows.reduce((sum, { value }) => sum + (value ?? 0), 0);
}

/**
 * How many events were due since the day `first`: for each day, the median of the same weekdays in the four
 * weeks before `first`.
 */
function countDue(counts: readonly number[], first: number): number {
  const start = Math.max(0, first - WEEKS * WEEK);
  const before = counts.slice(start, first);
  const usualOn = (day: number): number =>
    median(before.filter((_, place) => (day - start - place) % WEEK === 0));
  return counts.slice(first).reduce((sum, _, place) => sum + usualOn(first + place), 0);
}

/** The count of the events that an output counts; none if these are all, or it counts none. */
function countEventsOf(query: Query, output: string, name: string): readonly QueryAggregation[] {
  const aggregation = aggregationBehind(query, output);
  const filter = joined('and', aggregation === null ? [] : filtersOf(aggregation));
  if (filter !== null) return [filtered(name, filter, events(name))];
  return query.filter == null || aggregation === null ? [] : [events(name)];
}
