// The client of the query service: it resolves saved insights, runs queries and lists what the account
// holds, with retries, limits and errors in words. `requester.ts` sends its requests.
import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { InputError, ResponseError } from '../../text/errors.ts';
import { createDispatcher } from '../../http/dispatcher.ts';
import { type Log, silentLog } from '../../text/log.ts';
import { tokenFault } from '../../text/credentials.ts';
import type { RelativeInterval } from '../../tql/time/interval.ts';
import { isDeeperThan, isJsonObject } from '../../tql/json.ts';
import { parseResult, type QueryResult } from '../../tql/result.ts';
import { ResultShapeError } from '../../tql/result-shape.ts';
import { parseQuery, type Query } from '../../tql/query.ts';
import { describeProblems } from '../../tql/schema/validation.ts';
import { type Catalog, createCatalog, encodeId, readText } from './catalog.ts';
import { isHtml, type Operation } from './errors.ts';
import { quote, type Redact, redactor } from './quote.ts';
import { createRequester, type RunLimits } from './requester.ts';
import { type Answer, createSend } from './send.ts';

/** A saved insight. Its name is null if the service does not say it. */
export interface ResolvedInsight {
  readonly query: Query;
  readonly name: string | null;
}

/**
 * A query service as a report uses it: over HTTP, or a database file. Its two operations reject with a
 * NetworkError, a RequestError or a ResponseError.
 */
export interface QueryService {
  /** Returns a saved insight: its query over an interval, not run, and its name. */
  resolveInsight(id: string, interval: RelativeInterval): Promise<ResolvedInsight>;
  /**
   * Runs a query; `durationMs` is the time of the request that succeeded. Rejects with the signal's reason
   * once it is aborted.
   */
  runQuery(
    query: Query,
    signal?: AbortSignal,
  ): Promise<{ readonly result: QueryResult; readonly durationMs: number }>;
  /** What the account holds; not every service lists it. */
  readonly catalog?: Catalog;
}

/** The query service, with its answers as they come. */
interface QueryClient extends QueryService {
  readonly catalog: Catalog;
  /** Runs a query and gives the answer as JSON, unparsed. */
  runRaw(query: Query): Promise<unknown>;
  /** Asks how a query would be run, which not every service says (`not-found`). */
  explainRaw(query: Query): Promise<unknown>;
}

