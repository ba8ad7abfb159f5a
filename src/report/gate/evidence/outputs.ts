// Which output a gate's function reads, what it counts, and its value in an answer.
import { isOneBucket, pointRow, pointValue } from '../../tables/companion-queries.ts';
import type { ReportedInsight, ResultsRow, Verdict } from '../../results/results.ts';
import { isCounted, outputKind, outputUnit } from '../../tables/query/counting.ts';
import { queryOutputs } from '../../tables/query/outputs.ts';
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

/** What is known of an output before anything is counted. */
interface OutputFacts {
  readonly unit: ReportedInsight['unit'];
  /** Whether it is 0 where there are no events. The mean of nothing is not known. */
  readonly isZeroIfNone: boolean;
  /** Whether it is 0 where an answer has no number of it. The sum of events without numbers is not known. */
  readonly isCount: boolean;
  /** Whether a row has at most as much as the whole. One row of a sum may be negative. */
  readonly isPart: boolean;
}

/**
 * | output                              | isZeroIfNone | isCount | isPart |
 * | :---------------------------------- | :----------- | :------ | :----- |
 * | users, events                       | yes          | yes     | yes    |
 * | distinct values                     | yes          | no      | yes    |
 * | sum                                 | yes          | no      | no     |
 * | mean, minimum, maximum, rate        | no           | no      | no     |
 */
export function outputFacts(
  { metric, unit: shownUnit, query, queryType }: ReportedInsight,
  output: string,
): OutputFacts {
  const unit = output === metric && shownUnit !== 'other' ? shownUnit : outputUnit(query, output);
  const kind = outputKind(query, output);
  const isCount = unit !== 'other';
  return {
    unit,
    isZeroIfNone: isCount || kind === 'additive' || kind === 'distinct',
    isCount,
    isPart: isCount || queryType === 'experiment' || isCounted(query, output),
  };
}

/** The value of an output if nothing was counted. */
export function valueOfNone(insight: ReportedInsight, output: string, named: string): NumberOrUnknown {
  return outputFacts(insight, output).isZeroIfNone ? 0 : withoutNumber(named);
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
 * An output in the answer to a query for one point: 0 if it counts and nothing was counted, otherwise null.
 * It is unknown if the service could not represent it, such as the sum of two of the largest numbers.
 */
export function answeredValue(
  insight: ReportedInsight,
  result: QueryResult,
  output: string,
): NumberOrUnknown | null {
  const value = pointValue(insight.query, result, output) ?? unrepresented(pointRow(result) ?? {}, output);
  return value ?? (outputFacts(insight, output).isCount ? 0 : null);
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
  if (wanted !== null && outputFacts(insight, wanted).isZeroIfNone) return wanted;
  const counts = queryOutputs(insight.query)
    .map(({ name }) => name)
    .filter((name) => insight.outputs.includes(name) && outputFacts(insight, name).isCount);
  const users = counts.find((name) => outputKind(insight.query, name) === 'distinct');
  return users ?? counts[0] ?? (wholeRow(insight) === null ? null : wanted);
}

/** What an output counts, and its name if that is neither users nor events. */
export function countedUnit(
  insight: ReportedInsight,
  output: string,
): Pick<NonNullable<Verdict['sample']>, 'unit' | 'output'> {
  const { unit, isZeroIfNone, isCount } = outputFacts(insight, output);
  return isZeroIfNone && !isCount ? { unit, output } : { unit };
}
