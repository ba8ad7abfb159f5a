import type { PostAggregation, PostAlgebra, QuantilesReading } from '../../../../../tql/post-aggregation.ts';
import { QueryError } from '../../../../errors.ts';
import { expressionSql } from '../expressions/expression.ts';
import { outputScope } from '../sql/scope.ts';
import { double as number, doubles, join, long, sql, type Sql } from '../sql/statement.ts';
import { asDouble, asLong, NULL_TEXT, type TypedSql } from '../sql/typed.ts';
import type { SketchAccess, SketchSet } from './sketches.ts';

/**
 * What a post-aggregation can read: the outputs before it, and what is known of the sketches of its group.
 */
export interface PostScope {
  readonly outputs: ReadonlyMap<string, TypedSql>;
  readonly sketches: SketchAccess;
  /** The sets that earlier post-aggregations define, by name. */
  readonly sets: ReadonlyMap<string, SketchSet>;
}

/** What SQL can read of a post-aggregation. Throws `QueryError` for what it is not. */
interface Readable {
  readonly path: string;
  readonly value: () => TypedSql;
  /** The set of users that it stands for. */
  readonly set: () => SketchSet;
  /** The sorted values of the quantiles sketch that it stands for. */
  readonly samples: () => Sql;
}

type Fields = { readonly type: string; readonly fields: readonly Readable[] };

/** Post-aggregations over the columns of a group. */
export function postAggregationsIn(scope: PostScope): PostAlgebra<Readable> {
  const { outputs, sets, sketches } = scope;
  const access = valued(({ fieldName }: { readonly type: string; readonly fieldName: string }) => {
    return outputs.get(fieldName) ?? NULL_TEXT;
  });
  const extreme = (kind: 'double' | 'long', name: Sql) => {
    const as = kind === 'double' ? asDouble : asLong;
    return valued(({ fields }: Fields) => {
      const numbers = fields.map((field) => as(numberOf(field)));
      return { kind, sql: sql`${name}(${join(numbers, 'comma')})` };
    });
  };
  // A double, like all distinct counts.
  const sizeOf = (set: SketchSet, path: string): TypedSql =>
    double(sql`CAST(${sketches.sizeOf(set, path)} AS DOUBLE)`);
  return {
    ...QUANTILES,
    fieldAccess: (post, path) => ({
      ...access(post, path),
      set: () => sets.get(post.fieldName) ?? { type: 'sketch', name: post.fieldName },
      samples: () => sketches.valuesOf(post.fieldName, path),
    }),
    finalizingFieldAccess: access,
    hyperUniqueCardinality: access,
    constant: valued(({ value }) => double(number(value))),
    arithmetic: valued(({ fn, fields }) =>
      double(fields.map(doubleOf).reduce((left, right) => operationSql(fn, left, right))),
    ),
    doubleGreatest: extreme('double', sql`greatest`),
    doubleLeast: extreme('double', sql`least`),
    longGreatest: extreme('long', sql`greatest`),
    longLeast: extreme('long', sql`least`),
    thetaSketchEstimate: valued(({ field }, path) => sizeOf(field.set(), path)),
    thetaSketchSetOp: ({ type, func, fields }, path) => {
      const set = (): SketchSet => ({ type: func, sets: fields.map((field) => field.set()) });
      return { ...valued(() => sizeOf(set(), path))({ type }, path), set };
    },
    zscore2sample: valued((post) => double(zScoreSql(post))),
    // `withPValues` puts the p-value in its place.
    pvalue2tailedZtest: valued(({ zScore }) => double(doubleOf(zScore))),
    expression: valued(({ expression }, path) =>
      expressionSql(expression, outputScope(outputs, path), `${path}.expression`),
    ),
  };
}

/** What is a value and nothing else. */
function valued<Node extends { readonly type: string }>(value: (node: Node, path: string) => TypedSql) {
  return (node: Node, path: string): Readable => {
    const refused = (wanted: string) => (): never => {
      throw new QueryError(path, `is a ${node.type} where a ${wanted} is needed`);
    };
    return {
      path,
      value: () => value(node, path),
      set: refused('thetaSketch'),
      samples: refused('quantilesDoublesSketch'),
    };
  };
}

function double(value: Sql): TypedSql {
  return { kind: 'double', sql: value };
}

function numberOf({ value, path }: Readable): TypedSql {
  return requireNumber(value(), path);
}

function doubleOf(field: Readable): Sql {
  return asDouble(numberOf(field));
}

/** Throws `QueryError` for text and lists, with which Druid fails. */
export function requireNumber(value: TypedSql, path: string): TypedSql {
  if (value.kind === 'doubles') throw new QueryError(path, 'reads a list of numbers as one number');
  if (value.kind === 'text' && value !== NULL_TEXT)
    throw new QueryError(path, "reads text as a number; cast it in an expression, as in cast(x, 'DOUBLE')");
  return value;
}

function operationSql(fn: Operation, left: Sql, right: Sql): Sql {
  // As in Druid: a number divided by zero is 0, and null stays null.
  if (fn === '/')
    return sql`(CASE WHEN ${left} IS NULL THEN NULL WHEN ${right} = 0 THEN 0 ELSE ${left} / ${right} END)`;
  return sql`(${left} ${OPERATORS[fn]} ${right})`;
}

type Operation = Extract<PostAggregation, { readonly type: 'arithmetic' }>['fn'];

const OPERATORS: Readonly<Record<Exclude<Operation, '/'>, Sql>> = {
  '+': sql`+`,
  '-': sql`-`,
  '*': sql`*`,
  quotient: sql`/`,
};

