/** A port as it is written, 0 to 65535; null where it is none. */
export function readPort(written: string): number | null {
  const port = /^\d{1,5}$/.test(written) ? Number(written) : NaN;
  return port <= 65_535 ? port : null;
}
