/** Admits an amount if it stays within a limit: returns a function that releases it, or null. */
export type Admission = (amount: number) => (() => void) | null;

/** Creates an admission of at most `limit` at a time. */
export function createAdmission(limit: number): Admission {
  let held = 0;
  return (amount) => {
    // If nothing is held, any amount is admitted: one above the limit would otherwise never be.
    if (held > 0 && held + amount > limit) return null;
    held += amount;
    let isHeld = true;
    return () => {
      if (isHeld) held -= amount;
      isHeld = false;
    };
  };
}
