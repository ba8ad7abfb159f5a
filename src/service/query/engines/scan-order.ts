// What a scan is ordered by, for both engines.
import { QueryError } from '../../errors.ts';
import type { CompiledScan } from '../compile/compiled-query.ts';

type OrderBy = NonNullable<CompiledScan['orderBy']>;

/**
 * The columns by which a scan of these columns is ordered. `order` orders by time alone. Throws `QueryError`.
 */
export function orderOfScan({ order, orderBy = [] }: CompiledScan, names: readonly string[]): OrderBy {
  if (order !== undefined && orderBy.length > 0)
    throw new QueryError('orderBy', 'cannot be combined with order');
  const columns: OrderBy = order === undefined ? orderBy : [{ columnName: '__time', order }];
  const missing = columns.find(({ columnName }) => !names.includes(columnName));
  if (missing === undefined) return columns;
  throw new QueryError(
    'columns',
    `does not have ${formatColumnName(missing.columnName)}, by which the events are ordered`,
  );
}

function formatColumnName(name: string): string {
  return name === '__time' ? name : JSON.stringify(name);
}
