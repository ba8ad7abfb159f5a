// Translates the time functions of expressions to SQL: `timestamp_floor(__time, 'P1M')` is a
// `date_trunc('month', …)`, `timestamp_format(__time, 'yyyy')` a `strftime(…, '%Y')`.
import type { ExpressionTree } from '../../../../../tql/expression.ts';
import { parseInstant } from '../../../../../tql/time/interval.ts';
import { FIRST_MONDAY_MS } from '../../../../../tql/time/buckets.ts';
import { isWeek, parsePeriod } from '../../../../../tql/time/period.ts';
import { isTimeZone } from '../../../../../tql/literals.ts';
import { QueryError } from '../../../../errors.ts';
import type { Call } from './call.ts';
import { integerOf } from './numbers.ts';
import { NULL_TEXT, type TypedSql } from '../sql/typed.ts';
import { long, sql, text, type Sql } from '../sql/statement.ts';

/**
 * `timestamp_floor(time, period[, origin[, zone]])`: the start of the calendar period, in epoch milliseconds.
 */
export function timestampFloorSql({ values: [time = NULL_TEXT], literals, path }: Call): TypedSql {
  const periodText = optionalLiteral(literals[0], path) ?? '';
  const originText = optionalLiteral(literals[1], path);
  const zoneText = optionalLiteral(literals[2], path);
  const period = parsePeriod(periodText);
  if (period === null)
    throw new QueryError(path, 'The expression floors to a period that is not a valid ISO 8601 period');
  const zone = checkTimeZone(zoneText, path);
  const originMs = originText === null ? null : parseInstant(originText);
  const instant = integerOf(time);
  const isOfDays = period.unit === 'days' || period.unit === 'weeks';
  if (period.isOfClock || (isOfDays && zone === 'UTC')) {
    const firstMs = originMs ?? (isWeek(period) ? FIRST_MONDAY_MS : 0);
    return { kind: 'long', sql: floorToStepSql(instant, period.lengthMs, firstMs) };
  }
  const unit = UNITS.get(periodText);
  if (unit === undefined || originMs !== null) {
    throw new QueryError(path, `The expression floors to ${periodText} in ${zone}, which is not supported`);
  }
  const local = sql`timezone(${text(zone)}, make_timestamptz(${instant} * 1000))`;
  const floored = sql`epoch_ms(timezone(${text(zone)}, date_trunc(${unit}, ${local})))`;
  return { kind: 'long', sql: floored };
}

/** The unit of `date_trunc` for a period. */
const UNITS: ReadonlyMap<string, Sql> = new Map([
  ['P1D', sql`'day'`],
  ['P1W', sql`'week'`],
  ['P1M', sql`'month'`],
  ['P3M', sql`'quarter'`],
  ['P1Y', sql`'year'`],
]);

function floorToStepSql(instant: Sql, stepMs: number, originMs: number): Sql {
  const [step, origin] = [long(stepMs), long(originMs)];
  const since = sql`(${instant} - ${origin})`;
  // The remainder has the sign of the dividend; times before the origin belong to the step below.
  return sql`(${instant} - ((${since} % ${step}) + ${step}) % ${step})`;
}

/** Joda's pattern letters and the same fields in `strftime`. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['yyyy', '%Y'],
  ['yy', '%y'],
  ['MMMM', '%B'],
  ['MMM', '%b'],
  ['MM', '%m'],
  ['M', '%-m'],
  ['dd', '%d'],
  ['d', '%-d'],
  ['EEEE', '%A'],
  ['EEE', '%a'],
  ['e', '%u'],
  ['DDD', '%j'],
  ['xxxx', '%G'],
  ['ww', '%V'],
  ['HH', '%H'],
  ['H', '%-H'],
  ['hh', '%I'],
  ['h', '%-I'],
  ['a', '%p'],
  ['mm', '%M'],
  ['ss', '%S'],
  ['SSS', '%g'],
]);

/**
 * `timestamp_format(time[, pattern[, zone]])`: the time in a zone as text, by a Joda pattern; ISO 8601 by
 * default.
 */
export function timestampFormatSql({ values: [time = NULL_TEXT], literals, path }: Call): TypedSql {
  const [pattern, zoneText] = [optionalLiteral(literals[0], path), optionalLiteral(literals[1], path)];
  const zone = checkTimeZone(zoneText, path);
  if (pattern === null && zone !== 'UTC') {
    throw new QueryError(
      path,
      'The expression formats a time in a zone without a pattern, which is not supported',
    );
  }
  const format = pattern === null ? '%Y-%m-%dT%H:%M:%S.%gZ' : strftimeFormat(pattern, path);
  const local =
    zone === 'UTC'
      ? sql`make_timestamp(${integerOf(time)} * 1000)`
      : sql`timezone(${text(zone)}, make_timestamptz(${integerOf(time)} * 1000))`;
  return { kind: 'text', sql: sql`strftime(${local}, ${text(format)})` };
}

function strftimeFormat(pattern: string, path: string): string {
  const pieces = pattern.match(/'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']+|'/g) ?? [];
  return pieces.map((piece) => strftimePiece(piece, path)).join('');
}

function strftimePiece(piece: string, path: string): string {
  if (piece === "''") return "'";
  if (piece.startsWith("'")) return piece.slice(1, -1).replaceAll("''", "'").replaceAll('%', '%%');
  if (!/[A-Za-z]/.test(piece)) return piece.replaceAll('%', '%%');
  const field = LETTERS.get(piece);
  if (field === undefined)
    throw new QueryError(path, `The expression formats a time by ${piece}, which is not supported`);
  return field;
}

const LITERAL_LENGTH_LIMIT = 1000;

function optionalLiteral(tree: ExpressionTree | undefined, path: string): string | null {
  if (tree === undefined || tree.type === 'null') return null;
  if (tree.type !== 'text')
    throw new QueryError(path, 'The expression gives a period, origin, pattern or zone that is not a string');
  if (tree.value.length <= LITERAL_LENGTH_LIMIT) return tree.value;
  throw new QueryError(
    path,
    `The expression gives a pattern of more than ${LITERAL_LENGTH_LIMIT} characters`,
  );
}

function checkTimeZone(zone: string | null, path: string): string {
  if (zone !== null && !isTimeZone(zone))
    throw new QueryError(
      path,
      `The expression names ${JSON.stringify(zone)}, which is not a valid time zone`,
    );
  return zone ?? 'UTC';
}
