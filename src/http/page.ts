// Security headers and style of the pages that we serve: the explorer and the preview.
import { readFileSync } from 'node:fs';

/**
 * The headers of a page and of its files: only its own scripts run, nothing is loaded from another host, and
 * no other page embeds it. `directives` are added to the content security policy, or replace its own:
 * `{'img-src': 'data:'}`.
 */
export function pageHeaders(directives: Readonly<Record<string, string>>) {
  const policy = Object.entries({ ...POLICY, ...directives }).map(
    ([directive, sources]) => `${directive} ${sources}`,
  );
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  } as const;
}

const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
} as const;

/** The style sheet that our pages begin with. */
export function readPageStyle(): string {
  return readFileSync(new URL('../../templates/page.css', import.meta.url), 'utf8');
}