/** The client's surroundings; by default the real ones. */
export interface ClientEffects {
  /** The time in epoch milliseconds, for deadlines. It must not stand still during a run. */
  readonly nowMs?: () => number;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A number from 0 to 1, without 1. */
  readonly random?: () => number;
  readonly dispatcher?: Dispatcher;
  /** The environment variables that may name a proxy. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** How to reach the query service. */
export interface ClientOptions extends RunLimits {
  /** The service's base URL, with or without a path and a slash at its end. */
  readonly url: string;
  readonly token: string;
  readonly log?: Log;
  readonly effects?: ClientEffects;
}

const RUN_QUERY = '/api/v4/query/tql';

/** Makes a client for a query service. Nothing is loaded or connected before the first request. */
export function createClient(options: ClientOptions): QueryClient {
  const base = parseBase(options.url);
  checkToken(options.token);
  const redact = redactor(options.token);
  const request = requesterTo(base, options, redact);
  const prefix = base.pathname.replace(/\/+$/, '');
  const { host } = base;
  const operationOn = (query: Query, verb: string): Operation => ({
    doing: `${verb} a ${quote(query.queryType, redact)} query`,
    host,
    insight: null,
  });
  const post = <T>(
    path: string,
    body: object,
    operation: Operation,
    read: (answer: Answer) => T,
    signal?: AbortSignal,
  ) => request({ path: `${prefix}${path}`, body: JSON.stringify(body), operation, read }, signal);
  return {
    catalog: createCatalog(async (path, doing, signal) => {
      const operation = { doing, host, insight: null } as const;
      const catalogRequest = {
        path: `${prefix}${path}`,
        body: null,
        operation,
        read: readJson,
        isOptional: true,
      };
      return (await request(catalogRequest, signal)).value;
    }),
    async resolveInsight(id, interval) {
      const { beginningDate, endDate } = interval;
      const operation = {
        doing: `resolving insight ${quote(id, redact)}`,
        host,
        insight: quote(id, redact),
      } as const;
      const relativeInterval = { beginningDate, endDate };
      const path = `/api/v3/insights/${encodeId(id)}/query/`;
      const read = (answer: Answer) => ({ query: readQuery(answer, redact), name: readName(answer) });
      return (await post(path, { relativeInterval }, operation, read)).value;
    },
    async runRaw(query) {
      return (await post(RUN_QUERY, query, operationOn(query, 'running'), readJson)).value;
    },
    async explainRaw(query) {
      return (await post(`${RUN_QUERY}/explain`, query, operationOn(query, 'explaining'), readJson)).value;
    },
    async runQuery(query, signal) {
      const operation = operationOn(query, 'running');
      const read = (answer: Answer) => readResult(answer, query.queryType, redact);
      const { value, durationMs } = await post(RUN_QUERY, query, operation, read, signal);
      return { result: value, durationMs };
    },
  };
}

/** Sends requests to the service as the options say. */
function requesterTo(base: URL, options: ClientOptions, redact: Redact) {
  const { token, effects = {} } = options;
  return createRequester({
    ...options,
    host: base.host,
    log: options.log ?? silentLog,
    redact,
    send: createSend(
      base.origin,
      token,
      () => effects.dispatcher ?? createDispatcher(base, effects.environment ?? process.env),
    ),
    nowMs: effects.nowMs ?? Date.now,
    random: effects.random ?? Math.random,
    sleep: effects.sleep ?? ((ms, signal) => wait(ms, undefined, { signal })),
  });
}

function parseBase(url: string): URL {
  const base = URL.parse(url);
  if (base !== null && (base.protocol === 'https:' || base.protocol === 'http:')) return base;
  throw new InputError(['api-url is not the address of a query service: write it as https://host']);
}

/** A header cannot carry other characters, and undici would put the token into its error message. */
function checkToken(token: string): void {
  if (token === '') throw new InputError(['api-token: is empty']);
  const fault = tokenFault(token);
  if (fault !== null) throw new InputError([`api-token: ${fault.why}; expected ${fault.expected}`]);
}

/** Reads the query from an answer. Throws a `ResponseError`. */
function readQuery(answer: Answer, redact: Redact): Query {
  const body = readJson(answer);
  if (!isJsonObject(body)) throw new ResponseError('expected a query object, but something else came.');
  if (typeof body.queryType !== 'string')
    throw new ResponseError('the object that came has no `queryType`, so it is not a query.');
  if (isDeeperThan(body, DEPTH_LIMIT))
    throw new ResponseError(`the query that came is nested more than ${DEPTH_LIMIT} levels deep.`);
  const parsed = parseQuery(body);
  if (parsed.ok) return parsed.value;
  throw new ResponseError(`the query that came cannot be read: ${quote(describeProblems(parsed), redact)}`);
}

/**
 * The insight's name, which a query service of this package says in a header, percent-encoded; null if it is
 * not there.
 */
function readName({ headers }: Answer): string | null {
  const header = headers['insight-name'];
  if (typeof header !== 'string') return null;
  try {
    return readText(decodeURIComponent(header));
  } catch {
    return null;
  }
}

/** Reads the result from an answer. Throws a `ResponseError`. */
function readResult(answer: Answer, queryType: string, redact: Redact): QueryResult {
  const body = readJson(answer);
  try {
    return parseResult(body, queryType);
  } catch (error) {
    if (error instanceof ResultShapeError)
      throw new ResponseError(`the result cannot be read: ${quote(error.message, redact)}`);
    throw error;
  }
}

/** Queries are walked recursively when they are prepared, sent and shown. */
const DEPTH_LIMIT = 200;

function readJson(answer: Answer): unknown {
  const { status, text } = answer;
  if (text.trim() === '') throw new ResponseError(`the answer (${status}) is empty.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new ResponseError(
      isHtml(answer)
        ? `an HTML page came (${status}) instead of JSON: is \`api-url\` right?`
        : `the answer (${status}, ${text.length} characters) is not JSON, or was cut off.`,
    );
  }
}
