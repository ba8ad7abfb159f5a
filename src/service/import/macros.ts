import { literal } from '../events/duckdb-values.ts';
import { AHEAD_MS, BOOLEANS, EARLIEST_MS } from '../events/event.ts';
import { NO_NUMBER } from '../events/payload.ts';
import { LIMIT_ID, REASONS } from '../events/invalid-event.ts';
import { EPOCH_PATTERN, TIME_PATTERN } from '../events/event-time.ts';

/** A longer line is refused: no event is that long, and a file without newlines must not fill the memory. */
export const LIMIT_LINE_BYTES = 1_048_576;

const LONG_LINE = 'longer than 1 MiB';
const UUID = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';

/**
 * The SQL functions that the statements of `rows.ts`, `values.ts` and `select.ts` call: times, numbers and
 * names as other programs write them become those of an event. Every name begins with `ir_`.
 *
 * DuckDB writes the body of a macro in the place of each call. So an argument is evaluated as often as the
 * body names it, except in `list_transform([argument], lambda …)[1]`, where it is evaluated once.
 */
export const MACROS = [
  // Numbers as times, in epoch milliseconds.

  // A number whose size tells its unit: as seconds, 10¹¹ would be the year 5138, so it counts milliseconds.
  `ir_epoch(number) AS CASE WHEN number < 1e11 THEN round(number * 1e3) WHEN number < 1e14 THEN floor(number)
    WHEN number < 1e17 THEN floor(number / 1e3) WHEN number < 1e20 THEN floor(number / 1e6) END::BIGINT`,

  // Texts as times, in epoch milliseconds. `zone` is that of texts that name none; null: they are no times.

  // A clock's time in a zone. In autumn a clock shows an hour twice, of which the first one is taken.
  `ir_local(clock, zone) AS CASE WHEN zone = 'UTC' THEN epoch_ms(clock)
    ELSE least(epoch_ms(timezone(zone, clock)), epoch_ms(timezone(zone, clock - INTERVAL 1 HOUR)) + 3600000) END`,
  // The parts of "2026-10-05 08:12:33,5 UTC": date, minutes, seconds and zone, each empty if it is missing.
  `ir_parts(text) AS regexp_extract(upper(trim(text)), ${literal(TIME_PATTERN)}, ['date', 'minutes', 'seconds', 'zone'])`,
  `ir_clock(parts) AS parts.date || ' ' || coalesce(nullif(parts.minutes, ''), '00:00')
    || replace(coalesce(nullif(parts.seconds, ''), ':00'), ',', '.')`,
  `ir_time_of_parts(parts, zone) AS CASE
    WHEN parts.zone <> '' THEN epoch_ms(TRY_CAST(ir_clock(parts) || CASE WHEN parts.zone IN ('Z', 'UTC', 'GMT') THEN '+00' ELSE parts.zone END AS TIMESTAMPTZ))
    WHEN parts.date <> '' AND zone IS NOT NULL THEN ir_local(TRY_CAST(ir_clock(parts) AS TIMESTAMP), zone) END`,
  // DuckDB's own parser takes the usual forms, such as "2026-10-05T08:12:33Z", in a tenth of the time.
  `ir_time_with_zone(text) AS CASE
    WHEN length(text) > 19 AND (suffix(text, 'Z') OR substr(text, -3, 1) IN ('+', '-') OR substr(text, -6, 1) IN ('+', '-'))
    THEN epoch_ms(TRY_CAST(text AS TIMESTAMPTZ)) END`,
  `ir_time_without_zone(text, zone) AS CASE
    WHEN zone IS NOT NULL AND length(text) BETWEEN 19 AND 29 AND substr(text, 5, 1) = '-' AND right(text, 1) BETWEEN '0' AND '9'
      AND substr(text, -3, 1) NOT IN ('+', '-') AND substr(text, -5, 1) NOT IN ('+', '-')
    THEN ir_local(TRY_CAST(text AS TIMESTAMP), zone) END`,
  `ir_time_in_other_form(text, zone) AS CASE WHEN regexp_full_match(text, ${literal(EPOCH_PATTERN)}) THEN ir_epoch(text::DOUBLE)
    ELSE list_transform([ir_parts(text)], lambda parts: ir_time_of_parts(parts, zone))[1] END`,
  `ir_time(text, zone) AS coalesce(ir_time_with_zone(text), ir_time_without_zone(text, zone), ir_time_in_other_form(text, zone))`,
  `ir_lacks_zone(text) AS list_transform([ir_parts(text)], lambda parts: parts.date <> '' AND parts.zone = '')[1]`,

  // Values as the texts of a payload.

  // 3.0 as "3", and NaN as no value.
  `ir_double_text(number) AS CASE WHEN isnan(number) THEN NULL
    WHEN number = trunc(number) AND abs(number) < 1e21 THEN number::HUGEINT::VARCHAR ELSE number::VARCHAR END`,
  `ir_time_text(clock) AS strftime(clock, '%Y-%m-%dT%H:%M:%S.%gZ')`,
  // The member at a place of a JSON document, of which `text` is what DuckDB reads. It reads the number 3.0
  // as "3.0", which is "3" in a payload; the text "3.0" stays. What comes before ":" may begin with a digit.
  `ir_member_text(text, document, place) AS CASE WHEN suffix(text, '.0') AND text < ':' AND json_type(document, place) = 'DOUBLE' THEN left(text, -2) ELSE text END`,
  // Whether that member is an object or an array. A text may begin with a bracket, too.
  `ir_is_nested(text, document, place) AS CASE WHEN prefix(text, '{') OR prefix(text, '[') THEN json_type(document, place) IN ('OBJECT', 'ARRAY') ELSE false END`,

  // Objects: an array of keys and values, `[{"key":"plan","value":"pro"}]` or `["plan:pro"]`, becomes
  // `{"plan":"pro"}`.

  // GA4 has a member for each type of value: `{"string_value":"pro","int_value":null}`.
  `ir_pair_value(json) AS CASE WHEN prefix(json, '{') AND contains(json, '_value"')
    THEN list_filter(json_extract(json, ['$.string_value', '$.int_value', '$.float_value', '$.double_value']), lambda each: each <> 'null')[1]
    ELSE json END`,
  `ir_members(json) AS list_transform(TRY(json_transform(json, '[{"key":"VARCHAR","value":"JSON"}]')),
    lambda pair: to_json(pair.key) || ':' || coalesce(ir_pair_value(pair.value), 'null'))`,
  `ir_pairs(json) AS list_transform(TRY(json_transform(json, '["JSON"]')),
    lambda text: CASE WHEN prefix(text, '"') AND contains(text, ':') THEN regexp_replace(text, ':', '":"') END)`,
  `ir_joined(members) AS CASE WHEN len(list_filter(members, lambda member: member IS NULL)) = 0 THEN '{' || array_to_string(members, ',') || '}' END`,
  `ir_begins(json, bracket) AS prefix(ltrim(json, E' \\t\\r\\n'), bracket)`,
  `ir_object(json) AS CASE WHEN prefix(json, '{') THEN json WHEN ir_begins(json, '[') THEN coalesce(ir_joined(ir_members(json)), ir_joined(ir_pairs(json)), json) ELSE json END`,

  `ir_keys(json) AS TRY(json_keys(ir_object(json)))`,

  // A value that is not kept and is worth a mention at the end, or else null.
  `ir_value(text) AS nullif(nullif(nullif(nullif(text, ''), '{}'), '[]'), 'null')`,

  // Fields of events: how they are stored.

  // A UUID is stored in upper case.
  `ir_app_id(text) AS CASE WHEN length(text) = 36 AND text <> upper(text) AND regexp_full_match(text, '${UUID}') THEN upper(text) ELSE text END`,
  `ir_boolean(text) AS CASE WHEN text IN ('true', 'false') THEN text WHEN lower(text) IN ${tupleOf(BOOLEANS.true)} THEN 'true' ELSE 'false' END`,
  `ir_is_not_boolean(text) AS text NOT IN ('true', 'false') AND lower(text) NOT IN ${tupleOf([...BOOLEANS.true, ...BOOLEANS.false])}`,
  `ir_stored_number(text) AS nullif(TRY_CAST(text AS DOUBLE), 'nan'::DOUBLE)`,
  `ir_is_not_number(text) AS text NOT IN ${tupleOf(NO_NUMBER)} AND NOT coalesce(isfinite(TRY_CAST(text AS DOUBLE)), false)`,
  // "1,5" as "1.5".
  `ir_decimal_point(text) AS CASE WHEN regexp_full_match(text, '[+-]?[0-9]+,[0-9]+') THEN replace(text, ',', '.') ELSE text END`,

  // Why a row is refused; null: it is not.

  // A reason, with the beginning of the value.
  `ir_fault(reason, value) AS reason || ': ' || to_json(left(value::VARCHAR, 60))::VARCHAR`,
  `ir_event_fault(written, time_ms, has_zone, app, type, test_mode, number, id) AS CASE
    WHEN written IS NULL THEN 'timestamp ${REASONS.missing}'
    WHEN time_ms IS NULL AND NOT has_zone AND ir_lacks_zone(written) THEN ir_fault('${REASONS.zone}; give --timezone, such as Europe/Berlin', written)
    WHEN time_ms IS NULL THEN ir_fault('${REASONS.time}', written)
    WHEN app IS NULL THEN 'appID ${REASONS.missing}'
    WHEN app = '' THEN 'appID ${REASONS.empty}'
    WHEN length(app) > ${LIMIT_ID} THEN ir_fault('appID ${REASONS.long}', app)
    WHEN type IS NULL THEN 'type ${REASONS.missing}'
    WHEN type = '' THEN 'type ${REASONS.empty}'
    WHEN ir_is_not_boolean(test_mode) THEN ir_fault('${REASONS.testMode}', test_mode)
    WHEN ir_is_not_number(number) THEN ir_fault('${REASONS.number}', number)
    WHEN length(id) > ${LIMIT_ID} THEN ir_fault('eventID ${REASONS.long}', id) END`,
  `ir_clock_fault(time_ms, now_ms) AS CASE WHEN time_ms < ${EARLIEST_MS} THEN '${REASONS.early}' WHEN time_ms > now_ms + ${AHEAD_MS} THEN '${REASONS.late}' END`,
  // Of a line of NDJSON with these members; empty: it is blank.
  `ir_line_fault(line, members) AS CASE WHEN members IS NULL AND coalesce(trim(line), '') = '' THEN ''
    WHEN strlen(line) > ${LIMIT_LINE_BYTES} THEN '${LONG_LINE}'
    WHEN NOT prefix(line, '{') AND prefix(ltrim(line), '[') THEN 'a list; a line holds one event, with nothing around it'
    WHEN members IS NULL THEN 'not JSON'
    WHEN NOT prefix(line, '{') AND NOT prefix(ltrim(line), '{') THEN 'not a JSON object' END`,
  // The first condition is for speed: it is false for most rows.
  `ir_object_fault(name, json, members) AS CASE WHEN (members IS NULL OR NOT prefix(json, '{')) AND coalesce(trim(json), '') NOT IN ('', 'null')
    AND (members IS NULL OR NOT ir_begins(json, '{')) THEN name || ' is not an object' END`,

  // Lines of CSV that are read alone.

  // The cells that a pattern finds, without quotes; null if these are not the whole line.
  `ir_cells(line, delimiter, cell, escaped) AS list_transform([regexp_extract_all(delimiter || line, cell, 1)], lambda cells:
    CASE WHEN array_to_string(cells, delimiter) = line THEN list_transform(cells, lambda text:
      CASE WHEN prefix(ltrim(text), '"') THEN regexp_replace(substr(trim(text), 2, length(trim(text)) - 2), escaped, '\\1', 'g')
        WHEN text NOT IN ('', '\\N', 'NULL', 'null') THEN text END) END)[1]`,
  `ir_cells_fault(line, cells, columns) AS CASE WHEN coalesce(trim(line), '') = '' THEN ''
    WHEN strlen(line) > ${LIMIT_LINE_BYTES} THEN '${LONG_LINE}'
    WHEN cells IS NULL OR len(cells) <> columns THEN 'not a row of ' || columns || ' cells, or a quote is not closed' END`,

  // Operating systems, by the names that reports use.

  `ir_system(name) AS CASE lower(name) WHEN 'ios' THEN 'iOS' WHEN 'iphone os' THEN 'iOS' WHEN 'ipados' THEN 'iPadOS' WHEN 'macos' THEN 'macOS'
    WHEN 'mac os' THEN 'macOS' WHEN 'mac os x' THEN 'macOS' WHEN 'os x' THEN 'macOS' WHEN 'macintosh' THEN 'macOS'
    WHEN 'android' THEN 'Android' WHEN 'windows' THEN 'Windows' WHEN 'linux' THEN 'Linux' WHEN 'tvos' THEN 'tvOS'
    WHEN 'watchos' THEN 'watchOS' WHEN 'visionos' THEN 'visionOS' ELSE nullif(name, '') END`,
  // "iOS 17.4" of the name "ios" and the version "17.4.1" or "iOS 17.4.1", of which `part` is a pattern.
  `ir_system_version(name, version, part) AS ir_system(name) || ' ' || nullif(regexp_extract(version, part), '')`,
].map((each) => `CREATE TEMP MACRO ${each}`);

function tupleOf(texts: readonly string[]): string {
  return `(${texts.map(literal).join(', ')})`;
}
