import type { Query } from '../../tql/query.ts';
import { parseJson } from '../../text/json.ts';
import type { TimeRange } from '../../tql/interval.ts';
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

export const DEFAULT_LIMIT = 0.02;

const DAY_MS = 86_400_000;

/** The date of a moment in UTC. */
export function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The page of an address's fragment. An address with a query, as older versions wrote it, is one of Ask. */
export function pageOf(fragment: string): PageName {
  const fields = new URLSearchParams(fragment.slice(1));
  if (fields.has('query')) return 'ask';
  const page = fields.get('page');
  return page === 'ask' || page === 'drop' ? page : 'home';
}

/** The fragment of a page with its state. */
export function writePage(page: PageName, state: PageState): string {
  if (page === 'ask') return '#page=ask';
  const { period, conditions, column, version, limit } = state;
  const filters =
    conditions.length > 0 && JSON.stringify(conditions.map((each) => [each.column, each.value, each.isNot]));
  const choice = page === 'drop' && { column, version, limit: limit !== DEFAULT_LIMIT && limit };
  const fields = Object.entries({ page, ...period, filters, ...choice }).flatMap(
    ([key, value]): [string, string][] => (value === null || value === false ? [] : [[key, String(value)]]),
  );
  return `#${new URLSearchParams(fields).toString()}`;
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

const MOST_DAYS = 3650;

function readPeriod(fields: URLSearchParams): Period | null {
  const days = Number(fields.get('days'));
  if (Number.isInteger(days) && days >= 1 && days <= MOST_DAYS) return { days };
  const [from, to] = [fields.get('from') ?? '', fields.get('to') ?? ''];
  return isPeriod(from, to) ? { from, to } : null;
}

/** Whether two texts are dates in their order. */
export function isPeriod(from: string, to: string): boolean {
  const isDate = (text: string): boolean =>
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && isoDate(Date.parse(text)) === text;
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return isDate(from) && isDate(to) && length >= 0 && length < MOST_DAYS;
}

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
  const endMs = (Math.floor(nowMs / DAY_MS) + (withToday ? 1 : 0)) * DAY_MS;
  return { startMs: endMs - days * DAY_MS, endMs };
}

/** The days of a period. */
export function rangesOf(period: Period, nowMs: number): Ranges {
  const now =
    'days' in period
      ? lastDays(period.days, false, nowMs)
      : { startMs: Date.parse(period.from), endMs: Date.parse(period.to) + DAY_MS };
  return { now, before: { startMs: 2 * now.startMs - now.endMs, endMs: now.startMs } };
}

/** The query of choices over a period; dates stay fixed. */
export function queryOver(period: Period, choices: Partial<Choices>): Query {
  const days = 'days' in period ? period.days : FIRST_CHOICES.days;
  const query = writeQuery({ ...FIRST_CHOICES, ...choices, days });
  if ('days' in period) return query;
  const { startMs, endMs } = rangesOf(period, 0).now;
  const { relativeIntervals: _, ...rest } = query;
  return { ...rest, intervals: [`${isoDate(startMs)}/${isoDate(endMs)}`] };
}
