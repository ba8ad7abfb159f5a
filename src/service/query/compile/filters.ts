import { normalizeAppId } from '../../../tql/app-id.ts';
import type { Filter } from '../../../tql/filter.ts';
import { QueryError } from '../../errors.ts';
import type { PlainQuery } from './compiled-query.ts';

/**
 * Adds the filters that `baseFilters` and `testMode` stand for. `written` is the filter as the query has it.
 */
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
      if (query.appID === undefined)
        throw new QueryError('appID', 'is missing, but baseFilters thisApp needs it');
      return { type: 'selector', dimension: 'appID', value: normalizeAppId(query.appID) };
    case 'exampleData':
      throw new QueryError(
        'baseFilters',
        'is exampleData, which is not supported: this service has no example data',
      );
  }
}

/** `testMode` applies only if the filter does not use `isTestMode` itself. */
function testModeFilter(query: PlainQuery, written: Filter | undefined): Filter | null {
  if (query.testMode === undefined) return null;
  if (written !== undefined && filterColumns(written).has('isTestMode')) return null;
  return { type: 'selector', dimension: 'isTestMode', value: String(query.testMode) };
}

/** Both filters as one. */
export function andFilters(existing: Filter | undefined, added: Filter): Filter {
  return existing === undefined ? added : { type: 'and', fields: [existing, added] };
}

/** The columns that a filter reads. */
export function filterColumns(filter: Filter): ReadonlySet<string> {
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
