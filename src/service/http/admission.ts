// Keeps one client from taking all memory: of the answers that are being sent (`send-result.ts`), and of the
// posts that wait to be stored (`ingest/accept-events.ts`).

/** Gives back what was admitted. A second call does nothing. */
type Release = () => void;

/**
 * Makes a function that admits amounts, such as bytes, of at most `limit` together. An owner may hold at most
 * `share` times what is then left for others: with a limit of 100 and a share of 3, that is 75, three times
 * the 25 that are left. `shares` has one for each level of owners, such as addresses and namespaces.
 */
export function createAdmission(limit: number, shares: readonly number[] = []) {
  /** By level and owner: `0 acme`. */
  const amounts = new Map<string, number>();
  let total = 0;
  const change = (ownerKeys: readonly string[], by: number) => {
    total += by;
    for (const key of ownerKeys) {
      const amount = (amounts.get(key) ?? 0) + by;
      if (amount === 0) amounts.delete(key);
      else amounts.set(key, amount);
    }
  };
  /** `owners` has one for each level; null is nobody. Returns null if the amount leaves too little. */
  return (amount: number, owners: readonly (string | null)[] = []): Release | null => {
    const leftForOthers = limit - total - amount;
    const ownerKeys: string[] = [];
    let isWithinShares = true;
    for (const [level, owner] of owners.entries()) {
      if (owner === null) continue;
      const key = `${level} ${owner}`;
      ownerKeys.push(key);
      const share = shares[level];
      if (share !== undefined && (amounts.get(key) ?? 0) + amount > leftForOthers * share)
        isWithinShares = false;
    }
    // An amount above the limit is admitted if nothing else is held; otherwise it never would be.
    const isEmpty = total === 0;
    if (!isEmpty && (leftForOthers < 0 || !isWithinShares)) return null;
    change(ownerKeys, amount);
    let isHeld = true;
    return () => {
      if (isHeld) change(ownerKeys, -amount);
      isHeld = false;
    };
  };
}
