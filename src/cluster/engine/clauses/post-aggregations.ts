// Rewrites post-aggregations so that each output is a number. Druid would give a set of users as the bytes of
// its sketch, and fail if one is read as a number.
import { POST_AGGREGATIONS, type PostAggregation } from '../../../tql/schema/post-aggregation.ts';
import type {
  AggregatingQuery,
  NamedPostAggregation,
} from '../../../service/query/compile/compiled-query.ts';

/**
 * A query's post-aggregations for Druid. A set that others read as a set becomes two outputs: `both` →
 * `_set_0`, the set, and `both`, its number of users.
 */
export function valuePosts({
  aggregations,
  postAggregations,
}: AggregatingQuery): readonly NamedPostAggregation[] {
  const sets = postAggregations.filter(({ type }) => type === 'thetaSketchSetOp').map(({ name }) => name);
  const scope: SketchScope = {
    aggregations: new Set(aggregations.map(({ name }) => name)),
    setNames: new Map(
      sets.map((name, index) => [name, freeName(`_set_${index}`, { aggregations, postAggregations })]),
    ),
  };
  const readAsSets = new Set(postAggregations.flatMap(setsReadBy));
  return postAggregations.flatMap((post): NamedPostAggregation[] => {
    const setName = scope.setNames.get(post.name);
    const isReadAsSet = setName !== undefined && readAsSets.has(post.name);
    if (!isReadAsSet) return [{ ...asValue(post, scope), name: post.name }];
    const field = { type: 'fieldAccess', fieldName: setName } as const;
    return [
      { ...asSketch(post, scope), name: setName },
      { type: 'thetaSketchEstimate', name: post.name, field },
    ];
  });
}

interface SketchScope {
  /** The names of the aggregations, of which some are sketches. */
  readonly aggregations: ReadonlySet<string>;
  /** `both` → `_set_0`: the name under which a set stays a set. */
  readonly setNames: ReadonlyMap<string, string>;
}

/** A name that no output has: the wanted one, with underscores added if it is taken. */
export function freeName(
  wanted: string,
  query: Pick<AggregatingQuery, 'aggregations' | 'postAggregations'>,
): string {
  const isTaken = [...query.aggregations, ...query.postAggregations].some(({ name }) => name === wanted);
  return isTaken ? freeName(`${wanted}_`, query) : wanted;
}

/** A post-aggregation that gives a number. */
function asValue(post: PostAggregation, scope: SketchScope): PostAggregation {
  switch (post.type) {
    case 'constant':
      return asFraction(post);
    case 'fieldAccess':
    case 'hyperUniqueCardinality':
      return scope.aggregations.has(post.fieldName) ? { ...post, type: 'finalizingFieldAccess' } : post;
    case 'thetaSketchSetOp':
      return { type: 'thetaSketchEstimate', field: asSketch(post, scope) };
    case 'thetaSketchEstimate':
      return { ...post, field: asSketch(post.field, scope) };
    default:
      return isReading(post) ? post : POST_AGGREGATIONS.rewrite(post, (field) => asValue(field, scope));
  }
}

/** Whether a post-aggregation reads a sketch of quantiles. */
function isReading({ type }: PostAggregation): boolean {
  return type.startsWith('quantiles');
}

/** `1` → `1.0`: a Druid expression that reads the output would divide by a whole number. */
function asFraction(post: PostAggregation & { readonly type: 'constant' }): PostAggregation {
  const { name, value } = post;
  if (name === undefined || !Number.isSafeInteger(value)) return post;
  return { type: 'expression', name, expression: `${value}.0` };
}

/** A post-aggregation that gives a set of users. */
function asSketch(post: PostAggregation, scope: SketchScope): PostAggregation {
  if (post.type === 'fieldAccess')
    return { ...post, fieldName: scope.setNames.get(post.fieldName) ?? post.fieldName };
  if (post.type !== 'thetaSketchSetOp') return post;
  const fields = post.fields.map((field) => asSketch(field, scope));
  const [only, ...others] = fields;
  // Druid takes no operation on a single set.
  return only !== undefined && others.length === 0 ? only : { ...post, fields };
}

/** The outputs that a post-aggregation reads as sets. */
function setsReadBy(post: PostAggregation): readonly string[] {
  const ofSets = POST_AGGREGATIONS.nodesOf(post).filter(({ type }) =>
    /^thetaSketch(?:SetOp|Estimate)$/.test(type),
  );
  return ofSets
    .flatMap(POST_AGGREGATIONS.childrenOf)
    .flatMap(({ node }) => (node.type === 'fieldAccess' ? [node.fieldName] : []));
}
