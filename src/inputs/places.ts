import { INPUTS } from './declared.ts';
import { nearest } from './nearest.ts';
import type { Problems } from './problems.ts';

/** An IANA time zone, in its usual case. Offsets are none: the query service takes an unknown zone for UTC, silently. */
export function parseZone(at: string, text: string, problems: Problems): string | null {
  const resolved = /^[A-Za-z]/.test(text) ? resolvedZone(text) : null;
  if (resolved !== null) return resolved.toLowerCase() === text.toLowerCase() ? resolved : text;
  const hint = nearest(text, [...Intl.supportedValuesOf('timeZone'), 'UTC']);
  const expected = 'an IANA time zone such as UTC, Europe/Berlin or America/New_York';
  return problems.add({ at, given: text, hint, expected });
}

/** A locale that `Intl` has data for, in canonical form. */
export function parseLocale(at: string, text: string, problems: Problems): string | null {
  // To ask which locales it knows takes Intl 10 ms.
  if (text === INPUTS.locale.default) return text;
  const [canonical] = supportedLocales(text);
  if (canonical !== undefined) return canonical;
  const [dashed] = supportedLocales(text.replaceAll('_', '-'));
  const hint = dashed ?? null;
  return problems.add({ at, given: text, hint, expected: 'a language tag such as en-US, de or pt-BR' });
}

function resolvedZone(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

function supportedLocales(tag: string): readonly string[] {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag);
  } catch {
    return [];
  }
}
