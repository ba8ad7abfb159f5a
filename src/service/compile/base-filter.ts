import { type Filter } from '../../tql/filter.ts';
import { QueryError } from '../errors.ts';
import { type PlainQuery } from './compiled.ts';
import { and, columnsOf } from './filters.ts';

/** Adds what `baseFilters` and `testMode` stand for to the filter; `written` is the filter as the query has it. */
export function withBaseFilter(query: PlainQuery, written: Filter | undefined): PlainQuery {
  return withFilter(withFilter(query, baseFilter(query)), testModeFilter(query, written));
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
function testModeFilter(query: PlainQuery, written: Filter | undefined): Filter | null {
  if (query.testMode === undefined) return null;
  if (written !== undefined && columnsOf(written).has('isTestMode')) return null;
  return { type: 'selector', dimension: 'isTestMode', value: String(query.testMode) };
}
