import { isLoopback } from '../http/loopback.ts';
import { nearestWord } from '../text/nearest.ts';
import { hasControls } from '../text/visible.ts';
import { INPUTS } from './declared.ts';
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
  const hint = nearestWord(text, choices);
  return problems.add({ at, given: text, hint, expected: `one of ${choices.join(', ')}` });
}

/** A text of one line, not empty, without control characters, of at most `limit` characters. */
export function parseLine(at: string, text: string, limit: number, problems: Problems): string | null {
  const line = text.trim();
  const expected = `one line of at most ${limit} characters`;
  if (line === '') return problems.add({ at, why: 'is empty', expected });
  if (/[\r\n]/.test(line)) return problems.add({ at, given: line, why: 'which has several lines', expected });
  if (hasControls(line)) return problems.add({ at, given: line, why: 'which holds control characters', expected });
  const length = Array.from(line).length;
  if (length > limit) return problems.add({ at, given: line, why: `which has ${length} characters`, expected });
  return line;
}

const TITLE_LIMIT = 200;

/** The title of a report or a table. */
export function parseTitle(at: string, text: string, problems: Problems): string | null {
  return parseLine(at, text, TITLE_LIMIT, problems);
}

/** A report's id, at most 64 characters of it. */
export const REPORT_ID = /^[A-Za-z0-9._]+(?:-[A-Za-z0-9._]+)*$/;
const REPORT_ID_LIMIT = 64;

/** A report's id. It stands in an HTML comment, where two dashes in a row would end it. */
export function parseReportId(at: string, text: string, problems: Problems): string | null {
  if (REPORT_ID.test(text) && text.length <= REPORT_ID_LIMIT) return text;
  return problems.add({
    at,
    given: text,
    expected: `at most ${REPORT_ID_LIMIT} letters, digits, dots, underscores and single dashes between them`,
  });
}

/** An IANA time zone, in its usual case. Offsets are none: the query service takes an unknown zone for UTC, silently. */
export function parseZone(at: string, text: string, problems: Problems): string | null {
  const resolved = /^[A-Za-z]/.test(text) ? resolvedZone(text) : null;
  if (resolved !== null) return resolved.toLowerCase() === text.toLowerCase() ? resolved : text;
  const hint = nearestWord(text, [...Intl.supportedValuesOf('timeZone'), 'UTC']);
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

/** The query service's base URL, without a slash at its end. Plain http only to loopback, unless it is allowed. */
export function parseApiUrl(at: string, text: string, allowHttp: boolean, problems: Problems): string | null {
  const url = /^https?:\/\//i.test(text) && !/\s/.test(text) && URL.canParse(text) ? new URL(text) : null;
  const why = url === null ? 'which is no web address' : findUrlFault(url, allowHttp);
  if (url !== null && why === null) return url.href.replace(/\/+$/, '');
  const expected = 'a base URL such as https://api.telemetrydeckapi.com, without user, query or fragment';
  return problems.add({ at, given: redactUrl(text), why, expected });
}

function findUrlFault(url: URL, allowHttp: boolean): string | null {
  if (url.username !== '' || url.password !== '')
    return 'which holds a user name or password (the token is an input of its own)';
  if (url.search !== '' || url.href.includes('?')) return 'which holds a query';
  if (url.href.includes('#')) return 'which holds a fragment';
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    return 'over plain http anybody on the way could read the token (use https, or set allow-http: true)';
  }
  return null;
}

/** What people paste into an address beside it may be a password. */
function redactUrl(text: string): string {
  return text.replace(/^(\w+:\/\/)?.*@/s, '$1***@').replace(/[?#].*$/s, (rest) => `${rest.charAt(0)}***`);
}
