// Parsers of single values: numbers, percentages, days, zones, addresses. Each gives the value, or notes a
// problem and gives null. The other files of `inputs/` call them.
import { isLoopback } from '../../http/loopback.ts';
import { nearestWord } from '../../text/nearest.ts';
import { hasControls } from '../../text/visible.ts';
import { INPUTS } from './declared.ts';
import type { Parser, Problems } from './problems.ts';

/** Parses a whole number within bounds, written in digits. */
export const integerWithin =
  ({ min, max, unit, expected }: Bounds): Parser<number> =>
  (text, problems) => {
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const inUnit = unit === undefined ? '' : ` (${unit})`;
    return problems.refuse({
      input: text,
      expected: expected ?? `a whole number from ${min} to ${max}${inUnit}`,
    });
  };

/** The bounds of a number; `expected` says what else may be written in its place. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
  readonly expected?: string;
}

/** The fraction that a percentage such as `99.5%` is; null if a text is none, or more than 100%. */
export function fractionOf(text: string): number | null {
  const digits = /^(\d{1,3}(?:\.\d{1,10})?)\s?%$/.exec(text.trim())?.[1];
  // Dividing by 100 would round again.
  const fraction = digits === undefined ? null : Number(`${digits}e-2`);
  return fraction === null || fraction > 1 ? null : fraction;
}

/** Parses a percentage above 50% and below 100% to a fraction. */
export function parseConfidence(text: string, problems: Problems): number | null {
  const isConfidence = (fraction: number | null): boolean =>
    fraction !== null && fraction > 0.5 && fraction < 1;
  const fraction = fractionOf(text);
  if (isConfidence(fraction)) return fraction;
  // A person who writes 95 means 95%.
  const hint = isConfidence(fractionOf(`${text}%`)) ? `${text}%` : null;
  return problems.refuse({
    input: text,
    hint,
    expected: 'a percentage above 50% and below 100%, such as 95%',
  });
}

/** Parses a share above 0 and at most 1, written as `98%` or `0.98`; `example` is one for the message. */
export const shareLike =
  (example: number): Parser<number> =>
  (text, problems) => {
    const [percentage, plain] = [fractionOf(text), Number(text)];
    if (percentage !== null && percentage > 0) return percentage;
    if (plain > 0 && plain < 1) return plain;
    const hint = plain >= 1 && plain <= 100 ? `${text}%` : null;
    const expected = `a share above 0% and at most 100%, such as ${example * 100}% or ${example}`;
    return problems.refuse({ input: text, hint, expected });
  };

/** Parses a boolean as YAML's core schema writes it. */
export function parseBoolean(text: string, problems: Problems): boolean | null {
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  return problems.refuse({ input: text, expected: 'true or false' });
}

/** Parses one of a few words, written exactly so. */
export const oneOf =
  <T extends string>(choices: readonly T[]): Parser<T> =>
  (text, problems) => {
    const match = choices.find((choice) => choice === text);
    if (match !== undefined) return match;
    const hint = nearestWord(text, choices);
    const expected = `${choices.length === 1 ? '' : 'one of '}${choices.join(', ')}`;
    return problems.refuse({ input: text, hint, expected });
  };

/** Parses one line: not empty, without control characters, at most `limit` characters long. */
export const lineOf =
  (limit: number): Parser<string> =>
  (text, problems) => {
    const line = text.trim();
    const expected = `one line of at most ${limit} characters`;
    if (line === '') return problems.refuse({ why: 'is empty', expected });
    const fault = lineFault(line, limit);
    return fault === null ? line : problems.refuse({ input: line, why: `which has ${fault}`, expected });
  };

function lineFault(line: string, limit: number): string | null {
  if (/[\r\n]/.test(line)) return 'several lines';
  if (hasControls(line)) return 'control characters';
  const { length } = Array.from(line);
  return length > limit ? `${length} characters` : null;
}

