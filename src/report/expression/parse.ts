// Parses an assertion into what gates need: its tree, the numbers that it reads, and its mistakes. Called by
// `gate/check.ts`.
import { evaluateAny, type IsCount } from './evaluate-any.ts';
import { readsEarlier, type FunctionCall } from './calls.ts';
import { errorAt, type ExpressionError, FaultError } from './fault.ts';
import type { KnownInsights } from './insights.ts';
import { MAX_CHARACTERS, type Node, parseExpression } from './syntax.ts';
import { findUnitError } from './units.ts';
import { findUnquoted } from './unquoted.ts';
import { asTruth, callsIn, type Compared, describe } from './values.ts';

/**
 * What comparisons compare. Where numbers were not counted completely, gates widen their bounds by it.
 * - `periods`: numbers of two periods, `value("a") > previous("a")`
 * - `buckets`: the first and the last, `last() > 0.9 * first()`
 * - `limit`: a number and one that is written, `total() >= 1000`
 */
export type Relations = ReadonlySet<'periods' | 'buckets' | 'limit'>;

/** A parsed assertion. */
export interface Assertion {
  readonly source: string;
  readonly tree: Node;
  /** What it reads, including fields of rows and lists of rows. */
  readonly reads: readonly FunctionCall[];
  /** What it reads by calls. */
  readonly calls: readonly FunctionCall[];
  /** Where these calls are in `source`, from 0. */
  readonly places: ReadonlyMap<FunctionCall, number>;
  /** Its comparisons, with all values that their sides may have. */
  readonly comparisons: readonly Compared[];
  /** What its comparisons compare. */
  readonly relations: Relations;
  /** The insights that it reads. */
  readonly insights: readonly string[];
  /** Those whose earlier period it reads. */
  readonly insightsOfTwoPeriods: readonly string[];
}

/**
 * Parses an assertion and evaluates it with any numbers, or says what is wrong with it and where. A
 * comparison is wrong too if no value can fail it, or none can pass it.
 */
export function parseAssertion(
  source: string,
  insights: KnownInsights,
  isCount: IsCount = () => false,
): Assertion | ExpressionError {
  try {
    return checkTree(source, parseExpression(source), insights, isCount);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return findUnquoted(source.slice(0, MAX_CHARACTERS), error.error.at - 1, insights) ?? error.error;
  }
}

/**
 * Evaluates a tree with any numbers, or says what is wrong with it. Throws a `FaultError` if kinds do not
 * fit.
 */
export function checkTree(
  source: string,
  tree: Node,
  insights: KnownInsights,
  isCount: IsCount,
): Assertion | ExpressionError {
  const { value, comparisons, places } = evaluateAny(tree, insights, isCount);
  const result = asTruth(value);
  if (result === null)
    throw new FaultError(
      0,
      `it gives ${describe(value)}, not true or false; compare it with a limit, as in total() >= 1000`,
    );
  if (result.from.size === 0) return errorAt(0, 'it reads no number of an insight, such as total()');
  const unitError = findUnitError(source, comparisons);
  if (unitError !== null) return unitError;
  const { holds } = result;
  if (holds !== null) return errorAt(0, `no value can ${holds ? 'fail' : 'pass'} it: it is always ${holds}`);
  const reads = [...new Set([...callsIn(result.from), ...places.keys()])];
  const namesOf = (read: readonly FunctionCall[]): readonly string[] => [
    ...new Set(read.flatMap(({ insight }) => insight ?? insights.defaultInsight ?? [])),
  ];
  return {
    source,
    tree,
    reads,
    calls: [...places.keys()],
    places,
    comparisons,
    relations: new Set(comparisons.flatMap((each) => [...relationsOf(each)])),
    insights: namesOf(reads),
    insightsOfTwoPeriods: namesOf(reads.filter(({ name }) => readsEarlier(name))),
  };
}

function relationsOf({ node, sides }: Compared): Relations {
  const sidesRead = sides.map(({ from }) => callsIn(from).map(({ name }) => name));
  const isRead = (...names: readonly string[]): boolean =>
    sidesRead.flat().some((name) => names.includes(name));
  const relations = new Set<'periods' | 'buckets' | 'limit'>();
  if (isRead('value', 'total') && isRead('previous', 'previousTotal')) relations.add('periods');
  if (isRead('first') && isRead('last')) relations.add('buckets');
  // Days without events lower `total()`, but not `value("a") / total()`: both of its counts lack them.
  if (sidesRead.some(({ length }) => length === 0) && !hasQuotient(node)) relations.add('limit');
  return relations;
}

/** Whether a part of an expression divides. */
function hasQuotient(node: Node): boolean {
  const parts = 'sides' in node ? node.sides : node.kind === 'minus' ? [node.operand] : [];
  return (node.kind === 'arithmetic' && node.sign === '/') || parts.some(hasQuotient);
}
