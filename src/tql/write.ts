// Builds parts of queries, for reports and for the service's compiler: `not(selector('type', 'launch'))` →
// `{"type": "not", "field": {"type": "selector", "dimension": "type", "value": "launch"}}`.

export function and<const Fields extends readonly unknown[]>(...fields: Fields) {
  return { type: 'and', fields } as const;
}

export function or<const Fields extends readonly unknown[]>(...fields: Fields) {
  return { type: 'or', fields } as const;
}

export function not<Field>(field: Field) {
  return { type: 'not', field } as const;
}

/** Joins filters that are not null: several become an `and` or `or`, one stays itself, none gives null. */
export function joined<Field>(
  type: 'and' | 'or',
  filters: readonly (Field | null | undefined)[],
): Field | { readonly type: 'and' | 'or'; readonly fields: readonly Field[] } | null {
  const fields = filters.filter((each) => each != null);
  return fields.length > 1 ? { type, fields } : (fields[0] ?? null);
}

/** `dimension = value`. */
export function selector(dimension: string, value: string) {
  return { type: 'selector', dimension, value } as const;
}

/** `dimension IN (values)`. */
export function isIn(dimension: string, values: readonly string[]) {
  return { type: 'in', dimension, values } as const;
}

export function isMissing(column: string) {
  return { type: 'null', column } as const;
}

export function hasValue(column: string) {
  return not(isMissing(column));
}

/** Events of any of the intervals. */
export function during(...intervals: string[]) {
  return { type: 'interval', dimension: '__time', intervals } as const;
}

/** A column as a dimension. */
export function by(dimension: string, outputName = dimension) {
  return { type: 'default', dimension, outputName } as const;
}

/** Events, as the service counts them: it expands `eventCount` only at the top. */
export function events(name: string) {
  return { type: 'longSum', name, fieldName: 'count' } as const;
}

/**
 * Users as a sketch, which can be filtered and intersected; the service expands `userCount` only at the top.
 */
export function users(name: string) {
  return { type: 'thetaSketch', name, fieldName: 'clientUser' } as const;
}

/** An aggregation of the events that match a filter. */
export function filtered<Filter, Aggregator>(name: string, filter: Filter, aggregator: Aggregator) {
  return { type: 'filtered', name, filter, aggregator } as const;
}

/** The users of events that match a filter. */
export function usersWith<Filter>(name: string, filter: Filter) {
  return filtered(name, filter, users(name));
}

/** A sketch by its name. */
export function access(fieldName: string) {
  return { type: 'fieldAccess', fieldName } as const;
}

/** Users of all of several sets, or of the first alone. */
export function setOf<const Fields extends readonly unknown[]>(func: 'INTERSECT' | 'NOT', ...fields: Fields) {
  return { type: 'thetaSketchSetOp', func, fields } as const;
}

/** How many users a set has. */
export function sizeOf<Field>(name: string, field: Field) {
  return { type: 'thetaSketchEstimate', name, field } as const;
}

/** How many users are in all of the named sketches. */
export function sizeOfAll(name: string, sketches: readonly string[]) {
  const [first = '', ...others] = new Set(sketches);
  const [set, sets] = [access(first), others.map(access)];
  return sizeOf(name, sets.length === 0 ? set : setOf('INTERSECT', set, ...sets));
}

/** A topN of a column's values, ranked by the first aggregation. */
export function ranking<const Aggregation extends { readonly type: string; readonly name: string }>(
  dimension: string,
  aggregations: readonly [Aggregation, ...Aggregation[]],
  threshold: number,
  outputName = dimension,
) {
  return {
    queryType: 'topN',
    granularity: 'all',
    dimension: by(dimension, outputName),
    aggregations,
    metric: { type: 'numeric', metric: aggregations[0].name },
    threshold,
  } as const;
}
