import { literal } from '../events/duckdb-values.ts';
import { BOOLEANS, EPOCH_PATTERN, NO_NUMBER, TIME_PATTERN } from '../events/event.ts';

const UUID = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';

/**
 * The SQL functions that the statements of `select.ts`, `values.ts` and `objects.ts` call: times, numbers and
 * names as other programs write them become those of an event. Every name begins with `ir_`.
 *
 * DuckDB writes the body of a macro in the place of each call. So an argument is evaluated as often as the
 * body names it, except in `list_transform([argument], lambda …)[1]`, where it is evaluated once.
 */
export const MACROS = [
  // Numbers as times, in epoch milliseconds.

  // A finite number; null for any other text.
  `ir_number(text) AS CASE WHEN isfinite(TRY_CAST(text AS DOUBLE)) THEN TRY_CAST(text AS DOUBLE) END`,
  // A number whose unit the mapping names.
  `ir_from_s(number) AS round(number * 1e3)`,
  `ir_from_ms(number) AS floor(number)`,
  `ir_from_us(number) AS floor(number / 1e3)`,
  `ir_from_ns(number) AS floor(number / 1e6)`,
  // A number whose size tells its unit: as seconds, 10¹¹ would be the year 5138, so it counts milliseconds.
  `ir_epoch(number) AS CASE WHEN number < 1e11 THEN ir_from_s(number) WHEN number < 1e14 THEN ir_from_ms(number)
    WHEN number < 1e17 THEN ir_from_us(number) WHEN number < 1e20 THEN ir_from_ns(number) END::BIGINT`,

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

  // Whether a value that is not kept is worth a mention at the end.
  `ir_has_value(text) AS coalesce(text, '') NOT IN ('', '{}', '[]', 'null')`,

  // Fields of events: how they are stored, and when they are refused.

  // The beginning of a value in a message.
  `ir_shown(text) AS to_json(left(text::VARCHAR, 60))::VARCHAR`,

  // A UUID is stored in upper case.
  `ir_app_id(text) AS CASE WHEN length(text) = 36 AND text <> upper(text) AND regexp_full_match(text, '${UUID}') THEN upper(text) ELSE text END`,
  `ir_boolean(text) AS CASE WHEN text IN ('true', 'false') THEN text WHEN lower(text) IN ${tupleOf(BOOLEANS.true)} THEN 'true' ELSE 'false' END`,
  `ir_is_not_boolean(text) AS text NOT IN ('true', 'false') AND lower(text) NOT IN ${tupleOf([...BOOLEANS.true, ...BOOLEANS.false])}`,
  `ir_stored_number(text) AS nullif(TRY_CAST(text AS DOUBLE), 'nan'::DOUBLE)`,
  `ir_is_not_number(text) AS text NOT IN ${tupleOf(NO_NUMBER)} AND NOT coalesce(isfinite(TRY_CAST(text AS DOUBLE)), false)`,
  // "1,5" as "1.5".
  `ir_decimal_point(text) AS CASE WHEN regexp_full_match(text, '[+-]?[0-9]+,[0-9]+') THEN replace(text, ',', '.') ELSE text END`,

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
