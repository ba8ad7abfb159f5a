/**
 * Admits an amount if it leaves enough: returns a function that releases it, or null. Owners are those that
 * it belongs to, level by level; null is nobody.
 */
export type Admission = (amount: number, owners?: readonly (string | null)[]) => (() => void) | null;

/**
 * Creates an admission of at most `limit` at a time. An owner may hold at most `shares[level]` times what is
 * left then, so that some is left whatever an owner holds.
 */
export function createAdmission(limit: number, shares: readonly number[] = []): Admission {
  const heldBy = new Map<string, number>();
  let held = 0;
  const change = (keys: readonly { readonly key: string }[], by: number) => {
    held += by;
    for (const { key } of keys) {
      const amount = (heldBy.get(key) ?? 0) + by;
      if (amount === 0) heldBy.delete(key);
      else heldBy.set(key, amount);
    }
  };
  return (amount, owners = []) => {
    const left = limit - held - amount;
    const keys = owners.flatMap((owner, level) =>
      owner === null ? [] : [{ level, key: `${level} ${owner}` }],
    );
    const isWithin = keys.every(({ level, key }) => {
      const share = shares[level];
      return share === undefined || (heldBy.get(key) ?? 0) + amount <= left * share;
    });
    // If nothing is held, any amount is admitted: one above the limit would otherwise never be.
    if (held > 0 && (left < 0 || !isWithin)) return null;
    change(keys, amount);
    let isHeld = true;
    return () => {
      if (isHeld) change(keys, -amount);
      isHeld = false;
    };
  };
}
