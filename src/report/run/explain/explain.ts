// Explains the largest move of a row by other dimensions (`explain: [country]`): most of the gain of iPhone
// 17 came from `DE`. `insight.ts` calls this for entries with `explain`.
import { driftOf } from '../../compare/drift.ts';
import { findMovers, isBeyondNoise } from '../../compare/movers.ts';
import type { QueryService } from '../../client/client.ts';
import type { ReportedInsight, ResultsRow } from '../../results/results.ts';
import { outputUnit } from '../../tables/query/counting.ts';
import { aggregationBehind, filtersOf } from '../../tables/query/outputs.ts';
import { keyedRows } from '../../tables/rows.ts';
import { buildRowFilter } from '../../tables/row-filter.ts';
import { toNumber } from '../../tables/table.ts';
import { intervalTexts } from '../../../tql/time/query-intervals.ts';
import { without } from '../../../tql/json.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryAggregation } from '../../../tql/query-parts.ts';
import { and, by, during, events, filtered, joined, users } from '../../../tql/write.ts';
import { answerOrError } from '../ask.ts';
import type { InsightPlan } from '../planning/plan.ts';

type Explained = NonNullable<ReportedInsight['explained']>;

/**
 * Finds for each dimension of `explain` the value that explains most of the largest move of a row. Sends one
 * query for each; nothing is said about a dimension without an answer.
 */
export async function explainMove(
  plan: InsightPlan,
  insight: ReportedInsight,
  service: QueryService,
): Promise<Pick<ReportedInsight, 'explained'>> {
  const { up, down } = findMovers(insight);
  const row = sizeOfMove(up) >= sizeOfMove(down) ? up : down;
  const dimensions = plan.entry.explain ?? [];
  if (row === null || plan.comparison === null || dimensions.length === 0) return {};
  const answers = await Promise.all(
    dimensions.map((dimension) => askDimension(plan, insight.metric, row, dimension, service)),
  );
  const mostly = answers.filter((each) => each !== null);
  return mostly.length === 0 ? {} : { explained: { key: row.key, mostly } };
}

function sizeOfMove(row: ResultsRow | null): number {
  return row === null ? 0 : Math.abs(moveOf(row));
}

function moveOf({ value, previous }: ResultsRow): number {
  return (value ?? 0) - (previous ?? 0);
}

/** Asks which value of a dimension explains a row's move; null if none does, or without an answer. */
async function askDimension(
  plan: InsightPlan,
  metric: string | null,
  row: ResultsRow,
  dimension: string,
  service: QueryService,
): Promise<Explained['mostly'][number] | null> {
  const query = moveQuery(plan, metric, row, dimension);
  if (query === null) return null;
  const answer = await answerOrError(service.runQuery(query));
  if (answer instanceof Error || answer.result.kind !== 'topN') return null;
  const counts = keyedRows(query, answer.result).rows.map(({ parts: [value = null], values }) => ({
    value,
    now: toNumber(values[NOW]) ?? 0,
    before: toNumber(values[BEFORE]) ?? 0,
  }));
  const explaining = findExplaining(counts, row);
  return explaining && { dimension, ...explaining };
}

/** A row's users or events with one value of a dimension, in both periods; `value` is null without it. */
interface ValueCounts {
  readonly value: string | null;
  readonly now: number;
  readonly before: number;
}

/**
 * The value behind more than half of a row's move, if it grew or fell more than the row as a whole; else
 * null.
 */
function findExplaining(
  counts: readonly ValueCounts[],
  row: ResultsRow,
): { readonly value: string; readonly difference: number } | null {
  // Where events began or ceased to have the dimension, its values only seem to grow or fall.
  const missing = counts.find(({ value }) => value === null);
  const drift = driftOf(
    { part: missing?.now ?? 0, whole: row.value },
    { part: missing?.before ?? 0, whole: row.previous },
  );
  if (drift !== 0) return null;
  const move = moveOf(row);
  const differenceOf = ({ now, before }: ValueCounts) => now - before;
  const [largest] = counts.toSorted(
    (one, other) => (differenceOf(other) - differenceOf(one)) * Math.sign(move),
  );
  // A value that is missing explains nothing.
  if (largest === undefined || largest.value === null) return null;
  const difference = differenceOf(largest);
  if (difference / move <= 0.5) return null;
  // Where all values moved alike, the largest one explains nothing either.
  const growth = (row.value ?? 0) / (row.previous ?? 0);
  const expected = largest.before * growth;
  const isBeyondRow = (largest.now - expected) * move > 0;
  if (!isBeyondRow || !isBeyondNoise(largest.now, expected, [], CLEAR)) return null;
  return { value: largest.value, difference };
}

/** By how many standard deviations a value has to differ from what the row's growth lets expect. */
const CLEAR = 2;

const NOW = 'now';
const BEFORE = 'before';
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
  // `buildRowFilter` gives a text, the reason, if there is no filter.
  if (typeof filter === 'string' || aggregation === null) return null;
  const unit = outputUnit(rows, metric);
  const filters = filtersOf(aggregation);
  const [now, before] = [intervalTexts(rows), intervalTexts(comparison?.query ?? {})];
  if (unit === 'other' || now.length === 0 || before.length === 0) return null;
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
