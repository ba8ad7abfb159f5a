import type { Results } from '../results.ts';

/** A report for a terminal. */
export function renderTerminal(results: Results, options: { readonly width: number; readonly color: boolean }): string {
  return results.title + String(options.width);
}
