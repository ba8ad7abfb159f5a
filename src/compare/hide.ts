/**
 * Which of some values are to be hidden, by place: those below a size, nobody being no group; and if that is but one, the smallest of the others too,
 * so that the one is not what the others leave of a total. `isCovered` says that more is hidden already.
 */
export function smallOnes(values: readonly (number | null)[], size: number, isCovered: boolean): ReadonlySet<number> {
  const small = places(values, (value) => value !== 0 && value < size);
  if (small.length !== 1 || isCovered) return new Set(small);
  const next = Math.min(...values.filter((value) => value !== null).filter((value) => value >= size));
  return new Set([...small, ...places(values, (value) => value === next).slice(-1)]);
}

/** Histories without what is to be hidden, period by period; `isCovered` says of a period whether more is hidden in it already. */
export function withoutSmall(
  histories: readonly (readonly (number | null)[])[],
  size: number,
  isCovered: (period: number) => boolean,
): (number | null)[][] {
  const periods = Math.max(0, ...histories.map(({ length }) => length));
  const hidden = Array.from({ length: periods }, (_, period) =>
    smallOnes(
      histories.map((history) => history[period] ?? null),
      size,
      isCovered(period),
    ),
  );
  return histories.map((history, row) => history.map((value, period) => (hidden[period]?.has(row) ? null : value)));
}

/** A total, unless it is that of a small group; of nobody is no group. */
export function unlessSmall(total: number | null, size: number): number | null {
  return total === null || (total !== 0 && total < size) ? null : total;
}

function places(values: readonly (number | null)[], isMeant: (value: number) => boolean): number[] {
  return values.flatMap((value, place) => (value !== null && isMeant(value) ? [place] : []));
}
