/**
 * `-12% to +35%`: a range of relative changes (0.1 is +10 %), rounded outwards to tenths of a percent, from
 * 100% on to whole ones; `high` is null if nothing bounds it.
 */
export function rangeText(
  { low, high }: { readonly low: number; readonly high: number | null },
  locale: string,
): string {
  const write = (value: number, round: (value: number) => number): string => {
    const digits = Math.abs(value) < 1 ? 1 : 0;
    const steps = 100 * 10 ** digits;
    return new Intl.NumberFormat(locale, {
      style: 'percent',
      signDisplay: 'exceptZero',
      maximumFractionDigits: digits,
    }).format(round(value * steps) / steps + 0);
  };
  // Of what is a whole step already, the last bits of a division are not rounded up.
  const lowest = write(low, (value) => Math.floor(value + 1e-9));
  return high === null
    ? `${lowest} or more`
    : `${lowest} to ${write(high, (value) => Math.ceil(value - 1e-9))}`;
}
