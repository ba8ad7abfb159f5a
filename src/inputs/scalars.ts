import { nearest } from './nearest.ts';
import type { Problems } from './problems.ts';

/** A whole number within bounds, written in digits. */
export function parseInteger(
  at: string,
  text: string,
  bounds: { readonly min: number; readonly max: number },
  problems: Problems,
): number | null {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.min && value <= bounds.max) return value;
  return problems.add({ at, given: text, expected: `a whole number from ${bounds.min} to ${bounds.max}` });
}

/** A boolean as YAML's core schema writes it. */
export function parseBoolean(at: string, text: string, problems: Problems): boolean | null {
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  return problems.add({ at, given: text, expected: 'true or false' });
}

/** One of a few words, exactly. */
export function parseChoice<T extends string>(
  at: string,
  text: string,
  choices: readonly T[],
  problems: Problems,
): T | null {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  const hint = nearest(text, choices);
  return problems.add({ at, given: text, hint, expected: `one of ${choices.join(', ')}` });
}
