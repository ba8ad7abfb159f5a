// Finds the secrets of a run, so that no message, report or file shows them: the Action masks them, and
// `text/redact.ts` replaces them.
import { tokenFault } from '../../text/credentials.ts';
import type { Problems } from './problems.ts';
import { rawText, type RawInputs } from './raw.ts';
import type { ReportRequest } from './request.ts';

/**
 * What must never be shown: both tokens and, if one was pasted with whitespace inside, its parts; the
 * webhook's address and secret. Longest first.
 */
export function findSecrets(raw: RawInputs): readonly string[] {
  const tokens = [rawText(raw, 'api-token'), rawText(raw, 'github-token')];
  const parts = tokens
    .flatMap((token) => token.split(/\s+/))
    .filter((part) => part.length >= MIN_PART_LENGTH);
  const secret = rawText(raw, 'webhook-secret');
  const webhook = addressSecrets(rawText(raw, 'webhook-url'));
  const all = new Set([...tokens, ...parts, ...webhook, ...(isTooShort(secret) ? [] : [secret])]);
  return [...all].filter((text) => text !== '').sort((a, b) => b.length - a.length);
}

/** What of a request must never be shown, in every form. */
export function secretsOf({
  service,
  posting: { githubToken, webhook },
}: Pick<ReportRequest, 'service' | 'posting'>): readonly string[] {
  return [service.token, githubToken, ...addressSecrets(webhook.url), webhook.secret];
}

/** An address as given and as it is sent, and its path if that is long enough to be its own secret. */
function addressSecrets(address: string): readonly string[] {
  const url = URL.parse(address);
  if (url === null) return [address];
  const path = url.pathname + url.search;
  return [address, url.href, ...(path.length >= MIN_PATH_LENGTH ? [path] : [])];
}

/** Parses a token; empty if it was not given. Messages never show it. */
export function parseToken(at: 'api-token' | 'github-token', raw: RawInputs, problems: Problems): string {
  const token = rawText(raw, at);
  const fault = tokenFault(token);
  if (fault === null) return token;
  problems.at(at).add(fault);
  return '';
}

/** Whether a webhook's secret is so short that hiding it would hide parts of other words. */
export function isTooShort(secret: string): boolean {
  return secret.length < MIN_SECRET_LENGTH;
}

/** The fewest characters of a webhook's secret. */
export const MIN_SECRET_LENGTH = 8;
/** Shorter parts of a token, or paths of an address, are also parts of other words. */
const MIN_PART_LENGTH = 4;
const MIN_PATH_LENGTH = 16;

/**
 * Finds what looks like a token: by its format, or as the value of a key that is named like one. Longest
 * first.
 */
export function findTokens(text: string): readonly string[] {
  const named = [...text.matchAll(TOKEN_KEY_VALUE)]
    .map(([, value = '']) => value)
    .filter((value) => value.length >= MIN_TOKEN_LENGTH);
  const formed = [...text.matchAll(TOKEN_FORMAT)].map(([token]) => token);
  return [...new Set([...formed, ...named])].sort((a, b) => b.length - a.length);
}

/**
 * Whether a key is named like a token, or like a webhook's address, however it is spelt: `api-token`,
 * `apiToken`, `API_TOKEN`, `token`.
 */
export function isTokenKey(key: string): boolean {
  return /(?:token|secret|password|webhook[-_]?url)$/i.test(key.trim());
}

/**
 * Whether a text contains something with the format of a token: the query service's or GitHub's, or the
 * address of Slack's webhooks.
 */
export function hasToken(text: string): boolean {
  return text.search(TOKEN_FORMAT) >= 0;
}

const MIN_TOKEN_LENGTH = 8;
const TOKEN_FORMAT =
  /(?:tdpat|ikey)_[\w-]+|gh[opsur]_\w{16,}|github_pat_\w{16,}|hooks\.slack\.com\/services\/[\w/]+/gi;
const TOKEN_KEY_VALUE = /(?:token|secret|password|webhook[-_]?url)["']?\s*:[\s>|"'-]*([^\s"',}]+)/gi;
