import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { InputError, ResponseError } from '../errors.ts';
import { createDispatcher } from '../http/dispatcher.ts';
import { type Log, silentLog } from '../log.ts';
import type { RelativeInterval } from '../tql/interval.ts';
import { isDeeperThan, isJsonObject, type JsonObject } from '../tql/json.ts';
import { parseResult, ResultShapeError } from '../tql/result.ts';
import type { Query } from '../tql/query.ts';
import type { QueryResult } from '../tql/result.ts';
import { isHtml, type Operation } from './errors.ts';
import { quote, type Redact, redactor } from './quote.ts';
import { createRequester } from './requester.ts';
import { type Answer, createSend } from './send.ts';

/** The two operations of the query service. Both reject with a NetworkError, a RequestError or a ResponseError. */
export interface QueryService {
  /** The query behind a saved insight, over the given interval. It is not run. */
  resolveInsight(id: string, interval: RelativeInterval): Promise<Query>;
  /** Runs a query; `durationMs` is the time of the request that succeeded. */
  runQuery(query: Query): Promise<{ readonly result: QueryResult; readonly durationMs: number }>;
}

/** What the client takes from its surroundings; what is left out is the real thing. */
export interface ClientEffects {
  /** Epoch milliseconds that go on while the run does: deadlines are counted with it. */
  readonly nowMs?: () => number;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** At least 0, less than 1. */
  readonly random?: () => number;
  readonly dispatcher?: Dispatcher;
  /** Where a proxy may be named. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** How to reach the query service. */
export interface ClientOptions {
  /** Its base URL; with or without a path, and with or without a slash at the end. */
  readonly url: string;
  readonly token: string;
  /** For one request, its answer's body included. */
  readonly timeoutMs: number;
  /** Tries after the first. */
  readonly retries: number;
  /** For all requests together, waiting included, from the first on. */
  readonly deadlineMs: number;
  readonly concurrency: number;
  readonly log?: Log;
  readonly effects?: ClientEffects;
}

/** Asks the query service over HTTP. Nothing is loaded or connected before the first request. */
export function createClient(options: ClientOptions): QueryService {
  const { token, effects = {} } = options;
  const base = parseBase(options.url);
  checkToken(token);
  const redact = redactor(token);
  const ask = createRequester({
    ...options,
    host: base.host,
    log: options.log ?? silentLog,
    redact,
    send: createSend(
      base.origin,
      token,
      async () => effects.dispatcher ?? createDispatcher(base, effects.environment ?? process.env),
    ),
    nowMs: effects.nowMs ?? Date.now,
    random: effects.random ?? Math.random,
    sleep: effects.sleep ?? ((ms, signal) => wait(ms, undefined, { signal })),
  });
  const prefix = base.pathname.replace(/\/+$/, '');
  return {
    async resolveInsight(id, interval) {
      const { beginningDate, endDate } = interval;
      const asked = { doing: `Resolving insight ${quote(id, redact)}`, host: base.host, subject: 'insight' } as const;
      const body = JSON.stringify({ relativeInterval: { beginningDate, endDate } });
      const { answer } = await ask(`${prefix}/api/v3/insights/${encodeId(id)}/query/`, body, asked);
      return readQuery(answer, asked, redact);
    },
    async runQuery(query) {
      const asked = {
        doing: `Running a ${quote(query.queryType, redact)} query`,
        host: base.host,
        subject: 'query',
      } as const;
      const { answer, durationMs } = await ask(`${prefix}/api/v4/query/tql`, JSON.stringify(query), asked);
      return { result: readResult(answer, query.queryType, asked, redact), durationMs };
    },
  };
}

function parseBase(url: string): URL {
  const base = URL.parse(url);
  if (base !== null && (base.protocol === 'https:' || base.protocol === 'http:')) return base;
  throw new InputError(['api-url is not the address of a query service: write it as https://host']);
}

/** What a header cannot carry is never in a token, and undici would put it into its message. */
function checkToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  throw new InputError([
    'api-token is empty or holds characters that no token has (a space or line break, perhaps): copy it anew',
  ]);
}

/** Dots alone would walk up the path, encoded or not. */
function encodeId(id: string): string {
  if (/^\.*$/.test(id)) throw new InputError([`an insight's id cannot be ${JSON.stringify(id)}`]);
  return encodeURIComponent(id.toWellFormed());
}

/** Reads the query out of the answer to a resolve. Throws a `ResponseError`. */
function readQuery(answer: Answer, asked: Operation, redact: Redact): Query {
  const body = readJson(answer, asked, redact);
  if (!isJsonObject(body)) throw unreadable(asked, redact, 'expected a query object, something else came.');
  if (!isQuery(body)) throw unreadable(asked, redact, 'the object that came has no `queryType` and is no query.');
  if (isDeeperThan(body, DEPTH_LIMIT))
    throw unreadable(asked, redact, `the query that came is nested more than ${DEPTH_LIMIT} levels deep.`);
  return body;
}

/** Reads the result out of the answer to a run. Throws a `ResponseError`. */
function readResult(answer: Answer, queryType: string, asked: Operation, redact: Redact): QueryResult {
  const body = readJson(answer, asked, redact);
  try {
    return parseResult(body, queryType);
  } catch (error) {
    if (error instanceof ResultShapeError)
      throw unreadable(asked, redact, `the result cannot be read: ${quote(error.message, redact)}`);
    throw error;
  }
}

/** Queries are walked recursively when they are prepared, sent and shown. */
const DEPTH_LIMIT = 200;

function readJson(answer: Answer, asked: Operation, redact: Redact): unknown {
  const { text } = answer;
  if (text.trim() === '') throw unreadable(asked, redact, `the answer (${answer.status}) is empty.`);
  try {
    return JSON.parse(text);
  } catch {
    if (isHtml(answer))
      throw unreadable(asked, redact, `an HTML page came (${answer.status}) instead of JSON: is \`api-url\` right?`);
    throw unreadable(
      asked,
      redact,
      `the answer (${answer.status}, ${text.length} characters) is no JSON, or was cut off.`,
    );
  }
}

function unreadable({ doing, host }: Operation, redact: Redact, what: string): ResponseError {
  return new ResponseError(redact(`${doing} at ${host}: ${what}`));
}

function isQuery(body: JsonObject): body is Query {
  return typeof body['queryType'] === 'string';
}