/**
 * What is read off a group's sorted values: exact, not an estimate as in Druid; NaN without values.
 */
const QUANTILES: Pick<PostAlgebra<Readable>, QuantilesReading['type']> = {
  quantilesDoublesSketchToQuantile: valued(({ field, fraction }) =>
    double(sql`coalesce(${quantileSql(field.samples(), number(fraction))}, ${NAN})`),
  ),
  quantilesDoublesSketchToQuantiles: valued(({ field, fractions }) =>
    mapPoints(doubles(fractions), sql`coalesce(${quantileSql(field.samples(), sql`p`)}, ${NAN})`),
  ),
  quantilesDoublesSketchToRank: valued(({ field, value }) => double(rankSql(field.samples(), number(value)))),
  quantilesDoublesSketchToCDF: valued(({ field, splitPoints }) => {
    const values = field.samples();
    const ranks = mapPoints(doubles(splitPoints), rankSql(values, sql`p`)).sql;
    return {
      kind: 'doubles',
      sql: sql`list_append(${ranks}, coalesce(len(${values}) / len(${values}), ${NAN}))`,
    };
  }),
  quantilesDoublesSketchToHistogram: valued(({ field, splitPoints, numBins }) =>
    histogramSql(splitPoints ?? null, numBins ?? DEFAULT_BIN_COUNT, field.samples()),
  ),
};

const NAN = sql`'nan'::DOUBLE`;
const DEFAULT_BIN_COUNT = 10;

function mapPoints(points: Sql, value: Sql): TypedSql {
  return { kind: 'doubles', sql: sql`list_transform(${points}, lambda p: ${value})` };
}

function rankSql(values: Sql, limit: Sql): Sql {
  return sql`coalesce(${countUpTo(values, limit)} / len(${values}), ${NAN})`;
}

/** The smallest value such that at least this fraction of the values do not exceed it. */
function quantileSql(values: Sql, fraction: Sql): Sql {
  return sql`list_extract(${values}, greatest(ceil(${fraction} * len(${values})), 1)::BIGINT)`;
}

/** The steps of a binary search over lists of any length: powers of two, descending. */
const SEARCH_STEPS = doubles(Array.from({ length: 31 }, (_step, index) => 2 ** (30 - index)));

/**
 * How many of the sorted values do not exceed a limit, by binary search: counting takes hours for many
 * limits.
 */
function countUpTo(values: Sql, limit: Sql): Sql {
  const reaches = sql`list_extract(${values}, (found + step)::BIGINT) <= ${limit}`;
  const step = sql`CASE WHEN found + step <= len(${values}) AND ${reaches} THEN found + step ELSE found END`;
  const position = sql`list_reduce(list_prepend(0::DOUBLE, ${SEARCH_STEPS}), lambda found, step: ${step})`;
  return sql`CASE WHEN ${values} IS NOT NULL THEN ${position} END`;
}

/**
 * The counts between split points. A bin includes its upper end; the last bin holds all that is left. If all
 * values are equal, bins of equal width cannot be made, and the first holds all.
 */
function histogramSql(splitPoints: readonly number[] | null, bins: number, values: Sql): TypedSql {
  const last = sql`list_extract(${values}, len(${values}))`;
  const first = sql`list_extract(${values}, 1)`;
  const inner =
    splitPoints === null
      ? sql`list_transform(range(1, ${long(bins)}), lambda i: ${first} + (${last} - ${first}) / ${number(bins)} * i)`
      : doubles(splitPoints);
  // Counted once for each bin's end and then subtracted: inside of the second lambda, each bin would count
  // again.
  const upTo = mapPoints(inner, countUpTo(values, sql`p`)).sql;
  const counts = sql`list_concat([0::DOUBLE], ${upTo}, [len(${values})::DOUBLE])`;
  const size = long((splitPoints === null ? bins - 1 : splitPoints.length) + 2);
  const pairs = sql`list_zip(list_slice(${counts}, 1, ${size} - 1), list_slice(${counts}, 2, ${size}))`;
  // The range of infinite values cannot be divided into bins of equal width.
  const hasBins = splitPoints === null ? sql`isfinite(${last} - ${first})` : sql`${values} IS NOT NULL`;
  const count = sql`CASE WHEN ${hasBins} THEN z[2] - z[1] ELSE ${NAN} END`;
  return { kind: 'doubles', sql: sql`list_transform(${pairs}, lambda z: ${count})` };
}

type ZScore = Record<'sample1Size' | 'successCount1' | 'sample2Size' | 'successCount2', Readable>;

/** The z score of the success rates of two samples, with unpooled variances. */
function zScoreSql({ sample1Size, successCount1, sample2Size, successCount2 }: ZScore): Sql {
  const [n1, s1] = [doubleOf(sample1Size), doubleOf(successCount1)];
  const [n2, s2] = [doubleOf(sample2Size), doubleOf(successCount2)];
  const variance = (s: Sql, n: Sql): Sql => sql`(${s} / ${n}) * (1 - ${s} / ${n}) / ${n}`;
  const both = sql`(${variance(s1, n1)} + ${variance(s2, n2)})`;
  // Negative if a sample has more successes than members: NaN then, where DuckDB's square root would fail.
  return sql`((${s1} / ${n1} - ${s2} / ${n2}) / CASE WHEN ${both} < 0 THEN 'nan'::DOUBLE ELSE sqrt(${both}) END)`;
}