/** Parses the title of a report or a table. */
export const parseTitle = lineOf(200);

/** A report's id; it has at most 64 characters. */
export const REPORT_ID = /^[A-Za-z0-9._]+(?:-[A-Za-z0-9._]+)*$/;
const REPORT_ID_LIMIT = 64;

/** Parses a report's id. It is written into an HTML comment, which two dashes in a row would end. */
export function parseReportId(text: string, problems: Problems): string | null {
  if (REPORT_ID.test(text) && text.length <= REPORT_ID_LIMIT) return text;
  return problems.refuse({
    input: text,
    expected: `at most ${REPORT_ID_LIMIT} letters, digits, dots, underscores and single dashes between them`,
  });
}

/**
 * Parses an IANA time zone, to its usual case. Offsets are refused: the query service silently reads unknown
 * zones as UTC.
 */
export function parseZone(text: string, problems: Problems): string | null {
  const resolved = /^[A-Za-z]/.test(text) ? resolvedZone(text) : null;
  if (resolved !== null) return resolved.toLowerCase() === text.toLowerCase() ? resolved : text;
  const hint = nearestWord(text, [...Intl.supportedValuesOf('timeZone'), 'UTC']);
  const expected = 'an IANA time zone such as UTC, Europe/Berlin or America/New_York';
  return problems.refuse({ input: text, hint, expected });
}

/** Parses a locale that `Intl` has data for, to its canonical form. */
export function parseLocale(text: string, problems: Problems): string | null {
  // Asking Intl which locales it knows takes 10 ms.
  if (text === INPUTS.locale.default) return text;
  const [canonical] = supportedLocales(text);
  if (canonical !== undefined) return canonical;
  const [dashed] = supportedLocales(text.replaceAll('_', '-'));
  const hint = dashed ?? null;
  return problems.refuse({ input: text, hint, expected: 'a language tag such as en-US, de or pt-BR' });
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

/**
 * Parses the query service's base URL, without a trailing slash. Plain http is refused except for loopback or
 * if allowed.
 */
export function parseApiUrl(text: string, allowHttp: boolean, problems: Problems): string | null {
  const url = /^https?:\/\//i.test(text) && !/\s/.test(text) && URL.canParse(text) ? new URL(text) : null;
  const why = url === null ? findTextFault(text) : findUrlFault(url, allowHttp);
  if (url !== null && why === null) return url.href.replace(/\/+$/, '');
  const expected = 'a base URL such as https://api.telemetrydeckapi.com, without user, query or fragment';
  return problems.refuse({ input: redactUrl(text), why, expected });
}

function findTextFault(text: string): string {
  return /^[\w.-]+(?::\d+)?(?:\/|$)/.test(text)
    ? 'which does not begin with https:// (or http://, for a service on this machine)'
    : 'which is not a web address';
}

function findUrlFault(url: URL, allowHttp: boolean): string | null {
  if (url.username !== '' || url.password !== '')
    return 'which has a user name or password (the token is a separate input)';
  if (url.search !== '' || url.href.includes('?')) return 'which has a query';
  if (url.href.includes('#')) return 'which has a fragment';
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    return 'over plain http, which lets anyone on the way read the token (use https, or set allow-http: true)';
  }
  return null;
}

/** The user, query and fragment of a pasted URL may be secrets. */
function redactUrl(text: string): string {
  return text.replace(/^(\w+:\/\/)?.*@/s, '$1***@').replace(/[?#].*$/s, (rest) => `${rest.charAt(0)}***`);
}

/** Parses a day of the calendar. */
export function parseDay(text: string, problems: Problems): string | null {
  const day = text.trim();
  return isDay(day) ? day : problems.refuse({ input: text, expected: 'a day such as 2027-03-01' });
}

/** Whether a text is a day of the calendar: `2027-02-29` is none. */
export function isDay(text: string): boolean {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text);
}
