import { isJsonObject, type JsonObject } from '../tql/json.ts';

/** Computes a post-aggregation from a row's outputs; null if one is null, or if it is not computed from numbers of the row alone. */
export function computePostAggregation(post: JsonObject, read: (output: string) => number | null): number | null {
  const { type, fieldName, value } = post;
  const fields = (keys: readonly unknown[]): number[] | null => {
    const numbers = keys.map((each) => (isJsonObject(each) ? computePostAggregation(each, read) : null));
    return numbers.some((each) => each === null) ? null : numbers.filter((each) => each !== null);
  };
  switch (type) {
    case 'fieldAccess':
    case 'finalizingFieldAccess':
    case 'hyperUniqueCardinality':
      return typeof fieldName === 'string' ? read(fieldName) : null;
    case 'thetaSketchEstimate':
      return isJsonObject(post['field']) ? computePostAggregation(post['field'], read) : null;
    case 'constant':
      return typeof value === 'number' ? value : null;
    case 'zscore2sample':
      return zScore(fields([post['sample1Size'], post['successCount1'], post['sample2Size'], post['successCount2']]));
    case 'pvalue2tailedZtest':
      return pValue(fields([post['zScore']])?.[0] ?? null);
    default: {
      const all = Array.isArray(post['fields']) ? fields(post['fields']) : null;
      return all === null ? null : finite(computeFields(typeof type === 'string' ? type : '', post['fn'], all));
    }
  }
}

function computeFields(type: string, fn: unknown, fields: readonly number[]): number | null {
  if (/^(?:double|long)(?:Greatest|Max)$/.test(type)) return Math.max(...fields);
  if (/^(?:double|long)(?:Least|Min)$/.test(type)) return Math.min(...fields);
  if (type !== 'arithmetic') return null;
  return fields.reduce((left, right) => {
    switch (fn) {
      case '+':
        return left + right;
      case '-':
        return left - right;
      case '*':
        return left * right;
      case '/':
        return right === 0 ? 0 : left / right;
      default:
        return fn === 'quotient' ? left / right : NaN;
    }
  });
}

/** The z-score of two samples' success rates, from the size and the successes of each; null unless all four are there. */
export function zScore(counts: readonly number[] | null): number | null {
  const [size1 = NaN, success1 = NaN, size2 = NaN, success2 = NaN] = counts ?? [];
  const [rate1, rate2] = [success1 / size1, success2 / size2];
  return finite((rate1 - rate2) / Math.sqrt((rate1 * (1 - rate1)) / size1 + (rate2 * (1 - rate2)) / size2));
}

/** The two-tailed p-value of a z-score, to within 2.4e-7 (Abramowitz and Stegun, 7.1.26). */
export function pValue(z: number | null): number | null {
  if (z === null) return null;
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const terms = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
  return terms.reduceRight((sum, term) => (sum + term) * t, 0) * Math.exp(-x * x);
}

function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}
