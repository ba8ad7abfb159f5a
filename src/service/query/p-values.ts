// Computes the p-values of an experiment from z-scores, on the rows of an answer: neither engine has an error
// function.
import { isJsonObject, type Json } from '../../tql/json.ts';
import type { CompiledQuery } from './compile/compiled-query.ts';
import { mapRows } from './engines/answer-limits.ts';

/** Puts p-values in the place of the z-scores that an engine gives for them. */
export async function withPValues(query: CompiledQuery, rows: readonly Json[]): Promise<readonly Json[]> {
  const posts = 'postAggregations' in query ? query.postAggregations : [];
  const names = new Set(posts.filter(isPValue).map(({ name }) => name));
  if (names.size === 0) return rows;
  const inOutputs = (outputs: Json): Json => {
    if (!isJsonObject(outputs)) return outputs;
    const entries = Object.entries(outputs);
    return Object.fromEntries(
      entries.map(([name, value]) => [name, names.has(name) ? pValueOf(value) : value]),
    );
  };
  const inArray = (row: readonly Json[]): Json => {
    // A row of `resultAsArray` ends with the post-aggregations.
    const firstPost = row.length - posts.length;
    return row.map((value, index) => {
      const post = posts[index - firstPost];
      return post !== undefined && isPValue(post) ? pValueOf(value) : value;
    });
  };
  // The rows of a groupBy, a timeseries and a topN.
  return mapRows(rows, (row): Json => {
    if (isList(row)) return inArray(row);
    if (!isJsonObject(row)) return row;
    const { event, result = null } = row;
    if (event !== undefined) return { ...row, event: inOutputs(event) };
    return { ...row, result: isList(result) ? result.map(inOutputs) : inOutputs(result) };
  });
}

function isPValue({ type }: { readonly type: string }): boolean {
  return type === 'pvalue2tailedZtest';
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** The p-value of a z-score as answers write it: null of nothing, and `NaN` as a text. */
function pValueOf(zScore: Json): Json {
  if (zScore === null) return null;
  const value = pValue(Number(zScore));
  return Number.isNaN(value) ? 'NaN' : value;
}

/**
 * The two-tailed p-value of a z-score, erfc(|z| / √2), to 12 digits. Near 0 it is computed by a series of
 * positive terms; from 2 on that would lose digits, so it is computed by a continued fraction.
 */
export function pValue(zScore: number): number {
  const x = Math.abs(zScore) / Math.SQRT2;
  if (x === Infinity) return 0;
  const density = Math.exp(-x * x) / Math.sqrt(Math.PI);
  return x < 2 ? 1 - 2 * density * seriesOf(x) : density / continuedFractionOf(x);
}

/** x + 2x³/3 + 4x⁵/15 + …, until a term no longer changes the sum. */
function seriesOf(x: number): number {
  let [term, sum] = [x, x];
  for (let n = 1; term > sum * Number.EPSILON; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return sum;
}

/** x + ½/(x + 1/(x + 1½/(x + …))), of 200 levels, more than 12 digits need from 2 on. */
function continuedFractionOf(x: number): number {
  let fraction = x;
  for (let level = 200; level > 0; level -= 1) fraction = x + level / 2 / fraction;
  return fraction;
}
