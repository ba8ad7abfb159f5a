// The routes of the query service, from a request to its response: which path is answered by what. No socket
// is needed, so tests call it directly.
import { type Context, Hono } from 'hono';
import { parseInsightRequest } from '../tql/schema/run-query.ts';
import { isJsonObject, type JsonObject } from '../tql/json.ts';
import { zoneOf } from '../tql/time/query-intervals.ts';
import { createAppIdLister } from './app-ids.ts';
import { type AskHealth, healthResponse } from './health.ts';
import { authorize } from './http/authorize.ts';
import { checkDataSource } from './http/data-source.ts';
import type { readAddress } from './http/client-address.ts';
import { addExplorer } from './http/explorer.ts';
import { EXPLAIN_QUERY, RUN_QUERY } from './http/query-paths.ts';
import { addListing } from './http/listing.ts';
import type { Metrics } from './http/metrics.ts';
import { describeApi } from './http/openapi.ts';
import { HttpProblem, problemResponse, refuseOtherMethods } from './http/problem.ts';
import { readJson } from './http/request-body.ts';
import { logRequests, type RequestLog } from './http/request-log.ts';
import { limitRuns, type RunLimits } from './http/run-limits.ts';
import { type AnswerLimits, sendResults } from './http/send-result.ts';
import type { Ingest } from './ingest/accept-events.ts';
import type { Guard } from './ingest/guard.ts';
import { addIngest } from './ingest/routes.ts';
import type { Ask, Explain } from './query/ask.ts';
import { resolveInterval } from './query/compile/intervals.ts';
import { checkPartLimits } from './query/compile/part-limits.ts';
import { withAnswerMemory } from './query/engines/answer-memory.ts';
import { type Insights, withOnlyInterval } from './store/state/insights.ts';
import type { StoredInsight } from './store/state/insight-changes.ts';
import type { Organization } from './store/state/organizations.ts';
import type { Store } from './store/store.ts';

/** What the app is made of. */
export interface AppOptions {
  readonly store: Store;
  readonly ask: Ask;
  readonly explain: Explain;
  /** The service's clock in epoch milliseconds. */
  readonly now: () => number;
  /** Null: the app takes no events. */
  readonly ingest: Ingest | null;
  /** Who may post, and how often. */
  readonly guard: Guard;
  readonly limits: RunLimits;
  readonly answerLimits: AnswerLimits;
  /** Gives the address that a request came from. */
  readonly addressOf: ReturnType<typeof readAddress>;
  readonly log: RequestLog | undefined;
  readonly metrics: Metrics;
  readonly health: AskHealth;
}

const INSIGHT_QUERY = '/api/v3/insights/:id/query';

/** Makes the app. Each path is served with and without a slash at its end. */
export function createApp({
  store,
  ask,
  explain,
  now,
  ingest,
  guard,
  limits,
  answerLimits,
  addressOf,
  log,
  metrics,
  health,
}: AppOptions): Hono {
  const app = new Hono({ strict: false });
  const runLimited = limitRuns(limits, metrics.setQueriesUnderWay);
  logRequests(app, addressOf, (entry) => {
    metrics.countRequest(entry);
    log?.(entry);
  });
  refuseOtherMethods(app);

  const answerLimited = answerWithin({ store, now, runLimited, sendResult: sendResults(answerLimits) });
  app.post(RUN_QUERY, (context) => answerLimited(context, ask));
  app.post(EXPLAIN_QUERY, (context) => {
    return answerLimited(context, async (query, organization, nowMs) => ({
      ...(await explain(query, organization, nowMs)),
    }));
  });
  app.post(INSIGHT_QUERY, async (context) => {
    const organization = await authorize(context, store.tokens);
    const insight = await findInsight(store.insights, organization, context.req.param('id'));
    const query = resolveInsightQuery(insight, await readJson(context.req.raw), now());
    // The specification's answer is the query alone; reports take the name for their title.
    return context.json(query, {
      headers: { 'insight-name': encodeURIComponent(insight.name.toWellFormed()) },
    });
  });
  const appIds = createAppIdLister(ask, now, runLimited);
  addListing(app, async (context) => {
    const organization = await authorize(context, store.tokens);
    const insights = () => store.insights.list(organization.namespace);
    return { organization, appIds: () => appIds(organization), insights };
  });
  app.get('/health', async () => healthResponse(await health()));
  app.get('/metrics', async () => {
    return new Response(await metrics.write(), { headers: { 'content-type': metrics.contentType } });
  });
  app.get('/openapi.json', (context) => context.json(describeApi(ingest !== null)));

  addExplorer(app, { needsToken: true, source: null, now });
  if (ingest !== null) addIngest(app, ingest, guard, metrics, now);
  app.notFound(() =>
    problemResponse(new HttpProblem(404, 'This path does not exist; GET /openapi.json lists those that do.')),
  );
  app.onError((error) => problemResponse(error));
  return app;
}

/** What answering a query needs. */
interface QueryServices {
  readonly store: Pick<Store, 'tokens'>;
  readonly now: () => number;
  readonly runLimited: ReturnType<typeof limitRuns>;
  readonly sendResult: ReturnType<typeof sendResults>;
}

/**
 * Makes the function that answers a request's query: in its turn, within the limits of its parts, its time
 * and its memory. `answer` runs or explains the query.
 */
function answerWithin({ store, now, runLimited, sendResult }: QueryServices) {
  return async (context: Context, answer: Ask): Promise<Response> => {
    const organization = await authorize(context, store.tokens);
    const request = context.req.raw;
    const query = await readJson(request);
    checkDataSource(query, organization);
    // Checked again when it runs; here, so that no query that is too large waits for its turn.
    checkPartLimits(query);
    const run = (signal: AbortSignal) => answer(query, organization, now(), signal);
    return withAnswerMemory(run, async (runCounted) => {
      const result = await runLimited(organization, runCounted, request.signal);
      return sendResult(result, organization.namespace, request.signal);
    });
  };
}

/**
 * An organization's insight by its id. Throws `HttpProblem` 404, also if the insight belongs to another
 * organization.
 */
async function findInsight(
  insights: Insights,
  organization: Organization,
  id: string,
): Promise<StoredInsight> {
  const insight = await insights.find(organization.id, id);
  if (insight === null) throw new HttpProblem(404, `${organization.namespace} has no insight with this id.`);
  return insight;
}

/**
 * The complete query of an insight for the interval in a request's body. Throws `HttpProblem` 400, and
 * `QueryError` for an interval with which the query could not be run.
 */
function resolveInsightQuery(insight: StoredInsight, body: unknown, nowMs: number): JsonObject {
  const parsed = parseInsightRequest(body);
  if (!parsed.ok) {
    const [{ path, message }] = parsed.problems;
    throw new HttpProblem(400, `${path ?? 'The body'} ${message}.`, { path });
  }
  resolveInterval(parsed.value.relativeInterval, nowMs, zoneOf(insight.query), 'relativeInterval');
  const interval = isJsonObject(body) ? (body['relativeInterval'] ?? null) : null;
  return withOnlyInterval(insight.query, interval);
}
