/**
 * Creates an admission of at most `limit` at a time, such as the bytes of answers that are being sent, or the
 * events of posts that wait to be stored. Some is left for others whatever one owner holds: with a limit of
 * 100 and a share of 3, an owner gets at most 75, three times the 25 that are then left. `shares` has a share
 * for each level of owners, such as the organization and its token.
 */
export function createAdmission(limit: number, shares: readonly number[] = []) {
  const amountsByOwner = new Map<string, number>();
  let total = 0;
  const change = (keys: readonly { readonly key: string }[], by: number) => {
    total += by;
    for (const { key } of keys) {
      const amount = (amountsByOwner.get(key) ?? 0) + by;
      if (amount === 0) amountsByOwner.delete(key);
      else amountsByOwner.set(key, amount);
    }
  };
  /**
   * Admits an amount if it leaves enough: returns a function that releases it, or null. Owners are those that
   * it belongs to, level by level; null is nobody.
   */
  return (amount: number, owners: readonly (string | null)[] = []): (() => void) | null => {
    const left = limit - total - amount;
    const keys = owners.flatMap((owner, level) =>
      owner === null ? [] : [{ level, key: `${level} ${owner}` }],
    );
    const isWithin = keys.every(({ level, key }) => {
      const share = shares[level];
      return share === undefined || (amountsByOwner.get(key) ?? 0) + amount <= left * share;
    });
    // If nothing is held, any amount is admitted: one above the limit would otherwise never be.
    if (total > 0 && (left < 0 || !isWithin)) return null;
    change(keys, amount);
    let isHeld = true;
    return () => {
      if (isHeld) change(keys, -amount);
      isHeld = false;
    };
  };
}
