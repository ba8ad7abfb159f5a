import { isLoopback } from '../http/loopback.ts';
import { INPUTS } from './declared.ts';
import type { Problems } from './problems.ts';
import { givenText, inputReader, inputText, type RawInputs } from './raw.ts';
import type { WebhookRequest } from './request.ts';
import { oneOf } from './scalars.ts';

/** Reads where and how `webhook` posts. Messages never show the address. */
export function parseWebhook(raw: RawInputs, isNeeded: boolean, problems: Problems): WebhookRequest {
  const read = inputReader(raw, problems);
  const format = read('webhook-format', oneOf(INPUTS['webhook-format'].choices)) ?? 'json';
  const at = problems.at('webhook-url');
  const url = givenText(raw, 'webhook-url');
  const request = { url, format, secret: givenText(raw, 'webhook-secret') };
  if (url === '') {
    if (isNeeded) at.add({ why: 'is empty, and post-to: webhook needs it', expected: EXPECTED });
    return request;
  }
  const parsed = /^https?:\/\//i.test(url) && !/\s/.test(url) ? URL.parse(url) : null;
  const fault =
    parsed === null
      ? 'is not a web address'
      : findFault(parsed, /^true$/i.test(inputText(raw, 'allow-http')));
  if (fault !== null) at.add({ why: `${fault} (it is not shown)`, expected: EXPECTED });
  if (parsed !== null && format === 'json' && isSlack(parsed)) {
    const why =
      "but webhook-url is the address of a Slack webhook, which takes messages in Slack's own form alone";
    problems.at('webhook-format').add({ given: format, why, expected: 'slack' });
  }
  return request;
}

const EXPECTED =
  'an address that begins with https://, kept as a secret of the repository and passed as webhook-url: ${{ secrets.NAME_OF_THE_SECRET }}';

function findFault({ protocol, hostname, username, password, href }: URL, allowHttp: boolean): string | null {
  if (username !== '' || password !== '') return 'has a user name or password';
  if (href.includes('#')) return 'has a fragment';
  if (protocol === 'https:') return null;
  if (!isLoopback(hostname)) return 'is over plain http, which lets anybody on the way read the report';
  return allowHttp
    ? null
    : 'is over plain http, which is allowed on this machine only, with allow-http: true';
}

/** Slack's workflows have webhooks on the same host, and take JSON of any form. */
function isSlack({ hostname, pathname }: URL): boolean {
  return hostname === 'hooks.slack.com' && pathname.startsWith('/services/');
}
