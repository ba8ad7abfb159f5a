// The totals of an insight and the first and last bucket of a time series, for gates. Used by `reader.ts`.
import { bucketDays } from '../../compare/by-day.ts';
import { completeBuckets } from '../../compare/complete-buckets.ts';
import type { ReportedInsight, ResultsRow } from '../../results/results.ts';
import { outputKind } from '../../tables/query/counting.ts';
import { isOneBucket } from '../../tables/companion-queries.ts';
import { sumOf, toNumber } from '../../tables/table.ts';
import { hasTotal } from '../../tables/total.ts';
import { rangeOf } from '../../results/dates.ts';
import { quoteKey } from '../../../text/list.ts';
import { makeVisible } from '../../../text/visible.ts';
import { exactNumber, type NumberRange, rangeBetween, unknownNumber } from '../../expression/number-range.ts';
import { because, isUnknown } from '../../expression/reasons.ts';
import {
  type Evidence,
  findAnswer,
  findMissingRows,
  type NumberOrUnknown,
  notCompared,
  type WhichPeriod,
} from './evidence.ts';
import { measured } from './measured.ts';
import { answeredValue, outputOf, valueInRow, wholeRow } from './outputs.ts';

/** The total of an output in either period. */
export function totalOf(evidence: Evidence, output: string, when: WhichPeriod): NumberRange {
  const total = when === 'now' ? currentTotal(evidence, output) : previousTotal(evidence, output);
  return measured({ insight: evidence.insight, output, row: null }, when, total);
}

function currentTotal(evidence: Evidence, output: string): NumberOrUnknown {
  const { insight } = evidence;
  const { metric, total, rows } = insight;
  if (output === metric && total !== null) return total;
  const onlyBucket = wholeRow(insight);
  if (onlyBucket !== null) return bucketValue(insight, onlyBucket, output);
  if (
    output !== metric &&
    findMissingRows(insight) === null &&
    outputKind(insight.query, output) === 'additive'
  ) {
    const sum = sumOf(rows.map((row) => row.values[output]));
    if (sum !== null) return sum;
  }
  return queriedTotal(evidence, 'now', output);
}

function previousTotal(evidence: Evidence, output: string): NumberOrUnknown {
  const { insight } = evidence;
  if (insight.compare === null) return notCompared(insight);
  const tableTotal =
    output === insight.metric ? (insight.previousTotal ?? wholeRow(insight)?.previous) : null;
  return tableTotal ?? queriedTotal(evidence, 'before', output);
}

function queriedTotal(evidence: Evidence, when: WhichPeriod, output: string): NumberOrUnknown {
  const { insight } = evidence;
  if (!isTotalled(insight, output)) return because(`${quoteKey(output)} has no total: it does not add up`);
  const unknown = `the ${when === 'before' ? 'earlier' : 'true'} total is not known`;
  const answer = findAnswer(evidence, null, when);
  if ('problem' in answer) return because(`${unknown}: ${answer.problem}`);
  return answeredValue(insight, answer.result, output) ?? because(`${unknown}: nothing was counted`);
}

/** Whether a total of an output means anything. */
function isTotalled(insight: ReportedInsight, output: string): boolean {
  if (wholeRow(insight) !== null) return true;
  return hasTotal(insight) && outputKind(insight.query, output) !== 'other';
}

/** The first or the last complete bucket of a timeseries. */
export function bucketOf(evidence: Evidence, output: string, place: 'first' | 'last'): NumberRange {
  const { insight, nowMs, relations } = evidence;
  const findValue = (): NumberOrUnknown => {
    const { queryType, query, cutOff } = insight;
    if (queryType !== 'timeseries')
      return because(`only a timeseries has a first and a last bucket, and this is a ${queryType}`);
    const missing = cutOff && !isOneBucket(query) ? findMissingRows(insight) : null;
    if (missing !== null) return missing;
    const buckets = completeBuckets(insight, nowMs);
    const row = buckets.at(place === 'first' ? 0 : -1);
    if (row === undefined) return because('no bucket of the period is complete');
    if (relations.has('buckets') && buckets.length === 1)
      return because('only one bucket of the period is complete, so it has no other to compare with');
    return bucketValue(insight, row, output);
  };
  return measured({ insight, output, row: null }, place, findValue());
}

/**
 * By how much the last bucket of a count is multiplied, to be as long as the first: clocks change.
 */
export function bucketRatio({ insight, nowMs }: Evidence, output: string): number {
  const { query, timezone, interval } = insight;
  const [first, ...others] = completeBuckets(insight, nowMs);
  if (first === undefined || outputKind(query, output) !== 'additive') return 1;
  const [days = 1, lastDays = 1] = [first, others.at(-1) ?? first].map(({ key }) =>
    bucketDays(query.granularity, timezone, rangeOf(interval), Date.parse(key)),
  );
  return days / lastDays;
}

function bucketValue(insight: ReportedInsight, row: ResultsRow, output: string): NumberOrUnknown {
  return valueInRow(insight, row, output, `the bucket of ${makeVisible(row.key)}`);
}

/** How many rows an insight has, of an output those with a number in it. */
export function countRows(insight: ReportedInsight, output: string | null): NumberRange {
  const name = output === null ? null : outputOf(insight, output);
  if (isUnknown(name)) return unknownNumber(name);
  const count = insight.rows.filter(({ values }) => name === null || toNumber(values[name]) !== null).length;
  const missing = findMissingRows(insight);
  return missing === null ? exactNumber(count) : rangeBetween(count, Infinity, missing);
}
