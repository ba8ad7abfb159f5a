import type { Aggregation } from './aggregation.ts';

/** The types of aggregations: those of the service, and one that only the hosted service knows. */
export type AggregationType = Aggregation['type'] | 'hyperUnique';

/** What is known of an aggregation that is not `filtered`. */
interface AggregationFacts {
  /**
   * How its values for parts relate to its value for the whole. `additive`: they add up. `distinct`: the
   * whole is at most their sum and has to be requested; a part is a share of it. `mean`: the whole has to be
   * requested; a part is not a share of it. `other`: a whole means nothing.
   */
  readonly kind: 'additive' | 'distinct' | 'mean' | 'other';
  /** What it says about a group: how many, how many in each bin, or a value of theirs. */
  readonly role: 'count' | 'bins' | 'measure';
  /** How Druid estimates it; null if it is exact, or by how much it may be wrong is not known. */
  readonly estimate: 'theta' | 'hyper-log-log' | null;
  /** Whether it reads numbers of a column, and so none of a text that is not one. */
  readonly readsNumbers: boolean;
  /** What Druid has of it before it is finished: a value, a value with its time, or a sketch. */
  readonly state: 'value' | 'timed' | 'sketch';
  /** The name of its output if the query gives none. */
  readonly name?: string;
}

const EXTREME: AggregationFacts = {
  kind: 'other',
  role: 'measure',
  estimate: null,
  readsNumbers: true,
  state: 'value',
};
const COUNT: AggregationFacts = { ...EXTREME, kind: 'additive', role: 'count', readsNumbers: false };
const THETA: AggregationFacts = { ...COUNT, kind: 'distinct', estimate: 'theta', state: 'sketch' };
const HYPER_LOG_LOG: AggregationFacts = { ...THETA, estimate: 'hyper-log-log' };
const TIMED: AggregationFacts = { ...EXTREME, state: 'timed' };

/** A type without the type of its values: `Sum` of `longSum`. */
export type Family<Type> = Type extends `${'long' | 'double' | 'float' | 'string'}${infer Rest}`
  ? Rest
  : Type;

const FACTS: Readonly<Record<Exclude<Family<AggregationType>, 'filtered'>, AggregationFacts>> = {
  eventCount: { ...COUNT, name: 'Events' },
  count: COUNT,
  userCount: { ...THETA, name: 'Users' },
  thetaSketch: THETA,
  cardinality: HYPER_LOG_LOG,
  hyperUnique: HYPER_LOG_LOG,
  // Finished, a sketch of quantiles is the number of its values.
  quantilesDoublesSketch: { ...THETA, estimate: null, readsNumbers: true },
  histogram: { ...EXTREME, role: 'bins', name: 'Histogram' },
  Sum: { ...EXTREME, kind: 'additive' },
  Mean: { ...EXTREME, kind: 'mean' },
  Min: EXTREME,
  Max: EXTREME,
  Any: EXTREME,
  First: TIMED,
  Last: TIMED,
};
const FACTS_BY_FAMILY: ReadonlyMap<string, AggregationFacts> = new Map(Object.entries(FACTS));

export function familyOf<Type extends string>(type: Type): Family<Type> {
  // The pattern is that of the type `Family`.
  return type.replace(/^(?:long|double|float|string)(?=[A-Z])/, '') as Family<Type>;
}

/** What is known of a type; of one that is not known, no more than of an extreme. */
export function factsOf({ type }: { readonly type: string }): AggregationFacts {
  const facts = FACTS_BY_FAMILY.get(familyOf(type)) ?? EXTREME;
  return type.startsWith('string') ? { ...facts, readsNumbers: false } : facts;
}
