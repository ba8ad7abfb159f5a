// Checks an assertion before a run queries anything: parses it, and finds out whether the insights' queries
// can answer it. Called by `inputs/`, and by `run/judge.ts` once the queries of saved insights are known.
import { outputUnit } from '../tables/query/counting.ts';
import { defaultMetric } from '../tables/query/default-metric.ts';
import { aggregationBehind } from '../tables/query/outputs.ts';
import { setDimension } from '../tables/dimension-values.ts';
import { usersRate } from '../tables/rates.ts';
import { RATE_FUNCTIONS } from './verdict/confidence.ts';
import { type CheckedInsights, writtenInsight } from '../expression/insights.ts';
import { type FunctionCall, RowSet } from '../expression/calls.ts';
import { errorAt, type ExpressionError } from '../expression/fault.ts';
import { asNumber, type Value } from '../expression/values.ts';
import type { IsCount } from '../expression/evaluate-any.ts';
import { type Assertion, checkTree, parseAssertion } from '../expression/parse.ts';

/**
 * Parses an assertion about a report's insights, or says what is wrong with it: for example, that it reads
 * the earlier period of an insight without one, that no count can fail it (`total() >= 0`), or that its gate
 * has a `confidence` and it is not one comparison of a share or a rate with a number.
 */
export function checkAssertion(
  source: string,
  insights: CheckedInsights,
  hasConfidence = false,
): Assertion | ExpressionError {
  const parsed = parseAssertion(source, insights, countsOf(insights));
  return 'why' in parsed ? parsed : (findFault(parsed, insights, hasConfidence) ?? parsed);
}

/**
 * What is wrong with a parsed assertion, where more of the insights' queries are known than when it was
 * parsed; null if nothing is.
 */
export function recheckAssertion(
  { source, tree }: Assertion,
  insights: CheckedInsights,
  hasConfidence: boolean,
): ExpressionError | null {
  const checked = checkTree(source, tree, insights, countsOf(insights));
  return 'why' in checked ? checked : findFault(checked, insights, hasConfidence);
}

function findFault(
  assertion: Assertion,
  insights: CheckedInsights,
  hasConfidence: boolean,
): ExpressionError | null {
  if (hasConfidence && !isOfShareOrRate(assertion)) return errorAt(0, CONFIDENCE);
  for (const [call, place] of assertion.places) {
    const why = findFaultOfCall(call, insights, hasConfidence);
    if (why !== null) return errorAt(place, why);
  }
  return null;
}

const CONFIDENCE =
  'confidence takes one comparison (<, <=, >, >=) of a share or a rate of users with a number, such as share("iOS 15") < 2%: in it a user counts once; the row is written out in quotes. A change compares two periods, which share users';

/** Says which outputs are known to be counts. */
function countsOf({ defaultInsight, all }: CheckedInsights): IsCount {
  return (name, named) => {
    const { query = null, metric = null } = all.find((each) => each.name === (name ?? defaultInsight)) ?? {};
    const output = query && (named ?? metric ?? defaultMetric(query));
    return query !== null && output !== null && outputUnit(query, output) !== 'other';
  };
}

function isOfShareOrRate({ tree, comparisons }: Assertion): boolean {
  if (tree.kind !== 'comparison' || tree.sign === '==' || tree.sign === '!=') return false;
  const sides = comparisons[0]?.sides ?? [];
  return sides.some(({ from }) => from.size === 0) && sides.some(isShareOrRate);
}

/** Whether a value is a share or may be a rate, whose row is written out. */
function isShareOrRate(value: Value): boolean {
  const call = asNumber(value)?.call ?? null;
  if (call === null || call.as !== undefined) return false;
  return (
    (call.name === 'share' || RATE_FUNCTIONS.has(call.name)) && call.output !== undefined && call.row !== null
  );
}

/** Why a call can have no answer, as far as its insight's query is known; null if it may have one. */
function findFaultOfCall(
  call: FunctionCall,
  { defaultInsight, all }: CheckedInsights,
  hasConfidence: boolean,
): string | null {
  const { insight, name } = call;
  const checkedInsight = all.find((each) => each.name === (insight ?? defaultInsight));
  if (checkedInsight?.query == null) return null;
  const set = call.row instanceof RowSet ? call.row : null;
  const { query, metric } = checkedInsight;
  const of = `the query of ${writtenInsight(checkedInsight.name)}`;
  const dimension = setDimension(query);
  if (set !== null && 'dimensions' in dimension && dimension.isKnown)
    return `a set of rows is of the values of the only dimension of a topN or groupBy, and ${of} is a ${query.queryType} with ${dimension.dimensions}`;
  const output = call.output ?? metric ?? defaultMetric(query);
  if (output === null) return null;
  if (hasConfidence && usersRate(query, output) !== null) return null;
  if (aggregationBehind(query, output) === null && !hasConfidence) return null;
  const unit = outputUnit(query, output);
  if (set?.isOnly === true && unit !== 'users')
    return `only(…) is of users, and ${JSON.stringify(output)} of ${of} does not count users; name an output that does, such as ${name}(${set.written}, "Users")`;
  const isShareOfUsers = unit === 'users' && name === 'share';
  if (!hasConfidence || isShareOfUsers) return null;
  return `confidence takes shares and rates in which a user counts once, since events are not independent, and ${JSON.stringify(output)} of ${of} is neither`;
}
