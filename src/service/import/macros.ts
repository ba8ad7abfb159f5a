import { literal } from '../events/duckdb-values.ts';
import { EPOCH_PATTERN, TIME_PATTERN } from '../events/event.ts';

const UUID = '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';

/**
 * The SQL functions that an import's statement (`select.ts`) calls; every one begins with `ir_`. The
 * engine puts their bodies in the place of the calls, so an argument is evaluated as often as the body
 * names it. A list of one element is evaluated once, whatever refers to it.
 */
export const MACROS = [
  // Numbers as times, in epoch milliseconds: in a unit, or in the unit that the size suggests: in seconds,
  // 10¹¹ is the year 5138.
  `ir_number(t) AS CASE WHEN isfinite(TRY_CAST(t AS DOUBLE)) THEN TRY_CAST(t AS DOUBLE) END`,
  `ir_from_s(n) AS round(n * 1e3)`,
  `ir_from_ms(n) AS floor(n)`,
  `ir_from_us(n) AS floor(n / 1e3)`,
  `ir_from_ns(n) AS floor(n / 1e6)`,
  `ir_epoch(n) AS CASE WHEN n < 1e11 THEN ir_from_s(n) WHEN n < 1e14 THEN ir_from_ms(n) WHEN n < 1e17 THEN ir_from_us(n)
    WHEN n < 1e20 THEN ir_from_ns(n) END::BIGINT`,

  // Texts as times: "2026-10-05T08:12:33Z", also with a blank, without seconds, with a comma, or a number.
  // Of an hour that a clock repeats, the first one is taken. The engine's own parser, which is fast, is
  // tried first.
  `ir_local(t, zone) AS CASE WHEN zone = 'UTC' THEN epoch_ms(t)
    ELSE least(epoch_ms(timezone(zone, t)), epoch_ms(timezone(zone, t - INTERVAL 1 HOUR)) + 3600000) END`,
  `ir_parts(t) AS regexp_extract(upper(trim(t)), ${literal(TIME_PATTERN)}, ['d', 'm', 's', 'z'])`,
  `ir_clock(p) AS p.d || ' ' || coalesce(nullif(p.m, ''), '00:00') || replace(coalesce(nullif(p.s, ''), ':00'), ',', '.')`,
  `ir_read(p, zone) AS CASE WHEN p.z <> '' THEN epoch_ms(TRY_CAST(ir_clock(p) || CASE WHEN p.z IN ('Z', 'UTC', 'GMT') THEN '+00' ELSE p.z END AS TIMESTAMPTZ))
    WHEN p.d <> '' AND zone IS NOT NULL THEN ir_local(TRY_CAST(ir_clock(p) AS TIMESTAMP), zone) END`,
  `ir_slow(t, zone) AS CASE WHEN regexp_full_match(t, ${literal(EPOCH_PATTERN)}) THEN ir_epoch(t::DOUBLE)
    ELSE list_transform([ir_parts(t)], lambda p: ir_read(p, zone))[1] END`,
  `ir_zoned(t) AS CASE WHEN length(t) > 19 AND (suffix(t, 'Z') OR substr(t, -3, 1) IN ('+', '-') OR substr(t, -6, 1) IN ('+', '-'))
    THEN epoch_ms(TRY_CAST(t AS TIMESTAMPTZ)) END`,
  `ir_time(t, zone) AS coalesce(ir_zoned(t), CASE WHEN zone IS NOT NULL AND length(t) BETWEEN 19 AND 29 AND substr(t, 5, 1) = '-'
      AND right(t, 1) BETWEEN '0' AND '9' AND substr(t, -3, 1) NOT IN ('+', '-') AND substr(t, -5, 1) NOT IN ('+', '-')
    THEN ir_local(TRY_CAST(t AS TIMESTAMP), zone) END, ir_slow(t, zone))`,
  `ir_is_zoneless(t) AS list_transform([ir_parts(t)], lambda p: p.d <> '' AND p.z = '')[1]`,

  // Values as the texts of a payload: a number in its shortest form, NaN as no value, a time as JSON has it.
  `ir_shortest(n) AS CASE WHEN n = trunc(n) AND abs(n) < 1e21 THEN n::HUGEINT::VARCHAR ELSE n::VARCHAR END`,
  `ir_double_text(n) AS CASE WHEN NOT isnan(n) THEN ir_shortest(n) END`,
  `ir_time_text(t) AS strftime(t, '%Y-%m-%dT%H:%M:%S.%gZ')`,

  // A member `t` of the object in a JSON text, at a place in it. The engine writes the number 3.0 as
  // "3.0", which JSON writes as "3"; the text "3.0" stays. A text may begin with a brace, too.
  `ir_member_text(t, doc, place) AS CASE WHEN suffix(t, '.0') AND json_type(doc, place) = 'DOUBLE' THEN left(t, -2) ELSE t END`,
  `ir_is_nested(t, doc, place) AS CASE WHEN prefix(t, '{') OR prefix(t, '[') THEN json_type(doc, place) IN ('OBJECT', 'ARRAY') ELSE false END`,

  // An array of keys and values as an object, else the text itself. GA4 has a member for each type of value.
  `ir_pair(v) AS CASE WHEN prefix(v, '{') AND contains(v, '_value"')
    THEN list_filter(json_extract(v, ['$.string_value', '$.int_value', '$.float_value', '$.double_value']), lambda x: x <> 'null')[1] ELSE v END`,
  `ir_pairs(t) AS list_transform(TRY(json_transform(t, '[{"key":"VARCHAR","value":"JSON"}]')), lambda p: to_json(p.key) || ':' || coalesce(ir_pair(p.value), 'null'))`,
  `ir_joined(list) AS CASE WHEN len(list_filter(list, lambda x: x IS NULL)) = 0 THEN '{' || array_to_string(list, ',') || '}' END`,
  `ir_begins(t, bracket) AS prefix(ltrim(t, E' \\t\\r\\n'), bracket)`,
  `ir_object(t) AS CASE WHEN ir_begins(t, '[') THEN coalesce(ir_joined(ir_pairs(t)), t) ELSE t END`,
  `ir_has_value(t) AS coalesce(t, '') NOT IN ('', '{}', '[]', 'null')`,

  // Fields of events: how they are stored, and when they are refused.
  `ir_app_id(t) AS CASE WHEN length(t) = 36 AND t <> upper(t) AND regexp_full_match(t, '${UUID}') THEN upper(t) ELSE t END`,
  `ir_boolean(t) AS CASE WHEN t IN ('true', 'false') THEN t WHEN lower(t) IN ('true', 't', '1') THEN 'true' ELSE 'false' END`,
  `ir_is_not_boolean(t) AS t NOT IN ('true', 'false') AND NOT list_contains(['true', 'false', 't', 'f', '1', '0', ''], lower(t))`,
  `ir_is_not_number(t) AS t <> '' AND NOT coalesce(isfinite(TRY_CAST(t AS DOUBLE)), false)`,

  // The names that reports use for operating systems, by what other programs write, and the parts of a
  // version that they use: "17.4.1" is "iOS 17.4.1", "iOS 17" and "iOS 17.4". Some write the name before
  // the version.
  `ir_system(t) AS CASE lower(t) WHEN 'ios' THEN 'iOS' WHEN 'iphone os' THEN 'iOS' WHEN 'ipados' THEN 'iPadOS' WHEN 'macos' THEN 'macOS'
    WHEN 'mac os' THEN 'macOS' WHEN 'mac os x' THEN 'macOS' WHEN 'os x' THEN 'macOS' WHEN 'macintosh' THEN 'macOS'
    WHEN 'android' THEN 'Android' WHEN 'windows' THEN 'Windows' WHEN 'linux' THEN 'Linux' WHEN 'tvos' THEN 'tvOS'
    WHEN 'watchos' THEN 'watchOS' WHEN 'visionos' THEN 'visionOS' ELSE nullif(t, '') END`,
  `ir_system_version(name, t, part) AS ir_system(name) || ' ' || nullif(regexp_extract(t, part), '')`,
].map((each) => `CREATE TEMP MACRO ${each}`);
