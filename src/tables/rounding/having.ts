import type { QueryHaving } from '../../tql/query.ts';
import type { ResultRow } from '../../tql/result.ts';
import { dimensionParts } from '../rows.ts';
import { toNumber } from '../table.ts';

/** Whether a condition on rows is about more than their names. */
export function testsNumbers(having: QueryHaving | null): boolean {
  if (having === null || having.type === 'dimSelector') return false;
  const { havingSpecs, havingSpec } = having;
  return havingSpecs?.some(testsNumbers) ?? (havingSpec == null || testsNumbers(havingSpec));
}

/** Whether a row passes a condition; null if only the engine can say it, as of a filter. */
export function passes(having: QueryHaving, row: ResultRow): boolean | null {
  const { type, havingSpecs, havingSpec, aggregation, dimension, value, extractionFn } = having;
  const number = toNumber(row[textOf(aggregation)]);
  switch (type) {
    case 'and':
      return havingSpecs?.every((each) => passes(each, row)) ?? null;
    case 'or':
      return havingSpecs?.some((each) => passes(each, row)) ?? null;
    case 'not':
      return havingSpec != null && passes(havingSpec, row) === false;
    case 'equalTo':
      return number === Number(value);
    case 'greaterThan':
      return number !== null && number > Number(value);
    case 'lessThan':
      return number !== null && number < Number(value);
    case 'dimSelector':
      return extractionFn == null
        ? (dimensionParts(row, [textOf(dimension)])[0] ?? '') === textOf(value)
        : null;
    default:
      return null;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
