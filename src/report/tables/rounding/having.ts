import { RequestError } from '../../../text/errors.ts';
import type { QueryHaving } from '../../../tql/query.ts';
import type { ResultRow } from '../../../tql/result.ts';
import { dimensionParts } from '../rows.ts';
import { toNumber } from '../table.ts';

/** Whether a condition on rows is about more than their names. */
export function testsNumbers(having: QueryHaving | null): boolean {
  if (having === null || having.type === 'dimSelector') return false;
  const { havingSpecs, havingSpec } = having;
  return havingSpecs?.some(testsNumbers) ?? (havingSpec == null || testsNumbers(havingSpec));
}

const NOT_JUDGED =
  'min-group-size does not support a having spec "filter", nor a "dimSelector" with an extractionFn beside others: only the service can judge these, and it would judge true numbers';

/**
 * Makes a function that says whether a row passes a condition. Throws `RequestError` if a part of it can be
 * judged by the engine alone, which would judge true numbers.
 */
export function judgeOf(having: QueryHaving): (row: ResultRow) => boolean {
  const { type, havingSpecs, havingSpec, dimension, value, extractionFn } = having;
  const parts = (havingSpecs ?? (havingSpec == null ? [] : [havingSpec])).map(judgeOf);
  const aggregation = textOf(having.aggregation);
  const numberOf = (row: ResultRow) => toNumber(row[aggregation]);
  switch (type) {
    case 'and':
      return (row) => parts.every((judge) => judge(row));
    case 'or':
      return (row) => parts.some((judge) => judge(row));
    case 'not':
      return (row) => !parts.some((judge) => judge(row));
    case 'equalTo':
      return (row) => numberOf(row) === Number(value);
    case 'greaterThan':
      return (row) => (numberOf(row) ?? -Infinity) > Number(value);
    case 'lessThan':
      return (row) => (numberOf(row) ?? Infinity) < Number(value);
    case 'dimSelector':
      if (extractionFn != null) break;
      return (row) => (dimensionParts(row, [textOf(dimension)])[0] ?? '') === textOf(value);
    default:
      break;
  }
  throw new RequestError('invalid-query', null, NOT_JUDGED);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
