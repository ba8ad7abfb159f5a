/**
 * `-12% to +35%`: a range of relative changes (0.1 is +10 %), rounded outwards to tenths of a percent; `high`
 * is null if nothing bounds it.
 */
export function rangeText(
  { low, high }: { readonly low: number; readonly high: number | null },
  locale: string,
): string {
  const numbers = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  });
  // Of what is a whole tenth already, the last bits of a division are not rounded up.
  const lowest = numbers.format(Math.floor(low * 1000 + 1e-9) / 1000 + 0);
  return high === null
    ? `${lowest} or more`
    : `${lowest} to ${numbers.format(Math.ceil(high * 1000 - 1e-9) / 1000 + 0)}`;
}
