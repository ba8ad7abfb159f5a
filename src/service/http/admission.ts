/** Admits an amount if there is room for it: gives a function that frees the room again, or null. */
export type Admission = (amount: number) => (() => void) | null;

/** Makes an admission to a limited room. */
export function createAdmission(limit: number): Admission {
  let held = 0;
  return (amount) => {
    // What comes to an empty room is admitted whatever its size, or it never would be.
    if (held > 0 && held + amount > limit) return null;
    held += amount;
    let isHeld = true;
    return () => {
      if (isHeld) held -= amount;
      isHeld = false;
    };
  };
}
