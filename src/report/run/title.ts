// Gives an insight a title: its own, its name, or a description of its table: `Users by modelName`. Pure.
import type { Query } from '../../tql/query.ts';
import type { InsightPlan } from './planning/plan.ts';
import { isRanking, type Table } from '../tables/table.ts';

/** The entry's title or name. An id alone is no heading, so the table is described instead. */
export function titleOf({ entry, query }: InsightPlan, table: Table): string {
  if (entry.title !== null) return entry.title;
  const isNamed = entry.source.kind !== 'insight' || entry.name !== entry.source.id;
  return isNamed ? entry.name : defaultTitle(query, table);
}

/** Describes a table: "Users by modelName", "Events per day". */
function defaultTitle(query: Query, table: Table): string {
  const { metric, unit, queryType, dimensions } = table;
  const word = { events: 'Events', users: 'Users', other: metric ?? 'Rows' }[unit];
  if (queryType === 'timeseries') return titlePerUnit(word, query);
  if (isRanking(table)) return titleByDimensions(word, dimensions);
  return `${queryType.charAt(0).toUpperCase()}${queryType.slice(1)}`;
}

function titlePerUnit(word: string, query: Query): string {
  const { granularity } = query;
  const unit = typeof granularity === 'object' ? granularity?.period : granularity;
  return unit != null && unit.toLowerCase() !== 'all' ? `${word} per ${unit.toLowerCase()}` : word;
}

/** A dimension is named by its last part: `TelemetryDeck.Device.modelName` is too long for a heading. */
function titleByDimensions(word: string, dimensions: readonly string[]): string {
  const names = dimensions.map((dimension) => dimension.split('.').at(-1) ?? dimension);
  return names.length === 0 ? word : `${word} by ${names.join(' and ')}`;
}
