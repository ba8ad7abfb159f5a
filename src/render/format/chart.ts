const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A bar of up to `width` characters, in steps of an eighth; `largest` fills it. The bar of a negative value begins with a minus. */
export function bar(value: number | null, largest: number | null, width = 10): string {
  if (value === null || largest === null || !Number.isFinite(value) || !(largest > 0) || value === 0) return '';
  const eighths = Math.min(width * 8, Math.max(1, Math.round((Math.abs(value) / largest) * width * 8)));
  const drawn = '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
  return value < 0 ? `−${drawn}` : drawn;
}

/** One character for each value, scaled from zero to the highest (below zero from the lowest); a space for a missing value. */
export function sparkline(values: readonly (number | null)[]): string {
  let [low, high, isEmpty] = [0, 0, true];
  for (const value of values) {
    if (!isKnown(value)) continue;
    isEmpty = false;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (isEmpty) return '';
  let line = '';
  for (const value of values) line += isKnown(value) ? levelCharacter(value, low, high) : ' ';
  return line;
}

function isKnown(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}

function levelCharacter(value: number, low: number, high: number): string {
  if (high === low) return '▁';
  return LEVELS[Math.round(((value - low) / (high - low)) * 7)] ?? '▁';
}
