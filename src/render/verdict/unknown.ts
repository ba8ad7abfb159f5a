import type {
  AnswerProblem,
  MissingRowsReason,
  SetProblem,
  UnknownReason,
  UnknownRowReason,
  UnknownSetReason,
} from '../../gate/reasons.ts';
import { quoteNames } from '../../text/list.ts';
import { plural } from '../../text/plural.ts';
import { makeVisible } from '../../text/visible.ts';

/**
 * Why a number or an assertion's truth is not known, in words; after the insight's name, if the assertion
 * reads several.
 */
export function describeUnknown({ of, ...reason }: UnknownReason): string {
  const why = describeNumber(reason);
  return of === undefined ? why : `${makeVisible(of)}: ${why}`;
}

function describeNumber(reason: UnknownReason): string {
  switch (reason.kind) {
    case 'cut-off':
    case 'having':
    case 'offset':
    case 'rounded':
      return describeMissingRows(reason);
    case 'division-by-zero':
      return 'it divides by zero';
    case 'overflow':
      return 'a number in it grows too large';
    case 'inexact':
      return 'it is not known exactly';
    case 'not-compared':
      return describeProblem(reason);
    case 'set-unavailable':
    case 'not-versions':
    case 'not-users':
      return describeUnknownSet(reason);
    case 'no-dimension':
      return `no event of the ${reason.isEarlier ? 'earlier ' : ''}period has ${quoteKey(reason.dimension)}, so nothing is known of its values`;
    case 'no-share':
      return `${quoteKey(reason.output)} has no share`;
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
      return 'the total was zero in the earlier period, so there is no change';
    case 'no-buckets':
      return `only a timeseries has a first and a last bucket, and this is a ${reason.queryType}`;
    case 'no-complete-bucket':
      return 'no bucket of the period is complete yet';
    case 'no-bucket-value':
      return `the bucket of ${makeVisible(reason.bucket)} has no value`;
    case 'no-row-at-place':
      return `it cannot be evaluated: there is no row ${reason.place}`;
    case 'shared-rows':
      return describeSharedRows(reason);
    default:
      return describeUnknownRow(reason);
  }
}

function describeSharedRows({ reads, asked }: UnknownReason & { readonly kind: 'shared-rows' }): string {
  const rows = reads.read === 'bucket' ? 'the buckets' : quoteNames(reads.keys);
  const form = asked === null ? '' : `; write ${asked}`;
  return `a user may be in several of ${rows}, so their sum may be larger than the number of users${form}`;
}

/** Why a number of a row is not known, in words. */
function describeUnknownRow(reason: UnknownRowReason): string {
  switch (reason.kind) {
    case 'row-unavailable':
      return describeUnavailableRow(reason);
    case 'near-key':
      return `there is no row ${quoteKey(reason.key)}; did you mean ${quoteKey(reason.similar)}?`;
    case 'no-row':
      return `there is no row ${quoteKey(reason.key)}`;
    case 'no-value':
      return `${quoteKey(reason.key)} has no value`;
    case 'no-row-total':
      return `the share of ${quoteKey(reason.key)} is not known, since the true total is not`;
    case 'no-previous':
      return `${quoteKey(reason.key)} has no value in the earlier period`;
    case 'zero-before':
      return `${quoteKey(reason.key)} was zero in the earlier period, so there is no change`;
    case 'no-rank':
      return `${quoteKey(reason.key)} is not in the table, so it has no rank`;
    case 'shared-key':
      return `${quoteKey(reason.key)} cannot be asked for by itself, since several rows have that key`;
    case 'ambiguous-row':
      return `${reason.rows} rows have the key ${quoteKey(reason.key)}; rows.all(…) and rows.exists(…) read each by its own numbers`;
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
    case 'rounded':
      return `counts are rounded to multiples of ${reason.size}, and true ones may be up to ${2 * reason.size - 2} larger; means to two digits (min-group-size)`;
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
      if (problem.error !== null) return `the request for the earlier period failed: ${problem.error}`;
      if (problem.noEventsOn !== null)
        return `nothing is compared: there are no events on ${problem.noEventsOn}`;
      return problem.eventsSince === null
        ? 'there is no earlier period to compare with'
        : `there are events only since ${problem.eventsSince}, so there is no earlier period to compare with`;
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

function describeUnknownSet(reason: UnknownSetReason): string {
  const set = makeVisible(reason.set);
  switch (reason.kind) {
    case 'set-unavailable':
      return `${set} cannot be asked for: ${describeSetProblem(reason.problem)}`;
    case 'not-versions': {
      const values = reason.values.length === 0 ? 'there are none' : `there are ${quoteNames(reason.values)}`;
      return `no value begins with the same word as ${set}: ${values}`;
    }
    case 'not-users':
      return `${set} is of users, and ${quoteKey(reason.output)} does not count users; name an output that does after it, such as share(only(below("17")), "Users")`;
  }
}

function describeSetProblem(problem: SetProblem | AnswerProblem): string {
  switch (problem.kind) {
    case 'not-one-dimension': {
      const { queryType, dimensions } = problem;
      const has =
        dimensions === 0 ? `this is a ${queryType} without dimensions` : `this one has ${dimensions}`;
      return `a set of rows needs an insight with one dimension, and ${has}; use a topN or groupBy with one dimension`;
    }
    case 'unknown-column':
      return 'its dimension is of an unknown form';
    case 'too-many-values':
      return `its dimension has more than ${problem.bound} values`;
    case 'set-too-large':
      return `its values have more than ${problem.bound} characters together, too many for a filter`;
    case 'values-unknown':
      return `the values of its dimension are not known: ${describeProblem(problem.problem)}`;
    default:
      return describeProblem(problem);
  }
}

function describeFilterProblem({
  problem,
  queryType,
  parts,
}: AnswerProblem & { readonly kind: 'row-filter' }): string {
  switch (problem) {
    case 'no-rows':
      return `a ${queryType} has no rows to ask for`;
    case 'too-few-parts':
      return `its key has ${parts} parts, with " / " between them`;
    case 'ambiguous-key':
      return '" / " in its key leaves open where a part of it ends';
    case 'computed-dimension':
      return 'its dimension is computed from another value, and a filter cannot express which values lead to it';
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

/** A row's key or an output's name in quotation marks. */
export function quoteKey(key: string): string {
  return `"${makeVisible(key)}"`;
}
