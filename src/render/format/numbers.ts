/** Writes numbers as a locale does; infinities and NaN as words, null as a dash. */
export interface NumberFormat {
  readonly number: (value: number | string | null) => string;
  /** A fraction of 1 as a percentage with one decimal. */
  readonly percent: (fraction: number | null) => string;
}

const formats = new Map<string, NumberFormat>();

/** The number formats of a locale. They are cached: making one with Intl takes milliseconds. */
export function numberFormat(locale: string): NumberFormat {
  const known = formats.get(locale);
  if (known) return known;
  const made: NumberFormat = {
    number: (value) => formatNumber(locale, typeof value === 'string' ? Number(value) : value),
    percent: (fraction) => formatPercent(locale, fraction),
  };
  formats.set(locale, made);
  return made;
}

const intl = new Map<string, Map<string, Intl.NumberFormat>>();

function cached(locale: string, name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  let known = intl.get(locale);
  if (!known) intl.set(locale, (known = new Map<string, Intl.NumberFormat>()));
  let format = known.get(name);
  if (!format) known.set(name, (format = new Intl.NumberFormat(locale, options)));
  return format;
}

function formatNumber(locale: string, value: number | null): string {
  if (value === null) return '–';
  if (Number.isNaN(value)) return 'not a number';
  if (!Number.isFinite(value)) return value > 0 ? 'infinite' : 'minus infinite';
  const size = Math.abs(value);
  if (size >= 1e15)
    return cached(locale, 'huge', { notation: 'scientific', maximumSignificantDigits: 4 }).format(value);
  if (Number.isInteger(value)) return size < SMALL ? smallNumber(locale, value) : wholeNumber(locale, value);
  if (size >= 100) return cached(locale, 'large', { maximumFractionDigits: 1 }).format(value);
  if (size >= 1) return cached(locale, 'medium', { maximumFractionDigits: 2 }).format(value);
  if (size >= 1e-6) return cached(locale, 'small', { maximumSignificantDigits: 3 }).format(value);
  return cached(locale, 'tiny', { notation: 'scientific', maximumSignificantDigits: 3 }).format(value);
}

/** Whole numbers below this are cached: a report repeats ranks and small counts many times. */
const SMALL = 10_000;
const small = new Map<string, Map<number, string>>();

function smallNumber(locale: string, value: number): string {
  let known = small.get(locale);
  if (!known) small.set(locale, (known = new Map<number, string>()));
  let written = known.get(value);
  if (written === undefined) known.set(value, (written = wholeNumber(locale, value)));
  return written;
}

function wholeNumber(locale: string, value: number): string {
  return cached(locale, 'whole', { maximumFractionDigits: 0 }).format(value === 0 ? 0 : value);
}

function formatPercent(locale: string, fraction: number | null): string {
  if (fraction === null) return '–';
  if (!Number.isFinite(fraction)) return formatNumber(locale, fraction);
  if (fraction === 0 || fraction === 1) return percentOf(locale, 0).format(fraction === 0 ? 0 : 1);
  if (fraction > 0 && fraction < 0.0005) return `< ${smallPercent(locale, 1)}`;
  if (fraction < 1 && fraction >= 0.9995) return `> ${smallPercent(locale, 999)}`;
  const tenths = fraction * 1000;
  const beyond = tenths - Math.floor(tenths);
  // Close to a half, Intl's own rounding decides.
  const isClear = tenths > 0 && tenths < SMALL && (beyond < 0.499 || beyond > 0.501);
  return isClear ? smallPercent(locale, Math.round(tenths)) : percentOf(locale, 1).format(fraction);
}

/** A percentage given in tenths of a percent, cached: a report repeats a few of them often. */
function smallPercent(locale: string, tenths: number): string {
  let known = percents.get(locale);
  if (!known) percents.set(locale, (known = []));
  return (known[tenths] ??= percentOf(locale, 1).format(tenths / 1000));
}

const percents = new Map<string, string[]>();

function percentOf(locale: string, digits: 0 | 1): Intl.NumberFormat {
  return cached(locale, digits === 0 ? 'percent0' : 'percent1', {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

// Keeps an arrow and its number on one line.
const NBSP = '\u00a0';

/** A relative change: `▲ 4.2%`, `▼ 12.0%`, `±0%`, and `▲ 12.5×` if the value is at least ten times the earlier one; a dash for null. */
export function formatChange(change: number | null, locale: string): string {
  if (change === null || !Number.isFinite(change)) return '–';
  if (Math.abs(change) < 0.0005) return '±0%';
  if (change >= 9) return `▲${NBSP}${formatNumber(locale, Number((change + 1).toPrecision(3)))}×`;
  return `${change > 0 ? '▲' : '▼'}${NBSP}${formatPercent(locale, Math.abs(change))}`;
}

/** A difference with its sign: `+412`, `−198`, `±0`; a dash for null. `write` formats its size. */
export function formatDifference(difference: number | null, write: (size: number) => string): string {
  if (difference === null) return '–';
  if (Number.isNaN(difference)) return write(difference);
  return difference === 0 ? '±0' : `${difference > 0 ? '+' : '−'}${write(Math.abs(difference))}`;
}

/** A duration in readable units: `41 ms`, `0.8 s`, `2 min 5 s`; a dash for a negative or infinite one. */
export function formatDuration(ms: number, locale: string): string {
  if (!Number.isFinite(ms) || ms < 0) return '–';
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${cached(locale, 'tenths', { maximumFractionDigits: 1 }).format(ms / 1000)} s`;
  return `${Math.floor(Math.round(ms / 1000) / 60)} min ${Math.round(ms / 1000) % 60} s`;
}
