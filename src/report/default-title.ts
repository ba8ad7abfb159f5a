import type { Table } from '../tables/table.ts';
import { isJsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';

/** The heading of a table whose entry has neither title nor name of its own: "Users by modelName", "Events per day". */
export function defaultTitle(query: Query, table: Table): string {
  const counted = table.metric ?? 'Rows';
  const word = table.unit === 'events' ? 'Events' : table.unit === 'users' ? 'Users' : counted;
  if (table.queryType === 'timeseries') return perUnit(word, query);
  if (table.queryType === 'topN' || table.queryType === 'groupBy') return byDimensions(word, table.dimensions);
  return `${table.queryType.charAt(0).toUpperCase()}${table.queryType.slice(1)}`;
}

function perUnit(word: string, query: Query): string {
  const granularity = query['granularity'];
  const unit = isJsonObject(granularity) ? granularity['period'] : granularity;
  return typeof unit === 'string' && unit.toLowerCase() !== 'all' ? `${word} per ${unit.toLowerCase()}` : word;
}

/** `TelemetryDeck.Device.modelName` is a mouthful in a heading; its last part says it. */
function byDimensions(word: string, dimensions: readonly string[]): string {
  const names = dimensions.map((dimension) => dimension.split('.').at(-1) ?? dimension);
  return names.length === 0 ? word : `${word} by ${names.join(' and ')}`;
}
