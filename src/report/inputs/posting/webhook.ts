// Reads where and how `post-to: webhook` posts: the address, the form and the secret. Messages never show the
// address.
import { isLoopback } from '../../../http/loopback.ts';
import { plural } from '../../../text/plural.ts';
import { declaredReader } from '../declared-reader.ts';
import type { Problems } from '../problems.ts';
import { inputText, rawText, type RawInputs } from '../raw.ts';
import type { WebhookRequest } from '../request.ts';
import { isTooShort, MIN_SECRET_LENGTH } from '../secrets.ts';

/** Reads the webhook; an address is a problem if it is needed and missing, or not safe. */
export function parseWebhook(raw: RawInputs, isNeeded: boolean, problems: Problems): WebhookRequest {
  const format = declaredReader(raw, problems).choice('webhook-format');
  const at = problems.at('webhook-url');
  const url = rawText(raw, 'webhook-url');
  const request = { url, format, secret: parseSecret(raw, problems) };
  if (url === '') {
    if (isNeeded) at.add({ why: 'is empty, and post-to: webhook needs it', expected: EXPECTED });
    return request;
  }
  const parsed = /^https?:\/\//i.test(url) && !/\s/.test(url) ? URL.parse(url) : null;
  const fault =
    parsed === null
      ? 'is not a web address'
      : webhookFault(parsed, /^true$/i.test(inputText(raw, 'allow-http')));
  if (fault !== null) at.add({ why: `${fault} (it is not shown)`, expected: EXPECTED });
  // Slack's workflows have webhooks on the same host, and take JSON of any form.
  const isSlack = parsed?.hostname === 'hooks.slack.com' && parsed.pathname.startsWith('/services/');
  if (format === 'json' && isSlack) {
    const why =
      "but webhook-url is the address of a Slack webhook, which takes messages in Slack's own form alone";
    problems.at('webhook-format').add({ input: format, why, expected: 'slack' });
  }
  return request;
}

function parseSecret(raw: RawInputs, problems: Problems): string {
  const secret = rawText(raw, 'webhook-secret');
  if (secret !== '' && isTooShort(secret)) {
    const why = `has ${secret.length} ${plural('character', secret.length)} (it is not shown)`;
    problems.at('webhook-secret').add({ why, expected: `at least ${MIN_SECRET_LENGTH} characters` });
  }
  return secret;
}

const EXPECTED =
  'an address that begins with https://, kept as a secret of the repository and passed as webhook-url: ${{ secrets.NAME_OF_THE_SECRET }}';

/** What is wrong with a webhook's address; null if nothing is. */
function webhookFault(
  { protocol, hostname, username, password, href }: URL,
  allowHttp: boolean,
): string | null {
  if (username !== '' || password !== '') return 'has a user name or password';
  if (href.includes('#')) return 'has a fragment';
  if (protocol === 'https:') return null;
  if (!isLoopback(hostname)) return 'is over plain http, which lets anyone on the way read the report';
  return allowHttp
    ? null
    : 'is over plain http, which is allowed on this machine only, with allow-http: true';
}
