import type { JsonObject } from '../../../../tql/json.ts';
import { CORE_EVENT_COLUMNS, NUMERIC_KEYS } from '../../../events/columns.ts';
import { readObject, type RunMore } from './plan.ts';

/** The types of columns as Druid calls them. */
type ColumnType = 'STRING' | 'LONG' | 'DOUBLE';

/** More than any event's time. */
const ALL_TIME = '1000-01-01T00:00:00.000Z/3000-01-01T00:00:00.000Z';

const LIST_COLUMNS: JsonObject = {
  queryType: 'segmentMetadata',
  intervals: [ALL_TIME],
  merge: true,
  analysisTypes: [],
};

/** The names of an organization's columns: the payload's as Druid lists them, then the events' own. */
export async function listColumns(run: RunMore): Promise<readonly string[]> {
  const [segment] = await run(LIST_COLUMNS);
  return segment === undefined ? inOrder([]) : inOrder(Object.keys(readObject(readObject(segment)['columns'])));
}

/** Columns in the order of answers. Those of events' own fields are there even if no event has a value. */
export function inOrder(names: readonly string[]): readonly string[] {
  return [...names.filter((name) => !CORE_EVENT_COLUMNS.has(name)), ...CORE_EVENT_COLUMNS.keys()];
}

/** The type of a column that Druid gives none for, because no event has a value. */
export function typeOfColumn(name: string): ColumnType {
  if (name === '__time' || name === 'count') return 'LONG';
  return NUMERIC_KEYS.has(name) || CORE_EVENT_COLUMNS.get(name)?.kind === 'number' ? 'DOUBLE' : 'STRING';
}
