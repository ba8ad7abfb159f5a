import { type Filter } from '../../tql/filter.ts';

/** Both filters as one; the added one alone where there was none. */
export function and(existing: Filter | undefined, added: Filter): Filter {
  return existing === undefined ? added : { type: 'and', fields: [existing, added] };
}

/** The same filter with each of its leaves replaced. */
export function mapLeaves(filter: Filter, replace: (leaf: Filter) => Filter): Filter {
  switch (filter.type) {
    case 'and':
    case 'or':
      return { ...filter, fields: filter.fields.map((field) => mapLeaves(field, replace)) };
    case 'not':
      return { ...filter, field: mapLeaves(filter.field, replace) };
    default:
      return replace(filter);
  }
}

/** The columns that a filter looks at. */
export function columnsOf(filter: Filter): ReadonlySet<string> {
  switch (filter.type) {
    case 'and':
    case 'or':
      return new Set(filter.fields.flatMap((field) => [...columnsOf(field)]));
    case 'not':
      return columnsOf(filter.field);
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
