// Writes a value in the number format that its query has (`valueFormatter`): `€1,234.50` instead of
// `1,234.5`. Pure.
import { getOrAdd } from '../../../text/get-or-add.ts';
import type { Query } from '../../../tql/query.ts';
import { isJsonObject, type JsonObject } from '../../../tql/json.ts';
import { numberFormat } from './numbers.ts';

/** The number format of an insight's query: its `valueFormatter`, if that is valid. */
export interface ValueFormat {
  /** The format's own locale; null for the report's locale. */
  readonly locale: string | null;
  /** Options of JavaScript's `Intl.NumberFormat`. */
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

/** A query's `valueFormatter`; null if it has none, or if Intl cannot use its options. */
export function parseValueFormat(query: Query): ValueFormat | null {
  const { valueFormatter: formatter } = query;
  if (!isJsonObject(formatter)) return null;
  const options = isJsonObject(formatter.options) ? formatter.options : {};
  const locale = typeof formatter.locale === 'string' && formatter.locale !== '' ? formatter.locale : null;
  const format = { locale, options: knownOptions(options) };
  return Object.keys(options).length > 0 && cachedFormat(format, 'en-US') !== null ? format : null;
}

/**
 * A value as its query wants it; without a format, as the report's locale writes it. It is not escaped: a
 * format may hold any text.
 */
export function formatValue(
  value: number | string | null,
  format: ValueFormat | null,
  locale: string,
  decimals?: number,
): string {
  const plain = () => numberFormat(locale).number(value, decimals);
  if (format === null || typeof value !== 'number' || !Number.isFinite(value)) return plain();
  return cachedFormat(format, locale)?.(value) ?? plain();
}

/**
 * Adds events or users to a formatted count: `1 user`, `12,450 events`; not if the format's `style` has a
 * unit.
 */
export function withUnit(
  countText: string,
  count: number | string | null,
  unit: string,
  format: ValueFormat | null,
): string {
  if ((unit !== 'events' && unit !== 'users') || format?.options['style'] !== undefined) return countText;
  return `${countText} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

/** The options that Intl can read; it ignores those that it does not know. */
function knownOptions(options: JsonObject): ValueFormat['options'] {
  const entries = Object.entries(options).flatMap(([name, value]): [string, string | number | boolean][] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[name, value]]
      : [],
  );
  return Object.fromEntries(entries);
}

type Write = (value: number) => string;
const formats = new Map<string, Write | null>();

function cachedFormat(format: ValueFormat, locale: string): Write | null {
  const key = JSON.stringify([format, locale]);
  return getOrAdd(formats, key, () => makeFormat(format, locale));
}

/**
 * Makes the formatting function; null if Intl refuses the options. Intl knows few units; an unknown one,
 * such as `user` in an example of the query language, is written after the number: `1,234 users`.
 */
function makeFormat({ locale, options }: ValueFormat, reportLocale: string): Write | null {
  const direct = tryIntlFormat(locale ?? reportLocale, options) ?? tryIntlFormat(reportLocale, options);
  if (direct !== null) return direct;
  const { style, unit, unitDisplay, ...withoutUnit } = options;
  if (style !== 'unit' || typeof unit !== 'string' || !/^[A-Za-z][A-Za-z -]{0,30}$/.test(unit)) return null;
  const number =
    tryIntlFormat(locale ?? reportLocale, withoutUnit) ?? tryIntlFormat(reportLocale, withoutUnit);
  return number && ((value) => `${number(value)} ${value === 1 || unit.endsWith('s') ? unit : `${unit}s`}`);
}

function tryIntlFormat(locale: string, options: ValueFormat['options']): Write | null {
  try {
    const format = new Intl.NumberFormat(locale, options);
    // Some locales add bidirectional marks, which a table would show as ⟨U+200F⟩.
    return (value) =>
      format
        .format(value)
        .replace(/[\u2009\u202f]/g, '\u00a0')
        .replace(/\p{Bidi_Control}/gu, '');
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}
