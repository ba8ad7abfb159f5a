/** A range of relative changes (0.1 is +10 %); `high` is null if nothing bounds it. */
interface ChangeRange {
  readonly low: number;
  readonly high: number | null;
  /** What it is compared with. */
  readonly limit?: number | null;
}

const MOST_DIGITS = 9;
const DIGITS = Array.from({ length: MOST_DIGITS + 1 }, (_digit, count) => count);

/**
 * `-12% to +35%`: rounded outwards to tenths of a percent, from 100% on to whole ones, or to as many digits
 * as keep both ends on their sides of the limit.
 */
export function rangeText({ low, high, limit = null }: ChangeRange, locale: string): string {
  const write = (bound: number, round: (value: number) => number): string => {
    // Of what is a whole step already, the last bits of a division are not rounded up.
    const roundTo = (digits: number): number =>
      round(Number((bound * 10 ** (digits + 2)).toFixed(6))) / 10 ** (digits + 2) + 0;
    const isClear = (digits: number): boolean =>
      limit === null || Math.sign(roundTo(digits) - limit) === Math.sign(bound - limit);
    const fewest = Math.abs(bound) < 1 ? 1 : 0;
    const digits = DIGITS.find((each) => each >= fewest && isClear(each)) ?? MOST_DIGITS;
    const options = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: digits } as const;
    return new Intl.NumberFormat(locale, options).format(roundTo(digits));
  };
  return `${write(low, Math.floor)} ${high === null ? 'or more' : `to ${write(high, Math.ceil)}`}`;
}
