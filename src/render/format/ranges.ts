/** A range of relative changes (0.1 is +10 %); `high` is null if nothing bounds it. */
interface ChangeRange {
  readonly low: number;
  readonly high: number | null;
  /** What it is compared with. */
  readonly limit?: number | null;
}

const MOST_DIGITS = 9;

/**
 * `-12% to +35%`: rounded outwards to tenths of a percent, from 100% on to whole ones, or to as many digits as
 * keep both ends on their sides of the limit.
 */
export function rangeText({ low, high, limit = null }: ChangeRange, locale: string): string {
  const write = (bound: number, round: (value: number) => number): string => {
    const options = { style: 'percent', signDisplay: 'exceptZero' } as const;
    for (let digits = Math.abs(bound) < 1 ? 1 : 0; ; digits += 1) {
      const unit = 10 ** (digits + 2);
      // Of what is a whole step already, the last bits of a division are not rounded up.
      const rounded = round(Number((bound * unit).toFixed(6))) / unit + 0;
      const isClear = limit === null || Math.sign(rounded - limit) === Math.sign(bound - limit);
      if (isClear || digits === MOST_DIGITS)
        return new Intl.NumberFormat(locale, { ...options, maximumFractionDigits: digits }).format(rounded);
    }
  };
  return `${write(low, Math.floor)} ${high === null ? 'or more' : `to ${write(high, Math.ceil)}`}`;
}
