// The point is inside its group: with `\d+\.?\d*` a long row of digits could be divided anywhere, and each way is tried.
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number that a text writes in decimal notation (`12`, `-0.5`, `1e3`), or null. Blanks, hexadecimals and names are none. */
export function decimalNumber(text: string): number | null {
  if (!DECIMAL.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
