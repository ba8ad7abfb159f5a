import { visible } from '../inputs/visible.ts';
import type { ReportedInsight, ResultsRow } from '../results.ts';
import { aggregationUnit } from '../tables/aggregation-kind.ts';
import { sumOf, toNumber } from '../tables/numbers.ts';
import { aggregationBehind } from '../tables/outputs.ts';
import { isJsonObject } from '../tql/json.ts';
import { type Amount, amountOf, between, changeBetween } from './amount.ts';
import { completeBuckets } from './buckets.ts';
import { answerTo, type Evidence, isOpen, kindOf, NOT_COMPARED, opening, queryFor, type When } from './evidence.ts';
import type { TableFunction } from './language.ts';
import { pointValue } from './point-query.ts';
import { UnknownError } from './unknown.ts';

/** A number of the whole table, for an output; null counts rows, whatever they hold. */
export function tableNumber(evidence: Evidence, number: TableFunction, output: string | null): Amount {
  const name = output ?? '';
  switch (number) {
    case 'total':
      return totalOf(evidence, name);
    case 'previousTotal':
      return previousTotalOf(evidence, name);
    case 'totalChange': {
      const [now, before] = [totalOf(evidence, name), previousTotalOf(evidence, name)];
      if (before.exact === 0)
        throw new UnknownError('the total was zero in the earlier period: there is no change against nothing');
      return changeBetween(now, before);
    }
    case 'count':
      return countOf(evidence.insight, output);
    case 'first':
      return bucketOf(evidence, name, 0);
    case 'last':
      return bucketOf(evidence, name, -1);
  }
}

/** Whether an output counts something, so that nothing is zero. */
export function isCount(insight: ReportedInsight, output: string): boolean {
  if (output === insight.metric && insight.unit !== 'other') return true;
  const aggregation = aggregationBehind(insight.query, output);
  return aggregation !== null && aggregationUnit(aggregation) !== 'other';
}

function totalOf(evidence: Evidence, output: string): Amount {
  const { insight } = evidence;
  if (output === insight.metric && insight.total !== null) return amountOf(insight.total);
  const whole = wholeRow(insight);
  if (whole !== null) return bucketValue(insight, whole, output);
  if (output !== insight.metric && kindOf(insight, output) === 'additive' && !isOpen(insight)) {
    const sum = sumOf(insight.rows.map((row) => row.values[output]));
    if (sum !== null) return amountOf(sum);
  }
  return askedTotal(evidence, 'now', output);
}

function previousTotalOf(evidence: Evidence, output: string): Amount {
  const { insight } = evidence;
  if (insight.compare === null) throw new UnknownError(NOT_COMPARED);
  if (output === insight.metric && insight.previousTotal !== null) return amountOf(insight.previousTotal);
  const whole = wholeRow(insight);
  if (whole !== null && output === insight.metric && whole.previous !== null) return amountOf(whole.previous);
  return askedTotal(evidence, 'before', output);
}

/** A timeseries of one bucket is its own whole, whatever it counts. */
export function wholeRow(insight: ReportedInsight): ResultsRow | null {
  const granularity = insight.query['granularity'];
  const name = isJsonObject(granularity) ? granularity['type'] : granularity;
  const isOne = insight.queryType === 'timeseries' && insight.rows.length === 1;
  return isOne && typeof name === 'string' && name.toLowerCase() === 'all' ? (insight.rows[0] ?? null) : null;
}

function askedTotal(evidence: Evidence, when: When, output: string): Amount {
  const { insight } = evidence;
  const isBefore = when === 'before';
  if (!hasTotal(insight, output)) throw new UnknownError(`"${visible(output)}" has no total: it does not add up`);
  const query = queryFor(insight, null, when);
  const answer = typeof query === 'string' ? query : answerTo(evidence, query);
  const what = isBefore ? 'the earlier total' : 'the true total';
  if (typeof answer === 'string') throw new UnknownError(`${what} is not known: ${answer}`);
  const value = pointValue(answer, output);
  if (value !== null) return amountOf(value);
  if (isCount(insight, output)) return amountOf(0);
  throw new UnknownError(`${what} is not known: nothing was counted`);
}

/** Whether the whole of an output means anything (interface, section 4). */
export function hasTotal(insight: ReportedInsight, output: string): boolean {
  if (wholeRow(insight) !== null) return true;
  const isTotalled = ['timeseries', 'topN', 'groupBy'].includes(insight.queryType);
  return isTotalled && kindOf(insight, output) !== 'other';
}

function countOf(insight: ReportedInsight, output: string | null): Amount {
  const count = insight.rows.filter((row) => output === null || toNumber(row.values[output]) !== null).length;
  return isOpen(insight) ? between(count, Infinity, opening(insight)) : amountOf(count);
}

function bucketOf({ insight, nowMs }: Evidence, output: string, place: 0 | -1): Amount {
  if (insight.queryType !== 'timeseries') {
    throw new UnknownError(`only a timeseries has a first and a last bucket, and this is a ${insight.queryType}`);
  }
  const row = completeBuckets(insight, nowMs).at(place);
  if (row === undefined) throw new UnknownError('no bucket of the period is complete yet');
  return bucketValue(insight, row, output);
}

function bucketValue(insight: ReportedInsight, row: ResultsRow, output: string): Amount {
  const value = output === insight.metric ? row.value : toNumber(row.values[output]);
  if (value !== null) return amountOf(value);
  if (isCount(insight, output)) return amountOf(0);
  throw new UnknownError(`the bucket of ${visible(row.key)} has no value`);
}
