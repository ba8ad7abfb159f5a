// Sends a report to a webhook (`post-to: webhook`), such as one of Slack, signed if a secret is set.
// `publish.ts` calls `postWebhook`.
import { createHmac, randomUUID } from 'node:crypto';
import { NetworkError, PublishError } from '../../../text/errors.ts';
import { connectionCode, describeConnection } from '../../../http/connection-error.ts';
import { createDispatcher } from '../../../http/dispatcher.ts';
import { redirectHost, retryAfterMs } from '../../../http/headers.ts';
import { type Attempt, backOffMs, type RetryPolicy, sendAgain } from '../../../http/send-again.ts';
import { type Answer, readBody, type Request, sendRequest } from '../../../http/send-request.ts';
import type { WebhookRequest } from '../../inputs/request.ts';
import { NOT_POSTED, type Post, type PublishEffects, type Receipt } from '../post.ts';
import type { RunContext } from '../workflow/context.ts';

const REQUEST_LIMIT_MS = 30_000;
const POLICY: RetryPolicy = { tries: 4, longestWaitMs: 60_000 };

/**
 * Sends a post's body to an address. It is sent again only if it cannot have arrived. Throws a
 * PublishError, which never holds the address.
 */
export async function postWebhook(
  post: Post,
  webhook: WebhookRequest,
  context: RunContext,
  effects: PublishEffects,
): Promise<Receipt> {
  if (webhook.url === '') {
    const message =
      "No webhook was called: webhook-url is empty (runs of forks' pull requests get no secrets).";
    return { ...NOT_POSTED, destination: 'webhook', message };
  }
  const url = new URL(webhook.url);
  await sendUntilArrived(url, requestOf(url, post, webhook, context), effects);
  const message = `The report was sent to the webhook at ${url.host}.`;
  return { ...NOT_POSTED, destination: 'webhook', outcome: 'posted', level: 'info', message };
}

function requestOf(
  url: URL,
  { body, reportId }: Post,
  { secret }: WebhookRequest,
  context: RunContext,
): Request {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return {
    method: 'POST',
    origin: url.origin,
    path: url.pathname + url.search,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'insight-report',
      'idempotency-key': `${context.runId ?? randomUUID()}-${context.runAttempt}-${reportId}`,
      ...(secret !== '' && { 'x-insight-report-signature-256': `sha256=${signature}` }),
    },
    body,
  };
}

/** One try, and why it failed. Another try is of use only if the report cannot have arrived. */
type Try = Attempt<null, string>;

const ARRIVED: Try = { kind: 'done', value: null };

function failed(failure: string, retryMs: number | null): Try {
  return { kind: 'failed', failure, retryMs };
}

async function sendUntilArrived(url: URL, request: Request, effects: PublishEffects): Promise<void> {
  const dispatcher = createDispatcher(url, process.env);
  const limitMs = effects.requestMs ?? REQUEST_LIMIT_MS;
  const trySending = (count: number): Promise<Try> => {
    const signal = AbortSignal.timeout(limitMs);
    return sendRequest(dispatcher, request, signal).then(
      (answer) => readAnswer(answer, url, backOffMs(count), effects),
      (error: unknown) =>
        signal.aborted
          ? failed(`timed out after ${limitMs / 1000} s. ${MAYBE}`, null)
          : readError(error, backOffMs(count)),
    );
  };
  const result = await sendAgain(trySending, POLICY, effects);
  if (result.kind === 'done') return;
  const { failure, tries } = result;
  throw new PublishError(`${url.host} ${failure}${tries === 1 ? '' : ` Tried ${tries} times.`}`);
}

async function readAnswer(answer: Answer, url: URL, waitMs: number, effects: PublishEffects): Promise<Try> {
  const { status, headers, body } = answer;
  const reason = status < 400 ? null : await readReason(answer);
  body.destroy();
  if (status >= 200 && status < 300) return ARRIVED;
  if (status >= 300 && status < 400) {
    const host = redirectHost(headers, url.href);
    const advice =
      'which is not followed: the report goes nowhere else. Set webhook-url to the right address.';
    return failed(`answered ${status}, a redirect to ${host}, ${advice}`, null);
  }
  const reasonText = reason === null ? '' : ` (${reason})`;
  const isRefused = status === 429 || status === 503;
  const retryMs = isRefused ? (retryAfterMs(headers, effects.now()) ?? waitMs) : null;
  return failed(`answered ${status}${reasonText}. ${adviceFor(status)}`, retryMs);
}

const REASON_LIMIT_BYTES = 100;

/**
 * The code that an error's answer consists of, such as Slack's `no_service`. Anything else may repeat the
 * report, and is not shown.
 */
async function readReason({ body }: Answer): Promise<string | null> {
  try {
    const { bytes } = await readBody(body, REASON_LIMIT_BYTES);
    const text = new TextDecoder().decode(bytes).trim();
    return /^[a-z]+(?:_[a-z]+){1,5}$/.test(text) ? text : null;
  } catch {
    return null;
  }
}

function adviceFor(status: number): string {
  if (status === 429 || status === 503) return 'Run the job again later.';
  if (status === 408 || status === 425 || status >= 500) return MAYBE;
  if (status === 400 || status === 422)
    return 'It does not take this body: check webhook-format (slack for Slack, else json).';
  if (status === 413)
    return 'The report is too large for it: show fewer rows or insights, or post elsewhere.';
  return 'The webhook may have been deleted or renewed: check the secret behind webhook-url.';
}

const MAYBE = 'It is not sent again, since it may have arrived.';

function readError(error: unknown, waitMs: number): Try {
  if (error instanceof NetworkError) return failed(`gave no answer: ${error.message}.`, null);
  const code = connectionCode(error);
  if (code === null) return failed('gave no answer.', null);
  const { reason, advice } = describeConnection(code, 'webhook-url');
  const isUnsent = UNSENT.has(code);
  const hint = advice ?? (isUnsent ? 'Run the job again later.' : MAYBE);
  return failed(`gave no answer: ${reason}. ${hint}`, isUnsent ? waitMs : null);
}

/** Without a connection nothing is sent. */
const UNSENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
