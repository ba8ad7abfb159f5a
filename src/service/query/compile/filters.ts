import type { Filter } from '../../../tql/filter.ts';
import { QueryError } from '../../errors.ts';
import type { PlainQuery } from './compiled-query.ts';

/** Adds what `baseFilters` and `testMode` stand for to the filter; `written` is the filter as the query has it. */
export function withBaseFilters(query: PlainQuery, written: Filter | undefined): PlainQuery {
  return withFilter(withFilter(query, baseFilter(query)), testModeFilter(query, written));
}

function withFilter(query: PlainQuery, added: Filter | null): PlainQuery {
  return added === null ? query : { ...query, filter: andFilters(query.filter, added) };
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
  if (written !== undefined && filterColumns(written).has('isTestMode')) return null;
  return { type: 'selector', dimension: 'isTestMode', value: String(query.testMode) };
}

/** Both filters as one; the added one alone where there was none. */
export function andFilters(existing: Filter | undefined, added: Filter): Filter {
  return existing === undefined ? added : { type: 'and', fields: [existing, added] };
}

/** The same filter with each of its leaves replaced. */
export function mapLeafFilters(filter: Filter, replace: (leaf: Filter) => Filter): Filter {
  switch (filter.type) {
    case 'and':
    case 'or':
      return { ...filter, fields: filter.fields.map((field) => mapLeafFilters(field, replace)) };
    case 'not':
      return { ...filter, field: mapLeafFilters(filter.field, replace) };
    default:
      return replace(filter);
  }
}

/** The columns that a filter looks at. */
function filterColumns(filter: Filter): ReadonlySet<string> {
  switch (filter.type) {
    case 'and':
    case 'or':
      return new Set(filter.fields.flatMap((field) => [...filterColumns(field)]));
    case 'not':
      return filterColumns(filter.field);
    case 'columnComparison':
      return new Set(filter.dimensions);
    case 'equals':
    case 'null':
    case 'range':
      return new Set([filter.column]);
    case 'selector':
    case 'in':
    case 'regex':
    case 'interval':
      return new Set([filter.dimension]);
  }
}
