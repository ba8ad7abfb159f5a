import { driftOf } from '../../compare/drift.ts';
import { findMovers, isBeyondNoise } from '../../compare/movers.ts';
import type { QueryService } from '../../client/client.ts';
import { ifAnswered, isRefusal } from '../../../text/errors.ts';
import type { ReportedInsight, ResultsRow } from '../../results/results.ts';
import { aggregationBehind, filtersOf, innermostAggregation, unitOf } from '../../tables/aggregations.ts';
import { keyedRows } from '../../tables/rows.ts';
import { buildRowFilter } from '../../tables/row-filter.ts';
import { toNumber } from '../../tables/table.ts';
import { intervalTexts } from '../../../tql/absolute-intervals.ts';
import { without } from '../../../tql/json.ts';
import type { Query, QueryAggregation } from '../../../tql/query.ts';
import { and, by, during, events, filtered, joined, users } from '../../../tql/write.ts';
import type { InsightPlan } from '../plan.ts';

type Explained = NonNullable<ReportedInsight['explained']>;

/**
 * Finds for each dimension of `explain` the value that explains most of the largest move of a row. Asks one
 * query each; without an answer nothing is said.
 */
export async function explainMove(
  plan: InsightPlan,
  insight: ReportedInsight,
  service: QueryService,
): Promise<Pick<ReportedInsight, 'explained'>> {
  const { up, down } = findMovers(insight);
  const row = sizeOf(up) >= sizeOf(down) ? up : down;
  const names = plan.entry.explain ?? [];
  if (row === null || plan.comparison === null || names.length === 0) return {};
  const answers = await Promise.all(
    names.map((name) => askDimension(plan, insight.metric, row, name, service)),
  );
  const mostly = answers.filter((each) => each !== null);
  return mostly.length === 0 ? {} : { explained: { key: row.key, mostly } };
}

function sizeOf(row: ResultsRow | null): number {
  return row === null ? 0 : Math.abs((row.value ?? 0) - (row.previous ?? 0));
}

/**
 * The value of a dimension that explains more than half of a row's move; null if none does, or without an
 * answer.
 */
async function askDimension(
  plan: InsightPlan,
  metric: string | null,
  row: ResultsRow,
  dimension: string,
  service: QueryService,
): Promise<Explained['mostly'][number] | null> {
  const query = moveQuery(plan, metric, row, dimension);
  if (query === null) return null;
  const answer = await ifAnswered(service.runQuery(query), (error) => {
    if (isRefusal(error)) throw error;
    return null;
  });
  if (answer?.result.kind !== 'topN') return null;
  const by = (row.value ?? 0) - (row.previous ?? 0);
  const all = (row.value ?? 0) / (row.previous ?? 0);
  const parts = keyedRows(query, answer.result).rows.map(({ parts: [value = null], values }) => {
    const [now, before] = [toNumber(values[NOW]) ?? 0, toNumber(values[BEFORE]) ?? 0];
    return { dimension, value, difference: now - before, now, before, expected: before * all };
  });
  // Where events began or ceased to have the dimension, its values seem to grow or fall.
  const missing = parts.find(({ value }) => value === null);
  const drift = driftOf(
    { part: missing?.now ?? 0, whole: row.value },
    { part: missing?.before ?? 0, whole: row.previous },
  );
  if (drift !== 0) return null;
  const largest = parts.toSorted((one, other) => (other.difference - one.difference) * Math.sign(by))[0];
  // A value that is missing explains nothing, nor does the largest one where all of them moved alike.
  if (largest === undefined || largest.value === null || largest.difference / by <= 0.5) return null;
  const { value, difference, now, expected } = largest;
  const isBeyondItsPart = (now - expected) * by > 0 && isBeyondNoise(now, expected, [], CLEAR);
  return isBeyondItsPart ? { dimension, value, difference } : null;
}

/** By how many standard deviations a value has to differ from its part of a move. */
const CLEAR = 2;

const [NOW, BEFORE] = ['now', 'before'];
/** How many values of the dimension are compared: the largest ones of the greater period. */
const VALUES = 200;

/**
 * Counts a row's users or events in both periods by another dimension; null if the row or its metric cannot
 * be requested so.
 */
function moveQuery(
  { rows, comparison }: InsightPlan,
  metric: string | null,
  row: ResultsRow,
  dimension: string,
): Query | null {
  const filter = buildRowFilter(rows, row.key);
  const aggregation = metric === null ? null : aggregationBehind(rows, metric);
  const unit = aggregation === null ? 'other' : unitOf(innermostAggregation(aggregation));
  const filters = aggregation === null ? [] : filtersOf(aggregation);
  const [now, before] = [intervalTexts(rows), intervalTexts(comparison?.query ?? {})];
  if (typeof filter === 'string' || unit === 'other' || now.length === 0 || before.length === 0) return null;
  const count = (name: string, intervals: readonly string[]): QueryAggregation => {
    const aggregator = unit === 'events' ? events(name) : users(name);
    return filtered(name, and(during(...intervals), ...filters), aggregator);
  };
  return {
    ...without(rows, 'dimensions', 'having', 'limit', 'postAggregations'),
    queryType: 'topN',
    granularity: 'all',
    threshold: VALUES,
    metric: { type: 'numeric', metric: (row.value ?? 0) >= (row.previous ?? 0) ? NOW : BEFORE },
    dimension: by(dimension),
    filter: joined('and', [rows.filter, filter]),
    aggregations: [count(NOW, now), count(BEFORE, before)],
    intervals: [...before, ...now],
  };
}
