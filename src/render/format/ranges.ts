/** A range of relative changes (0.1 is +10 %); `high` is null if nothing bounds it. */
interface ChangeRange {
  readonly low: number;
  readonly high: number | null;
  /** What it is compared with. */
  readonly limit?: number | null;
}

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * `-12% to +35%`: rounded outwards to tenths of a percent, or to as many digits as keep both ends on their
 * sides of the limit.
 */
export function rangeText({ low, high, limit = null }: ChangeRange, locale: string): string {
  const write = (bound: number, round: (value: number) => number): string => {
    // Of what is a whole tenth already, the last bits of a division are not rounded up.
    const roundTo = (digits: number): number =>
      round(Number((bound * 10 ** (digits + 2)).toFixed(6))) / 10 ** (digits + 2) + 0;
    const isClear = (digits: number): boolean =>
      limit === null || Math.sign(roundTo(digits) - limit) === Math.sign(bound - limit);
    const digits = DIGITS.find(isClear) ?? DIGITS.length;
    const options = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: digits } as const;
    return new Intl.NumberFormat(locale, options).format(roundTo(digits));
  };
  return `${write(low, Math.floor)} ${high === null ? 'or more' : `to ${write(high, Math.ceil)}`}`;
}
