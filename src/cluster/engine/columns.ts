// Lists the columns of an organization in Druid, and gives the type of those for which Druid has none.
import type { Json, JsonObject } from '../../tql/json.ts';
import { CORE_EVENT_COLUMNS, NUMERIC_KEYS } from '../../service/events/columns.ts';
import { TYPE_NAMES } from '../../service/query/engines/duckdb/sql/typed.ts';
import type { RunMore } from './plan.ts';
import { objectIn } from './druid-answer.ts';

/** Includes the time of any event. */
const ALL_TIME = '1000-01-01T00:00:00.000Z/3000-01-01T00:00:00.000Z';

const LIST_COLUMNS: JsonObject = {
  queryType: 'segmentMetadata',
  intervals: [ALL_TIME],
  merge: true,
  analysisTypes: [],
};

/** The names of an organization's columns: payload keys as Druid lists them, then an event's own fields. */
export async function listColumns(run: RunMore): Promise<readonly string[]> {
  const [segment] = await run(LIST_COLUMNS);
  const listedNames = Object.keys(objectIn(segment, 'columns'));
  return inOrder(await withoutEmpty(listedNames, LIST_COLUMNS['intervals'] ?? [], run));
}

/**
 * The columns without numeric payload keys that no event of the intervals has. Druid lists these, too, for
 * events that are still in the task which reads them from Kafka.
 */
export async function withoutEmpty(
  names: readonly string[],
  intervals: Json,
  run: RunMore,
): Promise<readonly string[]> {
  const keys = names.filter((name) => NUMERIC_KEYS.has(name));
  if (keys.length === 0) return names;
  const aggregations = keys.map((column) => ({
    type: 'filtered',
    filter: { type: 'not', field: { type: 'null', column } },
    aggregator: { type: 'count', name: column },
  }));
  const [all] = await run({ queryType: 'timeseries', granularity: 'all', intervals, aggregations });
  const counts = objectIn(all, 'result');
  return names.filter((name) => !keys.includes(name) || counts[name] !== 0);
}

/** Columns in the order of answers, with those of an event's own fields even if no event has a value. */
export function inOrder(names: readonly string[]): readonly string[] {
  return [...names.filter((name) => !CORE_EVENT_COLUMNS.has(name)), ...CORE_EVENT_COLUMNS.keys()];
}

/** The type of a column that Druid gives none for, because no event has a value. */
export function typeOfColumn(name: string): string {
  const payloadKind = NUMERIC_KEYS.has(name) ? 'double' : 'text';
  return TYPE_NAMES[CORE_EVENT_COLUMNS.get(name)?.kind ?? payloadKind];
}
