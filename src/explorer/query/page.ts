// The state of the home and of the page "Can we drop it?", in the address and as a query's interval.
import { isoDay } from '../../report/render/format/dates.ts';
import { parseJson } from '../../text/json.ts';
import { MS_PER_DAY, parseAbsoluteInterval, type TimeRange } from '../../tql/time/interval.ts';
import type { Query } from '../../tql/query.ts';
import { type Condition, FIRST_CHOICES, type Choices, writeQuery } from './choices.ts';

/** The pages of the explorer, and what their links say. */
export const PAGES = { home: 'Home', drop: 'Can we drop it?', ask: 'Ask' } as const;
export type PageName = keyof typeof PAGES;

/** The last complete days, or all days from one date to another. */
export type Period = { readonly days: number } | { readonly from: string; readonly to: string };

/** What the home and the page of versions show: all of it is in the address. */
export interface PageState {
  readonly period: Period;
  readonly conditions: readonly Condition[];
  /** The column of versions and the version that is chosen; null: the page finds it. */
  readonly column: string | null;
  readonly version: string | null;
  /** The part of users that may be lost. */
  readonly limit: number;
}

const DEFAULT_LIMIT = 0.02;

/** The date of a moment in UTC. */
export function isoDate(ms: number): string {
  return isoDay(ms, 'UTC');
}

/** The page of an address's fragment. With a query, as `address.ts` writes it, it is Ask. */
export function pageOf(fragment: string): PageName {
  const fields = new URLSearchParams(fragment.slice(1));
  if (fields.has('query')) return 'ask';
  const page = fields.get('page');
  return page === 'ask' || page === 'drop' ? page : 'home';
}

/** The fragment of a page with its state, such as `#page=drop&days=28&limit=0.05`. */
export function writePage(page: PageName, state: PageState): string {
  if (page === 'ask') return '#page=ask';
  const { period, conditions, column, version, limit } = state;
  const fields = new URLSearchParams({ page });
  for (const [key, value] of Object.entries(period)) fields.set(key, String(value));
  if (conditions.length > 0)
    fields.set('filters', JSON.stringify(conditions.map((each) => [each.column, each.value, each.isNot])));
  if (page === 'drop') {
    if (column !== null) fields.set('column', column);
    if (version !== null) fields.set('version', version);
    if (limit !== DEFAULT_LIMIT) fields.set('limit', String(limit));
  }
  return `#${fields.toString()}`;
}

/** The state in a fragment; what it does not say, or says wrongly, is as at first. */
export function readPage(fragment: string, first: Period): PageState {
  const fields = new URLSearchParams(fragment.slice(1));
  const limit = Number(fields.get('limit') ?? DEFAULT_LIMIT);
  return {
    period: readPeriod(fields) ?? first,
    conditions: readConditions(parseJson(fields.get('filters') ?? '')),
    column: fields.get('column'),
    version: fields.get('version'),
    limit: limit > 0 && limit < 1 ? limit : DEFAULT_LIMIT,
  };
}

/** The longest period. */
export const MOST_DAYS = 3650;

function readPeriod(fields: URLSearchParams): Period | null {
  const days = Number(fields.get('days'));
  if (Number.isInteger(days) && days >= 1 && days <= MOST_DAYS) return { days };
  const [from, to] = [fields.get('from') ?? '', fields.get('to') ?? ''];
  return isPeriod(from, to) ? { from, to } : null;
}

/** Whether two texts are dates in their order, and no more days apart than the longest period. */
export function isPeriod(from: string, to: string): boolean {
  const interval = `${from}/${to}`;
  const range = TWO_DATES.test(interval) ? parseAbsoluteInterval(interval) : null;
  if (range === null) return false;
  const days = (range.endMs - range.startMs) / MS_PER_DAY;
  return days >= 0 && days < MOST_DAYS;
}

const TWO_DATES = /^\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d$/;

function readConditions(conditions: unknown): readonly Condition[] {
  if (!Array.isArray(conditions)) return [];
  return conditions.flatMap((each: unknown): Condition[] => {
    const fields: readonly unknown[] = Array.isArray(each) ? each : [];
    const [column, value, isNot] = fields;
    const isValue = typeof value === 'string' || value === null;
    return typeof column === 'string' && isValue ? [{ column, value, isNot: isNot === true }] : [];
  });
}

/** The filters with one more, in place of those on the same column. */
export function withCondition({ conditions }: PageState, added: Condition): readonly Condition[] {
  return [...conditions.filter(({ column }) => column !== added.column), added];
}

/** A period in UTC, and the one of the same length before it. */
export interface Ranges {
  readonly now: TimeRange;
  readonly before: TimeRange;
}

/** The last days before today, or those with it. */
export function lastDays(days: number, withToday: boolean, nowMs: number): TimeRange {
  const todayMs = Math.floor(nowMs / MS_PER_DAY) * MS_PER_DAY;
  const endMs = withToday ? todayMs + MS_PER_DAY : todayMs;
  return { startMs: endMs - days * MS_PER_DAY, endMs };
}

/** The days of a period. */
export function rangesOf(period: Period, nowMs: number): Ranges {
  const now = 'days' in period ? lastDays(period.days, false, nowMs) : rangeOfDates(period);
  const lengthMs = now.endMs - now.startMs;
  return { now, before: { startMs: now.startMs - lengthMs, endMs: now.startMs } };
}

function rangeOfDates({ from, to }: Exclude<Period, { readonly days: number }>): TimeRange {
  return { startMs: Date.parse(from), endMs: Date.parse(to) + MS_PER_DAY };
}

/** The query of choices over a period; dates stay fixed. */
export function queryOver(period: Period, choices: Partial<Choices>): Query {
  if ('days' in period) return writeQuery({ ...FIRST_CHOICES, ...choices, days: period.days });
  const { relativeIntervals: _, ...query } = writeQuery({ ...FIRST_CHOICES, ...choices });
  const { startMs, endMs } = rangeOfDates(period);
  return { ...query, intervals: [`${isoDate(startMs)}/${isoDate(endMs)}`] };
}
