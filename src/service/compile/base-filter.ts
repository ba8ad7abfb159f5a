import { type Filter } from '../../tql/filter.ts';
import { QueryError } from '../errors.ts';
import { type PlainQuery } from './compiled.ts';
import { and, columnsOf } from './filters.ts';

/** Adds what `baseFilters` and `testMode` stand for to the filter. */
export function withBaseFilter(query: PlainQuery): PlainQuery {
  return withFilter(withFilter(query, baseFilter(query)), testModeFilter(query));
}

function withFilter(query: PlainQuery, added: Filter | null): PlainQuery {
  return added === null ? query : { ...query, filter: and(query.filter, added) };
}

function baseFilter(query: PlainQuery): Filter | null {
  switch (query.baseFilters ?? 'thisOrganization') {
    case 'thisOrganization':
    case 'noFilter':
      return null;
    case 'thisApp':
      if (query.appID === undefined) throw new QueryError('appID', 'is missing; baseFilters thisApp needs it');
      return { type: 'selector', dimension: 'appID', value: query.appID.toUpperCase() };
    case 'exampleData':
      throw new QueryError('baseFilters', 'is exampleData, which is not supported: no example data is kept here');
  }
}

/** Applied where it is given and the filter itself says nothing of test mode; else a query counts what its filter says. */
function testModeFilter(query: PlainQuery): Filter | null {
  if (query.testMode === undefined) return null;
  if (query.filter !== undefined && columnsOf(query.filter).has('isTestMode')) return null;
  return { type: 'selector', dimension: 'isTestMode', value: String(query.testMode) };
}
