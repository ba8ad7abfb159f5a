// Which output a gate's function reads, what it counts, and its value in an answer.
import { isOneBucket, pointRow, pointValue } from '../../tables/companion-queries.ts';
import type { ReportedInsight, ResultsRow, Verdict } from '../../results/results.ts';
import { isCounted, outputKind, outputUnit, queryOutputs } from '../../tables/aggregations.ts';
import { toNumber } from '../../tables/table.ts';
import { quoteKey, quoteNames } from '../../../text/list.ts';
import type { QueryResult } from '../../../tql/result.ts';
import { because, type Unknown } from '../../expression/reasons.ts';
import type { NumberOrUnknown } from './evidence.ts';

/** The output that is read: the one that is named, or else the metric. */
export function outputOf(
  { metric, outputs, queryType }: ReportedInsight,
  output: string | null | undefined,
): string | Unknown {
  const name = output ?? metric;
  if (name === null) return because(`a ${queryType} has no metric`);
  if (name === metric || outputs.includes(name)) return name;
  return because(`there is no output ${quoteKey(name)} in the answer; there are ${quoteNames(outputs)}`);
}

function unitOf(insight: ReportedInsight, output: string): ReportedInsight['unit'] {
  const { metric, unit, query } = insight;
  return output === metric && unit !== 'other' ? unit : outputUnit(query, output);
}

/** Whether an output counts users or events, so that a missing value means 0. */
export function isCount(insight: ReportedInsight, output: string): boolean {
  return unitOf(insight, output) !== 'other';
}

/** Whether an output counts something, so that a part of it is at most the whole. */
export function isCounting(insight: ReportedInsight, output: string): boolean {
  return insight.queryType === 'experiment' || isCount(insight, output) || isCounted(insight.query, output);
}

/** Whether an output of no events is 0: the mean of nothing is not known. */
export function isZeroIfNone(insight: ReportedInsight, output: string): boolean {
  const kind = outputKind(insight.query, output);
  return isCount(insight, output) || kind === 'additive' || kind === 'distinct';
}

/** The value of an output if nothing was counted. */
export function valueOfNone(insight: ReportedInsight, output: string, named: string): NumberOrUnknown {
  return isZeroIfNone(insight, output) ? 0 : withoutNumber(named);
}

export function withoutNumber(named: string): Unknown {
  return because(`${named} has no value`);
}

/** An output in a row of the insight's table, which messages name so. */
export function valueInRow(
  { metric }: ReportedInsight,
  { value, values }: ResultsRow,
  output: string,
  named: string,
): NumberOrUnknown {
  const number = output === metric ? value : toNumber(values[output]);
  return number ?? unrepresented(values, output) ?? withoutNumber(named);
}

/**
 * An output in the answer to a query for one point: 0 if it counts and nothing was counted, otherwise null. It
 * is unknown if the service could not represent it, such as the sum of two of the largest numbers.
 */
export function answeredValue(
  insight: ReportedInsight,
  result: QueryResult,
  output: string,
): NumberOrUnknown | null {
  const value = pointValue(insight.query, result, output) ?? unrepresented(pointRow(result) ?? {}, output);
  return value ?? (isCount(insight, output) ? 0 : null);
}

/** Why a value that is there is not a number; null if it is missing. */
function unrepresented(values: Readonly<Record<string, unknown>>, output: string): Unknown | null {
  const value = values[output];
  if (typeof value !== 'string' || !/^(?:NaN|-?Infinity)$/.test(value)) return null;
  return because(`${quoteKey(output)} is ${value}: it is too large to be represented`);
}

/** The only row of a timeseries of one bucket, which is its own total whatever it counts; else null. */
export function wholeRow({ queryType, query, rows }: ReportedInsight): ResultsRow | null {
  const isWhole = queryType === 'timeseries' && rows.length === 1 && isOneBucket(query);
  return isWhole ? (rows[0] ?? null) : null;
}

/**
 * The output whose total is the size of the sample behind an output (null: the metric): itself if it is a
 * count or a sum, or else the users, or else the events, or else itself in a timeseries of one bucket; null
 * if there is none of these.
 */
export function sampleOutput(insight: ReportedInsight, output: string | null | undefined): string | null {
  const wanted = output ?? insight.metric;
  if (wanted !== null && isZeroIfNone(insight, wanted)) return wanted;
  const counts = queryOutputs(insight.query)
    .map(({ name }) => name)
    .filter((name) => insight.outputs.includes(name) && isCount(insight, name));
  const users = counts.find((name) => outputKind(insight.query, name) === 'distinct');
  return users ?? counts[0] ?? (wholeRow(insight) === null ? null : wanted);
}

/** What an output counts, and its name if that is neither users nor events. */
export function countedUnit(
  insight: ReportedInsight,
  output: string,
): Pick<NonNullable<Verdict['sample']>, 'unit' | 'output'> {
  const unit = unitOf(insight, output);
  return unit === 'other' && isZeroIfNone(insight, output) ? { unit, output } : { unit };
}
