// Reads intervals between two dates (`2026-10-01/2026-11-01`), and as the query language writes them
// (`{beginningDate, endDate}`).
import { Temporal } from 'temporal-polyfill';
import { COMPONENTS, parseInstant, type RelativeDate } from '../../../tql/time/interval.ts';
import { describeInterval } from '../../../tql/time/interval-words.ts';
import type { Parser, Problems } from '../problems.ts';
import type { IntervalSpec } from '../request.ts';
import { integerWithin, oneOf } from '../scalars.ts';
import { isMap, keyReader, noteUnknownKeys, type YamlValue } from '../yaml/value.ts';
import { EXPECTED_INTERVAL } from './nearest.ts';
import { type IntervalFault, OFFSET_LIMITS } from './words.ts';

/**
 * Parses `start/end`, the end not included. A date begins at midnight in `timeZone`, as the report's days
 * do; a date-time names its zone.
 */
export function parseDateRange(text: string, timeZone: string): IntervalSpec | IntervalFault {
  const sides = text.split('/').map((side) => side.trim());
  const [start, end] = sides;
  if (start === undefined || end === undefined || sides.length !== 2)
    return { why: 'which is not two dates with a / between them' };
  const startMs = parseSide(start, timeZone);
  if (typeof startMs !== 'number') return startMs;
  const endMs = parseSide(end, timeZone);
  if (typeof endMs !== 'number') return endMs;
  if (endMs < startMs) return { why: 'which ends before it begins' };
  if (endMs === startMs) return { why: 'which is empty, because the end is not included' };
  const byDay = DATE.test(start) && DATE.test(end);
  return { kind: 'absolute', label: `${start}/${end}`, range: { startMs, endMs }, byDay };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const ZONELESS = /^\d{4}-\d{2}-\d{2}T[\d:.]+$/i;
/** Years have four digits, so that dates compare as texts. */
const FIRST_YEAR = '1970';

/** The moment at which a side begins, in epoch milliseconds. */
function parseSide(side: string, timeZone: string): number | IntervalFault {
  if (ZONELESS.test(side)) return { why: `in which ${side} has no zone (add Z or an offset such as +02:00)` };
  const instantMs = parseInstant(side.toUpperCase());
  if (instantMs === null)
    return { why: `in which ${side === '' ? 'one side' : side} is not a date or date-time` };
  if (side < FIRST_YEAR) return { why: `in which ${side} is before 1970` };
  if (!DATE.test(side)) return instantMs;
  return Temporal.PlainDate.from(side).toZonedDateTime({ timeZone }).epochMilliseconds;
}

/** Parses `{beginningDate, endDate}`, which is sent as it is; null once a problem was noted. */
export function parseIntervalObject(value: YamlValue, problems: Problems): IntervalSpec | null {
  if (!isMap(value)) {
    const isText = typeof value === 'string';
    const mistake = isText ? { input: value, why: 'which is not an interval' } : { why: 'is a list' };
    return problems.refuse({ ...mistake, expected: EXPECTED_INTERVAL });
  }
  noteUnknownKeys(value, ['beginningDate', 'endDate'], problems);
  const [beginningDate = null, endDate = null] = ['beginningDate', 'endDate'].map((side) =>
    parseRelativeDate(value.get(side), problems.at(side)),
  );
  if (beginningDate === null || endDate === null) return null;
  const interval = { beginningDate, endDate };
  const label = describeInterval(interval);
  // Dates of two units, such as a week and a month, may be in either order.
  const isOfOneUnit = beginningDate.component === endDate.component;
  const isEmpty = isOfOneUnit && beginningDate.offset > endDate.offset;
  if (!isEmpty) return { kind: 'relative', label, interval };
  return problems.refuse({
    input: label,
    why: 'which ends before it begins',
    expected: 'an endDate after beginningDate',
  });
}

function parseRelativeDate(value: YamlValue | undefined, problems: Problems): RelativeDate | null {
  const expected = 'an object such as {component: day, offset: -30, position: beginning}';
  if (!isMap(value)) {
    const why = value === undefined || value === '' ? 'is missing' : 'is not an object';
    return problems.refuse({ why, expected });
  }
  const keys = ['component', 'offset', 'position'] as const;
  noteUnknownKeys(value, keys, problems);
  const missing = keys.filter((key) => typeof value.get(key) !== 'string' || value.get(key) === '');
  for (const key of missing) problems.at(key).add({ why: 'is missing', expected });
  if (missing.length > 0) return null;
  const read: <T>(key: (typeof keys)[number], parse: Parser<T>) => T | null = keyReader(value, problems);
  const component = read('component', oneOf(COMPONENTS));
  const farthest = component === null ? Number.MAX_SAFE_INTEGER : OFFSET_LIMITS[component];
  const offset = read('offset', integerWithin({ min: -farthest, max: farthest }));
  const position = read('position', oneOf(['beginning', 'end'] as const));
  return component === null || offset === null || position === null ? null : { component, offset, position };
}
