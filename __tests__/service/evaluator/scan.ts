import { type RunQuery } from '../../../src/tql/run-query.ts';
import { Refusal } from './refusal.ts';
import { type Selection } from './select.ts';
import { COLUMNS } from './table.ts';
import { compare, get } from './values.ts';

const TYPES = { text: 'STRING', none: 'STRING', long: 'LONG', double: 'DOUBLE' } as const;

/** Answers a scan: events in the order of their times, those of one time as they are stored. */
export function scan(
  query: Extract<RunQuery, { readonly queryType: 'scan' }>,
  { events, kindOf }: Selection,
  observe: (fact: string) => void,
): unknown[] {
  const { order, limit = 0, offset = 0, virtualColumns = [] } = query;
  const asked = [...new Set(query.columns ?? [])];
  const columns = asked.length > 0 ? asked : [...new Set([...COLUMNS, ...virtualColumns.map(({ name }) => name)])];
  const orderBy = query.orderBy ?? [];
  if (order !== undefined && orderBy.length > 0) throw new Refusal('two orders');
  const orders = order === undefined ? orderBy : [{ columnName: '__time', order }];
  if (orders.some(({ columnName }) => !columns.includes(columnName)))
    throw new Refusal('an order by what is not there');
  const sorted = [...events].sort((a, b) => {
    for (const { columnName, order: direction } of orders) {
      const difference = compare(get(a, columnName), get(b, columnName));
      if (difference !== 0) return direction === 'ascending' ? difference : -difference;
    }
    return 0;
  });
  const time = (event: (typeof events)[number] | undefined): number => Number(event?.['__time']);
  const page = sorted.slice(offset, limit === 0 ? undefined : offset + limit);
  const next = sorted[offset + limit];
  if (limit > 0 && next !== undefined && order !== undefined && time(next) === time(page.at(-1))) observe('ties');
  if (page.length === 0) return [];
  const json = (value: unknown): unknown =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  const isCompact = query.resultFormat === 'compactedList';
  const rows = page.map((event) => {
    const values = columns.map((name) => json(get(event, name)));
    return isCompact ? values : Object.fromEntries(columns.map((name, i) => [name, values[i]]));
  });
  const rowSignature = columns.map((name) => ({ name, type: TYPES[kindOf(name)] }));
  const batches: unknown[] = [];
  while (rows.length > 0)
    batches.push({ columns, events: rows.splice(0, query.batchSize ?? rows.length), rowSignature });
  return batches;
}
