// Reads the inputs that say how to reach the query service: its address, the token, and limits of requests.
import { isTelemetryDeck, TOKEN_MENU } from '../../http/telemetry-deck.ts';
import { declaredReader } from './declared-reader.ts';
import type { Problems } from './problems.ts';
import { rawText, inputReader, inputText, type RawInputs } from './raw.ts';
import type { ServiceRequest } from './request.ts';
import { lineOf, parseApiUrl, parseBoolean } from './scalars.ts';
import { parseToken } from './secrets.ts';

/** Whether the service is TelemetryDeck's. */
export function hasDashboard(raw: RawInputs): boolean {
  const url = inputText(raw, 'api-url');
  return URL.canParse(url) && isTelemetryDeck(new URL(url).hostname);
}

const MS_PER_SECOND = 1000;

/** How to reach the query service. */
export function parseService(raw: RawInputs, problems: Problems): ServiceRequest {
  const read = inputReader(raw, problems);
  const { integer } = declaredReader(raw, problems);
  const allowHttp = read('allow-http', parseBoolean) ?? true;
  return {
    url: read('api-url', (text, at) => parseApiUrl(text, allowHttp, at)) ?? '',
    token: parseToken('api-token', raw, problems),
    dataSource: rawText(raw, 'data-source') === '' ? null : read('data-source', lineOf(200)),
    timeoutMs: integer('timeout') * MS_PER_SECOND,
    retries: integer('retries'),
    deadlineMs: integer('deadline') * MS_PER_SECOND,
    concurrency: integer('concurrency'),
  };
}

/**
 * What to do about a missing api-token, by `on-missing-token`; null if there is a token. That it is missing
 * is a problem unless the run is skipped.
 */
export function parseTokenPolicy(
  raw: RawInputs,
  fromFork: boolean,
  problems: Problems,
): 'fail' | 'skip' | null {
  const choice = declaredReader(raw, problems).choice('on-missing-token');
  if (rawText(raw, 'api-token') !== '') return null;
  const byEvent = fromFork ? 'skip' : 'fail';
  const policy = choice === 'auto' ? byEvent : choice;
  if (policy === 'skip') return policy;
  const source = hasDashboard(raw)
    ? `made ${TOKEN_MENU}, on a paid plan`
    : 'made with insight-report token create if the service is your own';
  const expected = `a personal access token of the query service (${source}), kept as a secret of the repository and passed as api-token: \${{ secrets.NAME_OF_THE_SECRET }}`;
  problems.at('api-token').add({ kind: 'missing-token', why: 'is empty', expected });
  return policy;
}
