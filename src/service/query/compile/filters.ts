// A step of `compile`: `baseFilters` and `testMode` become filters. `testMode: false` becomes the selector
// `isTestMode = "false"`.
import { normalizeAppId } from '../../../tql/literals.ts';
import { type Filter, filterColumns } from '../../../tql/schema/filter.ts';
import { joined, selector } from '../../../tql/write.ts';
import { QueryError } from '../../errors.ts';
import type { PlainQuery } from './compiled-query.ts';

/** Adds these filters. `originalFilter` is the query's filter before derived queries changed it. */
export function withBaseFilters(query: PlainQuery, originalFilter: Filter | undefined): PlainQuery {
  return withFilter(withFilter(query, baseFilter(query)), testModeFilter(query, originalFilter));
}

function withFilter(query: PlainQuery, added: Filter | null): PlainQuery {
  const filter = joined('and', [query.filter, added]);
  return filter === null ? query : { ...query, filter };
}

function baseFilter(query: PlainQuery): Filter | null {
  switch (query.baseFilters ?? 'thisOrganization') {
    case 'thisOrganization':
    case 'noFilter':
      return null;
    case 'thisApp':
      if (query.appID === undefined)
        throw new QueryError('appID', 'is missing, but baseFilters thisApp needs it');
      return selector('appID', normalizeAppId(query.appID));
    case 'exampleData':
      throw new QueryError(
        'baseFilters',
        'is exampleData, which is not supported: this service has no example data',
      );
  }
}

/** `testMode` applies only if the filter does not use `isTestMode` itself. */
function testModeFilter(query: PlainQuery, originalFilter: Filter | undefined): Filter | null {
  if (query.testMode === undefined) return null;
  if (originalFilter !== undefined && filterColumns(originalFilter).has('isTestMode')) return null;
  return selector('isTestMode', String(query.testMode));
}
