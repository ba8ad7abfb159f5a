import { type RunQuery } from '../../../src/tql/run-query.ts';
import { Refusal } from './refusal.ts';
import { type Selection } from './select.ts';
import { COLUMNS } from './table.ts';
import { get } from './values.ts';

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
  if (order !== undefined && !columns.includes('__time')) throw new Refusal('an order without __time');
  const direction = order === 'descending' ? -1 : 1;
  const time = (event: (typeof events)[number] | undefined): number => Number(event?.['__time']);
  const sorted = order === undefined ? events : [...events].sort((a, b) => direction * (time(a) - time(b)));
  const page = sorted.slice(offset, limit === 0 ? undefined : offset + limit);
  const next = sorted[offset + limit];
  if (limit > 0 && next !== undefined && order !== undefined && time(next) === time(page.at(-1))) observe('ties');
  if (page.length === 0) return [];
  const json = (value: unknown): unknown =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  const rows = page.map((event) => Object.fromEntries(columns.map((name) => [name, json(get(event, name))])));
  const rowSignature = columns.map((name) => ({ name, type: TYPES[kindOf(name)] }));
  return [{ columns, events: rows, rowSignature }];
}
