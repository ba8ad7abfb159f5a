import { type RunQuery } from '../../tql/run-query.ts';
import { QueryError } from '../errors.ts';

/** A query without a data source asks its own organization's; of any other, nothing is answered here. */
export function withDataSource(query: RunQuery, namespace: string): RunQuery {
  const dataSource = query.dataSource ?? namespace;
  if (dataSource !== namespace)
    throw new QueryError('dataSource', `is not ${namespace}, the organization that is asked`);
  return { ...query, dataSource };
}
