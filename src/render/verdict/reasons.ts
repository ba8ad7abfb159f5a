import type { AnswerProblem, AssumedRow, MissingRowsReason, UnknownReason, VerdictReason } from '../../gate/reasons.ts';
import type { Verdict } from '../../results.ts';
import { quoteNames } from '../../text/list.ts';
import { plural } from '../../text/plural.ts';
import { makeVisible } from '../../text/visible.ts';
import { formatCount, formatVerdictValue } from './numbers.ts';

/** A reason in words, without a full stop. */
export function describeReason(reason: VerdictReason, unit: Verdict['unit'], locale: string): string {
  switch (reason.kind) {
    case 'not-queried':
      return `the insight could not be queried (${reason.error.kind}): ${reason.error.message}`;
    case 'no-rows':
      return 'the answer is empty';
    case 'nothing-counted':
      return 'the answer is empty: nothing was counted in the period (min-sample: 0 says that this is to be expected)';
    case 'sample-unknown':
      return `min-sample is ${reason.minSample}, and how many ${makeVisible(reason.insight)} counts is not known`;
    case 'small-sample': {
      const size = reason.size === null ? 'a small number' : `only ${formatCount(reason.size, locale)}`;
      return `${size} in total, fewer than min-sample (${formatCount(reason.minSample, locale)})`;
    }
    case 'unknown':
      return describeUnknown(reason.reason);
    case 'missing-row':
      return `there is no row ${quoteKey(reason.key)} (missing-row: fail)`;
    case 'offending-rows':
      return `not so for ${describeOffenders(reason.keys, reason.count)}`;
    case 'assumed-zero':
      return `${reason.rows.map(describeAssumedRow).join('; ')}; missing-row says what it should count as`;
    case 'warning-false':
      return `not ${reason.warn}`;
    case 'warning-unknown':
      return `whether ${reason.warn} is not known: ${describeUnknown(reason.reason)}`;
    case 'within-error': {
      const { value, error } = reason;
      const format = (bound: number): string => formatVerdictValue(bound, null, unit, locale);
      const size = formatVerdictValue(error, null, 'percent', locale);
      const range = `${format(value * (1 - error))} to ${format(value * (1 + error))}`;
      return `within the error of the estimate (± ${size}: ${range})`;
    }
    case 'hidden-value':
      return 'its value would reveal small groups, which are hidden (min-group-size)';
  }
}

function describeOffenders(keys: readonly string[], count: number): string {
  if (keys.length === 0) return `${count} small ${plural('group', count)}`;
  return quoteNames(keys, count);
}

function describeAssumedRow({ key, similar }: AssumedRow): string {
  const hint = similar === null ? '' : ` (the most similar is ${quoteKey(similar)})`;
  return `there is no row ${quoteKey(key)}${hint}, which counts as zero`;
}

/** Why a number or an assertion's truth is not known, in words. */
export function describeUnknown(reason: UnknownReason): string {
  switch (reason.kind) {
    case 'cut-off':
    case 'having':
    case 'offset':
      return describeMissingRows(reason);
    case 'division-by-zero':
      return 'it divides by zero';
    case 'overflow':
      return 'a number in it grows too large';
    case 'inexact':
      return 'it is not known exactly';
    case 'not-compared':
      return describeProblem(reason);
    case 'row-unavailable':
      return describeUnavailableRow(reason);
    case 'no-row':
      return `there is no row ${quoteKey(reason.key)}`;
    case 'no-value':
      return `${quoteKey(reason.key)} has no value`;
    case 'no-row-total':
      return `the share of ${quoteKey(reason.key)} is not known, since the true total is not`;
    case 'no-previous':
      return `${quoteKey(reason.key)} has no value in the earlier period`;
    case 'zero-before':
      return `${quoteKey(reason.key)} was zero in the earlier period: there is no change against nothing`;
    case 'no-rank':
      return `${quoteKey(reason.key)} is not in the table, so that it has no rank`;
    case 'no-share':
      return `${quoteKey(reason.output)} is not something that a row has a share of`;
    case 'no-total':
      return `${quoteKey(reason.output)} has no total: it does not add up`;
    case 'no-metric':
      return `a ${reason.queryType} has no metric`;
    case 'no-output':
      return `there is no output ${quoteKey(reason.output)} in the answer; there are ${quoteNames(reason.outputs)}`;
    case 'unknown-total': {
      const total = reason.isEarlier ? 'the earlier total' : 'the true total';
      return `${total} is not known: ${reason.problem === null ? 'nothing was counted' : describeProblem(reason.problem)}`;
    }
    case 'zero-total-before':
      return 'the total was zero in the earlier period: there is no change against nothing';
    case 'no-buckets':
      return `only a timeseries has a first and a last bucket, and this is a ${reason.queryType}`;
    case 'no-complete-bucket':
      return 'no bucket of the period is complete yet';
    case 'no-bucket-value':
      return `the bucket of ${makeVisible(reason.bucket)} has no value`;
    case 'no-row-at-place':
      return `it cannot be evaluated: there is no row ${reason.place}`;
    case 'evaluation-error':
      return `it cannot be evaluated: ${reason.message}`;
    case 'not-boolean':
      return 'it comes to neither true nor false';
    case 'no-number':
      return 'it was decided without a number of the insight';
  }
}

function describeMissingRows(reason: MissingRowsReason): string {
  switch (reason.kind) {
    case 'cut-off':
      return `the table is cut off at ${reason.rows} ${plural('row', reason.rows)}`;
    case 'having':
      return 'its `having` leaves rows out';
    case 'offset':
      return 'the table does not begin with the first row';
  }
}

function describeUnavailableRow({
  key,
  because,
  problem,
}: UnknownReason & { readonly kind: 'row-unavailable' }): string {
  if (problem.kind === 'not-asked' || problem.kind === 'failed') {
    return `${quoteKey(key)} could not be asked for by itself: ${describeProblem(problem)}`;
  }
  const missing = because === null ? 'it is not in the table' : describeMissingRows(because);
  return `${missing}, and ${quoteKey(key)} cannot be asked for by itself: ${describeProblem(problem)}`;
}

function describeProblem(problem: AnswerProblem): string {
  switch (problem.kind) {
    case 'not-compared':
      return 'there is no earlier period to compare with';
    case 'several-intervals':
      return 'its period is made of several intervals';
    case 'not-asked':
      return 'it was not asked for';
    case 'failed':
      return `${problem.errorKind === null ? '' : `${problem.errorKind}: `}${problem.message}`;
    case 'row-filter':
      return describeFilterProblem(problem);
  }
}

function describeFilterProblem({ problem, queryType, parts }: AnswerProblem & { readonly kind: 'row-filter' }): string {
  switch (problem) {
    case 'no-rows':
      return `a ${queryType} has no rows to ask for`;
    case 'too-few-parts':
      return `its key has ${parts} parts, with " / " between them`;
    case 'ambiguous-key':
      return '" / " in its key leaves open where a part of it ends';
    case 'computed-dimension':
      return 'its dimension is made from another value, and which values become it cannot be said in a filter';
    case 'unknown-dimension':
      return 'its dimension is of an unknown form';
    case 'number-dimension':
      return 'its dimension is turned into a number, which several values may become';
    case 'unknown-lookup':
      return 'its dimension is looked up in a table that the query does not hold';
    case 'no-lookup-value':
      return 'its dimension is looked up in a table that has no such value';
  }
}

function quoteKey(key: string): string {
  return `"${makeVisible(key)}"`;
}
