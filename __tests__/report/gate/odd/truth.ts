// What a gate's functions are, counted one by one from the events of a world.
import type { ReportedInsight } from '../../../../src/report/results/results.ts';
import { HOUR_MS, type OddEvent, type OddInsight, type OddWorld, type Output } from './world.ts';

/** A number; null if it is unknown: nothing was measured, or a key is that of several rows. */
type Known = number | null;

/** What is read: a row by its key, a set of rows (`only`: of users), or the whole. */
export interface Reading {
  readonly fn:
    | ('value' | 'share' | 'previous' | 'change' | 'rank')
    | ('total' | 'previousTotal' | 'totalChange' | 'count' | 'first' | 'last');
  readonly output: Output;
  readonly of: string | OddSet | null;
}

export interface OddSet {
  readonly fn: 'oneOf' | 'startsWith';
  readonly texts: readonly string[];
  readonly isOnly: boolean;
}

/** The events of an insight's two periods. */
export interface Periods {
  readonly insight: OddInsight;
  readonly reported: ReportedInsight;
  readonly endMs: number;
  /** The first event, if the report says that the days before it are not counted. */
  readonly firstMs: number;
  readonly now: readonly OddEvent[];
  readonly before: readonly OddEvent[] | null;
}

/** The events of both periods. A running period ends at now; if it is compared, at the last full hour. */
export function periodsOf(world: OddWorld, insight: OddInsight, reported: ReportedInsight): Periods {
  const { interval, compare } = reported;
  const within = (start: number, end: number) =>
    world.events.filter(({ atMs }) => atMs >= start && atMs < end);
  const wholeHour = Math.floor(world.nowMs / HOUR_MS) * HOUR_MS;
  const endMs = Math.min(Date.parse(interval.end), compare === null ? world.nowMs : wholeHour);
  const isOver = Date.parse(interval.end) <= world.nowMs;
  return {
    insight,
    reported,
    endMs: isOver ? Date.parse(interval.end) : endMs,
    firstMs: reported.eventsSince === undefined ? 0 : Math.min(...world.events.map(({ atMs }) => atMs)),
    now: within(Date.parse(interval.start), isOver ? Date.parse(interval.end) : endMs),
    before: compare === null ? null : within(Date.parse(compare.start), Date.parse(compare.end)),
  };
}

export function isCount(output: Output): boolean {
  return ['count', 'Users', 'crashes', 'crashUsers'].includes(output);
}

/** An output of some events. */
function outputOf(events: readonly OddEvent[], output: Output): Known {
  const crashes = events.filter(({ type }) => type === 'crash');
  const amounts = events.flatMap(({ amount }) => amount ?? []);
  const usersOf = (some: readonly OddEvent[]) => new Set(some.map(({ user }) => user)).size;
  const sum = amounts.reduce((added, amount) => added + amount, 0);
  switch (output) {
    case 'count':
      return events.length;
    case 'Users':
      return usersOf(events);
    case 'crashes':
      return crashes.length;
    case 'crashUsers':
      return usersOf(crashes);
    case 'sum':
      return sum;
    case 'mean':
      return amounts.length === 0 ? null : sum / amounts.length;
    case 'max':
      return amounts.length === 0 ? null : Math.max(...amounts);
    case 'rate':
      return events.length === 0 ? null : crashes.length / usersOf(events);
  }
}

/** An output of the events of a row or a set; of none, only what counts or adds up is 0. */
function outputOfPart(events: readonly OddEvent[], output: Output): Known {
  return events.length > 0 || isCount(output) || output === 'sum' ? outputOf(events, output) : null;
}

/** The key of an event's row, and the row itself: a missing value is another row than the text `null`. */
function keyOf(event: OddEvent, { insight: { dimensions } }: Periods): string {
  return dimensions.map((each) => event[each] ?? 'null').join(' / ');
}

function rowOf(event: OddEvent, { insight: { dimensions } }: Periods): string {
  return JSON.stringify(dimensions.map((each) => event[each]));
}

/** The events of the row with a key; null if several rows have it, and none of them is meant. */
function eventsOfRow(events: readonly OddEvent[], key: string, periods: Periods): readonly OddEvent[] | null {
  const named = events.filter((each) => keyOf(each, periods).normalize() === key.normalize());
  return new Set(named.map((each) => rowOf(each, periods))).size > 1 ? null : named;
}

function isIn({ fn, texts }: OddSet, value: string | null): boolean {
  if (fn === 'oneOf') return texts.some((text) => text.normalize() === (value ?? 'null').normalize());
  return value !== null && texts.some((text) => value.startsWith(text));
}

/** Users of whose events that have the dimension all are in the set, and those whom they are a part of. */
function usersOnly(
  all: readonly OddEvent[],
  set: OddSet,
  output: Output,
): { readonly part: number; readonly whole: number } {
  const events = output === 'crashUsers' ? all.filter(({ type }) => type === 'crash') : all;
  const having = isIn(set, null) ? events : events.filter(({ v }) => v !== null);
  const users = new Set(having.map(({ user }) => user));
  const others = new Set(having.filter(({ v }) => !isIn(set, v)).map(({ user }) => user));
  return { part: users.size - others.size, whole: users.size };
}

/** The events that a reading counts in a period; null if it names several rows. */
function eventsRead(
  { of }: Reading,
  events: readonly OddEvent[],
  periods: Periods,
): readonly OddEvent[] | null {
  if (of === null) return events;
  return typeof of === 'string' ? eventsOfRow(events, of, periods) : events.filter(({ v }) => isIn(of, v));
}

