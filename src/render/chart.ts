const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A bar of at most `width` characters in eighths, `largest` being the whole of it; a negative one begins with a minus. */
export function bar(value: number | null, largest: number | null, width = 10): string {
  if (value === null || largest === null || !Number.isFinite(value) || !(largest > 0) || value === 0) return '';
  const eighths = Math.min(width * 8, Math.max(1, Math.round((Math.abs(value) / largest) * width * 8)));
  const drawn = '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
  return value < 0 ? `−${drawn}` : drawn;
}

/** A line of one character for each value, from the lowest to the highest; a missing value is a blank. */
export function sparkline(values: readonly (number | null)[]): string {
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value));
  if (known.length === 0) return '';
  const low = known.reduce((least, value) => Math.min(least, value));
  const high = known.reduce((most, value) => Math.max(most, value));
  return values.map((value) => (value === null || !Number.isFinite(value) ? ' ' : level(value, low, high))).join('');
}

function level(value: number, low: number, high: number): string {
  if (high === low) return value === 0 ? '▁' : '▄';
  return LEVELS[Math.round(((value - low) / (high - low)) * 7)] ?? '▁';
}
