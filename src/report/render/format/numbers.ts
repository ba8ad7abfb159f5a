// Writes numbers, percentages, changes and durations as a locale does. Pure.
import { getOrAdd } from '../../../text/get-or-add.ts';

/**
 * Writes numbers as a locale does: `1,234.5`; infinities and NaN as words, null as a dash. With `decimals` a
 * number has so many, as the others of its column; 0.001 with two decimals is `< 0.01`.
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

type Write = (value: number, options: Intl.NumberFormatOptions) => string;

function makeNumberFormat(locale: string): NumberFormat {
  const intl = new Map<string, Intl.NumberFormat>();
  const write: Write = (value, options) =>
    getOrAdd(intl, JSON.stringify(options), () => new Intl.NumberFormat(locale, options))
      // Adding 0 turns -0 into 0.
      .format(value + 0)
      .replaceAll('-', '−');
  return {
    number: (value, decimals = 0) =>
      value === null ? '–' : writeNumber(Number(value), write, fixedTo(decimals)),
    tenths: (value) => write(value, { maximumFractionDigits: 1 }),
    percent: (fraction, decimals) =>
      fraction === null
        ? '–'
        : writePercent(fraction, write, decimals ?? (fraction === 0 || fraction === 1 ? 0 : 1)),
  };
}

function fixedTo(decimals: number) {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

function writeNumber(value: number, write: Write, fixed: ReturnType<typeof fixedTo>): string {
  if (Number.isNaN(value)) return 'not a number';
  if (!Number.isFinite(value)) return value > 0 ? 'infinite' : 'minus infinite';
  const [size, decimals] = [Math.abs(value), fixed.maximumFractionDigits];
  if (size >= 1e15) return write(value, { notation: 'scientific', maximumSignificantDigits: 4 });
  if (decimals > 0) {
    const isTiny = size > 0 && size < 0.5 / 10 ** decimals;
    return isTiny ? `${value < 0 ? '> −' : '< '}${write(1 / 10 ** decimals, fixed)}` : write(value, fixed);
  }
  if (Number.isInteger(value)) return write(value, { maximumFractionDigits: 0 });
  if (size >= 1) return write(value, { maximumFractionDigits: size >= 100 ? 1 : 2 });
  return write(value, {
    ...(size < 1e-6 && { notation: 'scientific' }),
    maximumSignificantDigits: 3,
  });
}

function writePercent(fraction: number, write: Write, decimals: number): string {
  if (!Number.isFinite(fraction)) return writeNumber(fraction, write, fixedTo(0));
  const step = 1 / 10 ** (decimals + 2);
  const percent = (value: number) => write(value, { style: 'percent', ...fixedTo(decimals) });
  if (fraction > 0 && fraction < step / 2) return `< ${percent(step)}`;
  if (fraction < 1 && fraction >= 1 - step / 2) return `> ${percent(1 - step)}`;
  return percent(fraction);
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

/** A change as it is displayed: 0 from 0 to 0. Results files hold null for every change from 0. */
export function displayedChange(
  change: number | null,
  value: number | null,
  previous: number | null,
): number | null {
  return value === 0 && previous === 0 ? 0 : change;
}

/**
 * The share of a total that a count is, from 0 to 1; null if either is unknown, or the total not positive.
 */
export function ratio(count: number | null, total: number | null): number | null {
  return count === null || total === null || !(total > 0) ? null : count / total;
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
