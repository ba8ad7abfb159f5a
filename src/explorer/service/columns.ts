// Asks which columns the events have, and which values a column has.
import { askColumns as askAll, type Column, countColumns } from '../../report/run/columns/ask.ts';
import { wholeUnits } from '../../tql/time/interval.ts';
import type { Query } from '../../tql/query.ts';
import { parseResult } from '../../tql/result.ts';
import { ranking, users } from '../../tql/write.ts';
import { textOfValue } from '../query/choices.ts';
import type { Asker } from './asker.ts';

/** The time that columns and their values are counted over. */
const RECENT = { relativeIntervals: [wholeUnits('day', -30, 0)] };

/** The columns by name, without counts: the quick half of what there is to know. */
export async function askColumns(asker: Asker, signal: AbortSignal): Promise<readonly Column[]> {
  const columns = await askAll((query) => asker.run(query, signal));
  return [...columns].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What a column has in the last 30 days: its events, its different values, and those with most users. */
export async function askColumn(column: Column, asker: Asker, signal: AbortSignal) {
  const [[counts], values] = await Promise.all([
    countColumns((query) => asker.run(query, signal), RECENT, [column]),
    askValues(column.name, asker, signal),
  ]);
  return { events: counts?.events ?? 0, distinct: counts?.values ?? 0, values };
}

/** How many of a column's values are shown. */
const SHOWN = 12;

/** The values of a column with most users, of the last 30 days, and how many users have each. */
export async function askValues(column: string, asker: Asker, signal: AbortSignal) {
  const query: Query = { ...ranking(column, [users('users')], SHOWN, 'value'), ...RECENT };
  const result = parseResult(await asker.run(query, signal), 'topN');
  const rows = result.kind === 'topN' ? (result.buckets[0]?.rows ?? []) : [];
  return rows.map(({ value = null, users: count }) => ({
    value: textOfValue(value),
    users: Math.round(Number(count)),
  }));
}
