// Computes the p-values of an experiment from z-scores, on the rows of an answer: neither engine has an error
// function.
import { isJsonObject, type Json } from '../../tql/json.ts';
import type { CompiledQuery } from './compile/compiled-query.ts';
import { mapRows } from './engines/answer-limits.ts';

/**
 * An engine's rows with p-values in the place of the z-scores that it gives for them: DuckDB has no error
 * function.
 */
export async function withPValues(query: CompiledQuery, rows: readonly Json[]): Promise<readonly Json[]> {
  const posts = 'postAggregations' in query ? query.postAggregations : [];
  const isPValue = posts.map(({ type }) => type === 'pvalue2tailedZtest');
  if (!isPValue.includes(true)) return rows;
  const names = posts.flatMap(({ name }, index) => (isPValue[index] === true ? [name] : []));
  const ofOutputs = (outputs: Json = null): Json => {
    if (!isJsonObject(outputs)) return outputs;
    return { ...outputs, ...Object.fromEntries(names.map((name) => [name, pValueOf(outputs[name])])) };
  };
  // A row of `resultAsArray` ends with the post-aggregations.
  const ofArray = (row: readonly Json[]): Json =>
    row.map((value, at) => (isPValue[at - row.length + posts.length] === true ? pValueOf(value) : value));
  return mapRows(rows, (row): Json => {
    if (isList(row)) return ofArray(row);
    if (!isJsonObject(row)) return row;
    if ('event' in row) return { ...row, event: ofOutputs(row['event']) };
    const { result = null } = row;
    return { ...row, result: isList(result) ? result.map(ofOutputs) : ofOutputs(result) };
  });
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** The p-value of a z-score as answers write it: null of nothing, and `NaN` as a text. */
function pValueOf(zScore: Json = null): Json {
  if (zScore === null) return null;
  const value = pValue(Number(zScore));
  return Number.isNaN(value) ? 'NaN' : value;
}

/**
 * The two-tailed p-value of a z-score, erfc(|z| / √2), to 12 digits: by a series whose terms are positive,
 * and far from 0, where that would lose digits, by the continued fraction.
 */
export function pValue(zScore: number): number {
  const x = Math.abs(zScore) / Math.SQRT2;
  if (x === Infinity) return 0;
  const density = Math.exp(-x * x) / Math.sqrt(Math.PI);
  if (x >= 2) {
    let fraction = x;
    for (let level = 200; level > 0; level -= 1) fraction = x + level / 2 / fraction;
    return density / fraction;
  }
  let [term, sum] = [x, x];
  for (let n = 1; term > sum * Number.EPSILON; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return 1 - 2 * density * sum;
}
