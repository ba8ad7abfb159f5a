import { completeBuckets } from '../../compare/complete-buckets.ts';
import type { ReportedInsight, ResultsRow } from '../../results.ts';
import { isAdditive, outputKind, outputUnit } from '../../tables/aggregations.ts';
import { isOneBucket, pointRow, pointValue } from '../../tables/companion-queries.ts';
import { rateOfNothing } from '../../tables/rates.ts';
import { sumOf, toNumber } from '../../tables/table.ts';
import { hasTotal } from '../../tables/total.ts';
import type { TableFunction } from '../expression/calls.ts';
import {
  changeBetween,
  exactNumber,
  type NumberRange,
  rangeBetween,
  unknownNumber,
} from '../expression/number-range.ts';
import { withError } from './estimates.ts';
import {
  type Evidence,
  findAnswer,
  findMissingRowsReason,
  notCompared,
  type WhichPeriod,
} from './evidence.ts';

/** A number of the whole table, for an output; `count` of null counts all rows. */
export function tableNumber(evidence: Evidence, number: TableFunction, output: string | null): NumberRange {
  const { insight } = evidence;
  const name = output ?? '';
  switch (number) {
    case 'total':
      return withError(totalOf(evidence, name), insight, name, [number]);
    case 'previousTotal':
      return withError(previousTotalOf(evidence, name), insight, name, [number]);
    case 'totalChange': {
      const now = tableNumber(evidence, 'total', output);
      const before = tableNumber(evidence, 'previousTotal', output);
      if (before.exact !== 0 || now.isUnknown) return changeBetween(now, before);
      if (now.exact === 0) return exactNumber(0);
      return unknownNumber({ kind: 'zero-total-before' });
    }
    case 'count':
      return countOf(insight, output);
    case 'first':
    case 'last':
      return withError(bucketOf(evidence, name, number === 'first' ? 0 : -1), insight, name, [number]);
  }
}

/** Whether an output counts users or events, so that a missing value means 0. */
export function isCount(insight: ReportedInsight, output: string): boolean {
  if (output === insight.metric && insight.unit !== 'other') return true;
  return outputUnit(insight.query, output) !== 'other';
}

/**
 * What a missing value of an output means: 0 of a count, and of a rate whose numerator counted nothing; else
 * null.
 */
export function valueOfNothing(
  insight: ReportedInsight,
  values: Readonly<Record<string, unknown>>,
  output: string,
): number | null {
  if (isCount(insight, output)) return 0;
  // A rounded count of 0 may be anything below the group size.
  return insight.roundedTo === undefined ? rateOfNothing(insight.query, values, output) : null;
}

function totalOf(evidence: Evidence, output: string): NumberRange {
  const { insight } = evidence;
  if (output === insight.metric && insight.total !== null) return exactNumber(insight.total);
  const whole = wholeRow(insight);
  if (whole !== null) return bucketValue(insight, whole, output);
  if (output !== insight.metric && areRowsWhole(insight, output)) {
    // Some aggregators answer null for a filtered count of nothing.
    const ofNothing = insight.rows.length > 0 && isCount(insight, output) ? 0 : null;
    const sum = sumOf(insight.rows.map((row) => row.values[output] ?? ofNothing));
    if (sum !== null) return exactNumber(sum);
  }
  return askedTotal(evidence, 'now', output);
}

/** Whether a table's rows add up to the total of an output. */
function areRowsWhole(insight: ReportedInsight, output: string): boolean {
  return (
    findMissingRowsReason(insight) === null &&
    insight.roundedTo === undefined &&
    isAdditive(insight.query, output)
  );
}

function previousTotalOf(evidence: Evidence, output: string): NumberRange {
  const { insight } = evidence;
  if (insight.compare === null) return unknownNumber(notCompared(insight));
  if (output === insight.metric && insight.previousTotal !== null) return exactNumber(insight.previousTotal);
  const whole = wholeRow(insight);
  if (whole !== null && output === insight.metric && whole.previous !== null)
    return exactNumber(whole.previous);
  return askedTotal(evidence, 'before', output);
}

/** The only row of a timeseries of one bucket, which is its own total whatever it counts; else null. */
export function wholeRow(insight: ReportedInsight): ResultsRow | null {
  const { queryType, query, rows } = insight;
  const isWhole = queryType === 'timeseries' && rows.length === 1 && isOneBucket(query);
  return isWhole ? (rows[0] ?? null) : null;
}

function askedTotal(evidence: Evidence, when: WhichPeriod, output: string): NumberRange {
  const { insight } = evidence;
  if (!isTotalled(insight, output)) return unknownNumber({ kind: 'no-total', output });
  const isEarlier = when === 'before';
  const answer = findAnswer(evidence, null, when);
  if ('problem' in answer)
    return unknownNumber({ kind: 'unknown-total', isEarlier, problem: answer.problem });
  const values = pointRow(answer.result) ?? {};
  const value = pointValue(insight.query, answer.result, output) ?? valueOfNothing(insight, values, output);
  if (value === null) return unknownNumber({ kind: 'unknown-total', isEarlier, problem: null });
  return exactNumber(value);
}

/** Whether a total of an output means anything. */
export function isTotalled(insight: ReportedInsight, output: string): boolean {
  if (wholeRow(insight) !== null) return true;
  return hasTotal(insight) && outputKind(insight.query, output) !== 'other';
}

function countOf(insight: ReportedInsight, output: string | null): NumberRange {
  const count = insight.rows.filter((row) => output === null || toNumber(row.values[output]) !== null).length;
  const missing = findMissingRowsReason(insight);
  return missing === null ? exactNumber(count) : rangeBetween(count, Infinity, missing);
}

function bucketOf({ insight, nowMs }: Evidence, output: string, place: 0 | -1): NumberRange {
  if (insight.queryType !== 'timeseries') {
    return unknownNumber({ kind: 'no-buckets', queryType: insight.queryType });
  }
  if (insight.cutOff && !isOneBucket(insight.query))
    return unknownNumber({ kind: 'cut-off', rows: insight.rows.length });
  const row = completeBuckets(insight, nowMs).at(place);
  if (row === undefined) return unknownNumber({ kind: 'no-complete-bucket' });
  return bucketValue(insight, row, output);
}

function bucketValue(insight: ReportedInsight, row: ResultsRow, output: string): NumberRange {
  const value = output === insight.metric ? row.value : toNumber(row.values[output]);
  const known = value ?? valueOfNothing(insight, row.values, output);
  if (known !== null) return exactNumber(known);
  return unknownNumber({ kind: 'no-bucket-value', bucket: row.key });
}
