/** A port as it is written, 0 to 65535; null where it is none. */
export function parsePort(written: string): number | null {
  const port = /^\d{1,5}$/.test(written) ? Number(written) : NaN;
  return port <= 65_535 ? port : null;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  y: 365 * 86_400_000,
};

/** How long a token is to live, in milliseconds; null where the text says nothing up to a year. */
export function parseLifetime(text: string): number | null {
  const [, count, unit = ''] = /^([1-9]\d{0,5})([hdwy])$/.exec(text) ?? [];
  const lifetimeMs = Number(count) * (UNIT_MS[unit] ?? 0);
  return lifetimeMs > 0 && lifetimeMs <= (UNIT_MS['y'] ?? 0) ? lifetimeMs : null;
}