function counted(reading: Reading, events: readonly OddEvent[] | null, periods: Periods): Known {
  const { of, output } = reading;
  if (events === null) return null;
  if (of !== null && typeof of !== 'string' && of.isOnly) return usersOnly(events, of, output).part;
  const read = eventsRead(reading, events, periods);
  if (read === null) return null;
  return of === null ? outputOf(read, output) : outputOfPart(read, output);
}

function wholeOf({ of, output }: Pick<Reading, 'of' | 'output'>, events: readonly OddEvent[]): Known {
  return of !== null && typeof of !== 'string' && of.isOnly
    ? usersOnly(events, of, output).whole
    : outputOf(events, output);
}

function quotient(a: Known, b: Known): Known {
  return a === null || b === null || b === 0 ? null : a / b;
}

function change(now: Known, before: Known): Known {
  if (now === 0 && before === 0) return 0;
  return now === null || before === null || before === 0 ? null : (now - before) / Math.abs(before);
}

/** Months that are over differ in length: what adds up is compared by day. */
function byDay({ output, of }: Reading, { reported }: Periods): number {
  const { interval, compare, queryType, rows } = reported;
  const isByMonth = /month|quarter|year/.test(interval.label) && interval.complete && compare !== null;
  const isWhole = of === null || queryType === 'topN' || queryType === 'groupBy' || rows.length <= 1;
  if (!isByMonth || !isWhole || !['count', 'crashes', 'sum'].includes(output)) return 1;
  const days = (range: { readonly start: string; readonly end: string }) =>
    Math.round((Date.parse(range.end) - Date.parse(range.start)) / (24 * HOUR_MS));
  return days(interval) / days(compare);
}

/** What a function reads; null if that is unknown. */
export function truthOf(reading: Reading, periods: Periods): Known {
  const { now, before } = periods;
  switch (reading.fn) {
    case 'value':
    case 'total':
      return counted(reading, now, periods);
    case 'previous':
    case 'previousTotal':
      return counted(reading, before, periods);
    case 'share':
      return quotient(counted(reading, now, periods), wholeOf(reading, now));
    case 'change':
    case 'totalChange': {
      const earlier = counted(reading, before, periods);
      const ratio = byDay(reading, periods);
      return change(counted(reading, now, periods), earlier === null ? null : earlier * ratio);
    }
    case 'count':
      return new Set(now.map((each) => rowOf(each, periods))).size;
    case 'rank':
      return rankOf(reading, periods);
    case 'first':
    case 'last':
      return bucketOf(reading, periods);
  }
}

/** Equal rows share a rank. What is not there has none. */
function rankOf(reading: Reading, periods: Periods): Known {
  const own = typeof reading.of === 'string' ? eventsOfRow(periods.now, reading.of, periods) : null;
  if (own === null || own.length === 0) return null;
  const rows = Map.groupBy(periods.now, (each) => rowOf(each, periods));
  // What nothing was measured of comes last.
  const measured = (events: readonly OddEvent[]): Known =>
    reading.output === 'sum' && events.every(({ amount }) => amount === null)
      ? null
      : outputOf(events, reading.output);
  const value = measured(own);
  if (value === null) return null;
  return [...rows.values()].filter((events) => (measured(events) ?? -Infinity) > value).length + 1;
}

const LEAST_HOURS: Readonly<Record<string, number>> = {
  '"hour"': 1,
  '"day"': 23,
  '"week"': 167,
  '"month"': 27.9 * 24,
};

/** Whether a bucket begins at a time. */
function isStart(ms: number, granularity: unknown, timeZone: string): boolean {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const isDay = Number(parts.get('hour')) === 0 && Number(parts.get('minute')) === 0;
  if (granularity === 'week') return isDay && parts.get('weekday') === 'Mon';
  return isDay && (granularity !== 'month' || parts.get('day') === '1');
}

/** The first or last bucket that is complete, by the starts that the table has. */
function bucketOf(
  { fn, output }: Reading,
  { now, endMs, firstMs, reported, insight: { query } }: Periods,
): Known {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: reported.timezone, dateStyle: 'short' });
  const starts = reported.rows.map(({ key }) => Date.parse(key));
  const leastMs = (LEAST_HOURS[JSON.stringify(query['granularity'])] ?? 0) * HOUR_MS;
  // A bucket that begins where the period ends has no row.
  const last = isStart(endMs, query['granularity'], reported.timezone)
    ? endMs
    : Date.parse(reported.interval.end);
  const buckets = starts.map((startMs, place) => ({
    startMs,
    untilMs: query['granularity'] === 'hour' ? startMs + HOUR_MS : (starts[place + 1] ?? last),
  }));
  const complete = buckets.filter(
    ({ startMs, untilMs }) =>
      untilMs <= endMs &&
      startMs >= Date.parse(reported.interval.start) &&
      untilMs - startMs >= leastMs - 1 &&
      day.format(startMs) >= day.format(firstMs),
  );
  const found = complete.at(fn === 'first' ? 0 : -1);
  if (found === undefined) return null;
  const events = now.filter(({ atMs }) => atMs >= found.startMs && atMs < found.untilMs);
  return events.length === 0 && !isCount(output) ? null : outputOf(events, output);
}

/**
 * The sizes of the samples behind a reading: of its own output if it adds up, in each period that it
 * reads.
 */
export function samplesOf({ fn, of, output }: Reading, { now, before }: Periods): readonly Known[] {
  const own = output === 'rate' ? 'Users' : output === 'mean' || output === 'max' ? 'count' : output;
  const size = (events: readonly OddEvent[] | null): Known =>
    events === null ? null : wholeOf({ of, output: own }, events);
  if (fn === 'previous' || fn === 'previousTotal') return [size(before)];
  return fn === 'change' || fn === 'totalChange' ? [size(now), size(before)] : [size(now)];
}
