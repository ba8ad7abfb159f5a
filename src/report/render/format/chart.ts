// Draws bars (`███▌`), sparklines (`▂▃▅▇`) and shades with characters, for tables in Markdown and on
// terminals. Pure.

/** A bar's last character, by how many eighths of it are filled. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
/** The indices of a sparkline's characters in its middle and at its top. */
const MIDDLE_LEVEL = 4;
const TOP_LEVEL = 7;
const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/**
 * A bar of up to `width` characters, in steps of an eighth; `largest` fills it. The bar of a negative value
 * begins with a minus.
 */
export function bar(value: number | null, largest: number | null, width = 10): string {
  if (value === null || largest === null || !Number.isFinite(value) || !(largest > 0) || value === 0)
    return '';
  const eighths = Math.min(width * 8, Math.max(1, Math.round((Math.abs(value) / largest) * width * 8)));
  const drawn = '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
  return value < 0 ? `−${drawn}` : drawn;
}

/**
 * The value at the top of a series' scale: the highest one, or more if the values are steady: then the
 * median is drawn at the middle level, as a calm line of half height.
 */
export function scaleTop(values: readonly (number | null)[]): number {
  const sorted = values.filter(isKnown).sort((a, b) => a - b);
  const median = sorted[(sorted.length - 1) >> 1] ?? 0;
  return Math.max(0, sorted.at(-1) ?? 0, (median * TOP_LEVEL) / MIDDLE_LEVEL);
}

/** Two points are no trend: the change says the same. */
export const FEWEST_POINTS = 3;

/**
 * One character for each value, scaled from zero (below zero from the lowest value) to the series' top; a
 * space for a missing value. Empty for too few.
 */
export function sparkline(values: readonly (number | null)[]): string {
  if (values.length < FEWEST_POINTS || !values.some(isKnown)) return '';
  const [low, high] = [Math.min(0, ...values.filter(isKnown)), scaleTop(values)];
  return values.map((value) => (isKnown(value) ? levelCharacter(value, low, high) : ' ')).join('');
}

function isKnown(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}

function levelCharacter(value: number, low: number, high: number): string {
  if (high === low) return '▁';
  return LEVELS[Math.round(((value - low) / (high - low)) * TOP_LEVEL)] ?? '▁';
}

/**
 * `░`, `▒`, `▓` or `█`: the darker, the larger a rate is. So a retention's triangle can be read at a glance.
 */
export function shadeOf(rate: number): string {
  return SHADES[Math.min(SHADES.length - 1, Math.floor(rate * SHADES.length))] ?? '';
}

const SHADES = ['░', '▒', '▓', '█'];
