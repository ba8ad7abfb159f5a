import { getOrAdd } from '../../../text/get-or-add.ts';

/**
 * Writes numbers as a locale does; infinities and NaN as words, null as a dash. With `decimals` a number has
 * so many, as the others of its column; what would read as 0, and is not, is written as less.
 */
export interface NumberFormat {
  readonly number: (value: number | string | null, decimals?: number) => string;
  /** A number with one decimal at most. */
  readonly tenths: (value: number) => string;
  /** A fraction of 1 as a percentage with one decimal. */
  readonly percent: (fraction: number | null, decimals?: number) => string;
}

const formats = new Map<string, NumberFormat>();

/** The number formats of a locale. They are cached: making one with Intl takes milliseconds. */
export function numberFormat(locale: string): NumberFormat {
  return getOrAdd(formats, locale, () => makeNumberFormat(locale));
}

const OPTIONS = {
  whole: { maximumFractionDigits: 0 },
  tenths: { maximumFractionDigits: 1 },
  hundredths: { maximumFractionDigits: 2 },
  threeDigits: { maximumSignificantDigits: 3 },
  huge: { notation: 'scientific', maximumSignificantDigits: 4 },
  tiny: { notation: 'scientific', maximumSignificantDigits: 3 },
  percentTenths: { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 },
} as const satisfies Readonly<Record<string, Intl.NumberFormatOptions>>;

type Write = (value: number, name: keyof typeof OPTIONS) => string;

/**
 * Whole numbers and tenths of a percent below this are cached: a report repeats ranks, small counts and
 * percentages many times.
 */
const CACHED_BELOW = 10_000;

function makeNumberFormat(locale: string): NumberFormat {
  const intl: Partial<Record<keyof typeof OPTIONS, Intl.NumberFormat>> = {};
  const write: Write = (value, name) =>
    (intl[name] ??= new Intl.NumberFormat(locale, OPTIONS[name])).format(value).replaceAll('-', '−');
  const formatsOf = new Map<string, Intl.NumberFormat>();
  const fixed = (value: number, style: 'decimal' | 'percent', decimals: number): string => {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const format = getOrAdd(
      formatsOf,
      `${style} ${decimals}`,
      () => new Intl.NumberFormat(locale, { style, ...digits }),
    );
    return format.format(value + 0).replaceAll('-', '−');
  };
  const wholes = new Map<number, string>();
  const percents: string[] = [];
  return {
    number: (value, decimals) => {
      if (value === null) return '–';
      const number = Number(value);
      if (decimals !== undefined && decimals > 0 && Math.abs(number) < 1e15) {
        const isTiny = number !== 0 && Math.abs(number) < 0.5 / 10 ** decimals;
        if (!isTiny) return fixed(number, 'decimal', decimals);
        return `${number < 0 ? '> −' : '< '}${fixed(1 / 10 ** decimals, 'decimal', decimals)}`;
      }
      if (!Number.isInteger(number) || Math.abs(number) >= CACHED_BELOW) return writeNumber(number, write);
      let text = wholes.get(number);
      if (text === undefined) wholes.set(number, (text = writeNumber(number, write)));
      return text;
    },
    tenths: (value) => write(value, 'tenths'),
    percent: (fraction, decimals) =>
      fraction === null
        ? '–'
        : fraction === 0 || fraction === 1 || (decimals !== undefined && decimals > 1)
          ? fixed(fraction, 'percent', decimals ?? 0)
          : writePercent(
              fraction,
              write,
              (tenths) => (percents[tenths] ??= write(tenths / 1000, 'percentTenths')),
            ),
  };
}

function writeNumber(value: number, write: Write): string {
  if (Number.isNaN(value)) return 'not a number';
  if (!Number.isFinite(value)) return value > 0 ? 'infinite' : 'minus infinite';
  const size = Math.abs(value);
  if (size >= 1e15) return write(value, 'huge');
  if (Number.isInteger(value)) return write(value === 0 ? 0 : value, 'whole');
  if (size >= 100) return write(value, 'tenths');
  if (size >= 1) return write(value, 'hundredths');
  return write(value, size >= 1e-6 ? 'threeDigits' : 'tiny');
}

/** `writeTenths` writes a whole number of tenths of a percent. */
function writePercent(fraction: number, write: Write, writeTenths: (tenths: number) => string): string {
  if (!Number.isFinite(fraction)) return writeNumber(fraction, write);
  if (fraction > 0 && fraction < 0.0005) return `< ${writeTenths(1)}`;
  if (fraction < 1 && fraction >= 0.9995) return `> ${writeTenths(999)}`;
  const tenths = fraction * 1000;
  const remainder = tenths - Math.floor(tenths);
  // Close to a half, Intl's own rounding decides.
  const isClear = tenths > 0 && tenths < CACHED_BELOW && (remainder < 0.499 || remainder > 0.501);
  return isClear ? writeTenths(Math.round(tenths)) : write(fraction, 'percentTenths');
}

// Keeps an arrow and its number on one line.
const NBSP = '\u00a0';

/**
 * A relative change: `▲ 4.2%`, `▼ 12.0%`, `±0%`, and `▲ 12.5×` if the value is at least ten times the earlier
 * one; a dash for null.
 */
export function formatChange(change: number | null, locale: string): string {
  if (change === null || !Number.isFinite(change)) return '–';
  const { number, percent } = numberFormat(locale);
  if (Math.abs(change) < 0.0005) return `±${percent(0)}`;
  if (change >= 9) return `▲${NBSP}${number(Number((change + 1).toPrecision(3)))}×`;
  return `${change > 0 ? '▲' : '▼'}${NBSP}${percent(Math.abs(change))}`;
}

/** The difference of two numbers; null if one is unknown. */
export function subtract(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : now - before;
}

/** A difference of two rates in percentage points: `▲ 0.4 points`; a dash if it is unknown. */
export function formatPoints(difference: number | null, locale: string): string {
  if (difference === null || !Number.isFinite(difference)) return '–';
  const size = roundPoints(Math.abs(difference) * 100);
  if (size === 0) return '±0 points';
  return `${difference > 0 ? '▲' : '▼'}${NBSP}${numberFormat(locale).number(size, size < 0.1 ? 0 : 1)} points`;
}

/** Tenths of a point, or two digits of less than that; nothing below what a double's rounding may be. */
function roundPoints(points: number): number {
  if (points < 1e-9) return 0;
  return points < 0.1 ? Number(points.toPrecision(2)) : Math.round(points * 10) / 10;
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
  if (ms < 59_950) return `${numberFormat(locale).tenths(ms / 1000)} s`;
  return `${Math.floor(Math.round(ms / 1000) / 60)} min ${Math.round(ms / 1000) % 60} s`;
}
