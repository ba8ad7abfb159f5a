// Notes a misspelt column: "No event has modlName; did you mean modelName?"
import type { QueryService } from '../../client/client.ts';
import { ifAnswered } from '../../../text/errors.ts';
import { mayNameUnknownColumn, readColumns } from '../../tables/query/read-columns.ts';
import type { Table } from '../../tables/table.ts';
import { nearestWord } from '../../../text/nearest.ts';
import { quoteNames } from '../../../text/list.ts';
import { formatInterval } from '../../../tql/time/absolute-intervals.ts';
import type { Query } from '../../../tql/query.ts';
import type { InsightPlan } from '../planning/plan.ts';

/**
 * A sentence for each column that the query reads and no event has. The columns are looked up only if the
 * table looks as if one were misspelt, such as an empty one.
 */
export async function askUnknownColumns(
  { rows: query, nowMs }: InsightPlan,
  table: Table,
  service: QueryService,
): Promise<readonly string[]> {
  const columnsRead = readColumns(query);
  if (columnsRead.length === 0 || !mayNameUnknownColumn(table)) return [];
  const columns = await askColumns(query, nowMs, service);
  // Without any column there are no events at all, or the service does not say.
  if (columns.length === 0) return [];
  return columnsRead
    .filter((name) => !columns.includes(name))
    .map((name) => unknownColumnNote(name, columns));
}

/** The columns of a data source; none if that is not known. */
async function askColumns(
  { dataSource }: Query,
  nowMs: number,
  service: QueryService,
): Promise<readonly string[]> {
  const columnsQuery: Query = {
    queryType: 'segmentMetadata',
    ...(dataSource === undefined ? {} : { dataSource }),
    intervals: [formatInterval({ startMs: 0, endMs: nowMs })],
    merge: true,
    analysisTypes: [],
  };
  const answer = await ifAnswered(service.runQuery(columnsQuery), () => null);
  return answer?.result.kind === 'segmentMetadata' ? answer.result.columns.map(({ name }) => name) : [];
}

/** Says that no event has a column, and which one was perhaps meant. */
export function unknownColumnNote(name: string, columns: readonly string[]): string {
  const similar = nearestWord(name, columns) ?? shortestWith(name, columns);
  const hint = similar === null ? '.' : `; did you mean ${quoteNames([similar])}?`;
  return `No event has ${quoteNames([name])}${hint}`;
}

/** The shortest column with a name in it: `modelName` for `model`. */
function shortestWith(name: string, columns: readonly string[]): string | null {
  const wanted = name.toLowerCase();
  const matches = columns.filter((each) => each.toLowerCase().includes(wanted));
  return matches.toSorted((one, other) => one.length - other.length)[0] ?? null;
}
