// A stand-in for the hosted query service, from what real clients and the vendor's code know of it. It is
// stricter than our own service, which computes the numbers behind it. Each fact stands where it is played,
// with its grade (refusals.ts).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type RunningService, startService } from '../../../src/service/start.ts';
import { addEvents } from '../service/service-of-file.ts';
import { isJsonObject, type JsonObject } from '../../../src/tql/json.ts';
import { parseInsightRequest } from '../../../src/tql/schema/run-query.ts';
import { listen } from '../faults/servers.ts';
import * as account from './account.ts';
import { compileQuery, EXAMPLE_NAMESPACE } from './compile-query.ts';
import { type AnswerForm, dressAnswer } from './dress-answer.ts';
import { Refusal, REFUSALS, undecodable } from './refusals.ts';

/** What a stand-in holds. */
export interface HostedWorld {
  readonly organizations: readonly account.Organization[];
  /** A token reads every organization of its owner (grade A): these namespaces. */
  readonly tokens: Readonly<Record<string, readonly string[]>>;
  /** The events of each namespace, in the form of NDJSON lines. */
  readonly events: Readonly<Record<string, readonly object[]>>;
  readonly form?: AnswerForm;
  /** The paths that this service does not have. */
  readonly without?: RegExp;
  readonly nowMs?: number;
}

/** A request as it came. `status` is that of its answer, once it is sent. */
interface HostedRequest {
  readonly method: string;
  readonly path: string;
  /** The body's JSON; null without one. */
  readonly body: unknown;
  status: number;
}

/** A running stand-in. */
export interface Hosted {
  readonly url: string;
  /** All requests so far, in the order in which they came. */
  readonly requests: HostedRequest[];
  /** The run queries among them. */
  queries(): readonly JsonObject[];
  close(): Promise<void>;
}

const RUN_QUERY = '/api/v4/query/tql';

/** Starts a stand-in on loopback. */
export async function startHosted(world: HostedWorld): Promise<Hosted> {
  const engine = await startEngine(world);
  const requests: HostedRequest[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      const { method = '', url: path = '' } = request;
      const seen: HostedRequest = { method, path, body, status: 0 };
      requests.push(seen);
      const answer = await answerOrRefuse(world, engine, seen, request.headers.authorization ?? '');
      seen.status = answer.status;
      send(response, answer);
    });
  });
  const listening = await listen(server);
  return {
    url: listening.url,
    requests,
    queries: () =>
      requests.flatMap(({ path, body }) => (path === RUN_QUERY && isJsonObject(body) ? [body] : [])),
    close: async () => {
      await listening.close();
      await engine.service.close(0);
    },
  };
}

/** Our own service, with an organization and a token for each namespace. */
interface Engine {
  readonly service: RunningService;
  readonly tokens: ReadonlyMap<string, string>;
}

async function startEngine({ organizations, events, nowMs }: HostedWorld): Promise<Engine> {
  const service = await startService({ dbPath: ':memory:', ...(nowMs === undefined ? {} : { nowMs }) });
  const tokens = new Map<string, string>();
  for (const namespace of new Set([...organizations.map((each) => each.namespace), EXAMPLE_NAMESPACE])) {
    await service.store.organizations.create(namespace, 'paid');
    tokens.set(namespace, (await service.store.tokens.create(namespace, null)).token);
    await addEvents(service, namespace, events[namespace] ?? []);
  }
  return { service, tokens };
}

interface HostedAnswer {
  readonly status: number;
  readonly text: string;
}

function send(response: ServerResponse, { status, text }: HostedAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(text);
}

async function answerOrRefuse(
  world: HostedWorld,
  engine: Engine,
  request: HostedRequest,
  authorization: string,
): Promise<HostedAnswer> {
  try {
    if (world.without?.test(request.path) === true) throw new Refusal(REFUSALS.notFound);
    return { status: 200, text: await answer(world, engine, request, authorization) };
  } catch (error) {
    if (!(error instanceof Refusal))
      return { status: 500, text: JSON.stringify({ error: true, reason: String(error) }) };
    const { status, reason } = error.known;
    return { status, text: JSON.stringify({ error: true, reason }) };
  }
}

async function answer(
  world: HostedWorld,
  engine: Engine,
  { method, path, body }: HostedRequest,
  authorization: string,
): Promise<string> {
  const readable = world.tokens[/^Bearer (\S+)$/.exec(authorization)?.[1] ?? ''];
  if (readable === undefined) throw new Refusal(REFUSALS.token);
  const own = world.organizations.filter(({ namespace }) => readable.includes(namespace));
  // A slash at the end is optional (grade B).
  const place = path.replace(/\/$/, '');
  if (method === 'POST' && place === RUN_QUERY) {
    return runQuery(world, engine, body, readable);
  }
  const resolved = /^\/api\/v3\/insights\/([^/]+)\/query$/.exec(place)?.[1];
  if (method === 'POST' && resolved !== undefined)
    return JSON.stringify(resolve(findInsight(own, resolved).insight, body));
  if (method === 'GET') return JSON.stringify(list(own, place));
  throw new Refusal(REFUSALS.notFound);
}

async function runQuery(
  { form = 'array', nowMs = Date.now() }: HostedWorld,
  { service, tokens }: Engine,
  body: unknown,
  readable: readonly string[],
): Promise<string> {
  const { dataSource, query } = compileQuery(body, readable);
  const answered = await fetch(`${service.url}${RUN_QUERY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.get(dataSource) ?? ''}` },
    body: JSON.stringify(query),
  });
  const rows: unknown = await answered.json();
  // A query that Druid cannot run has Druid's status, and its words (grade A).
  if (!answered.ok) throw undecodable(JSON.stringify(rows));
  const { queryType } = query;
  return dressAnswer(rows, typeof queryType === 'string' ? queryType : '', form, nowMs);
}

/** The query alone, without a data source and a title, over the relative interval that was sent (grade A). */
function resolve({ query }: account.SavedInsight, body: unknown): JsonObject {
  const parsed = parseInsightRequest(body);
  if (!parsed.ok || !isJsonObject(body)) throw undecodable('relativeInterval cannot be read');
  return { ...query, relativeIntervals: [body['relativeInterval'] ?? null] };
}

/** What is listed at a path, of the token's organizations alone. */
function list(own: readonly account.Organization[], path: string): unknown {
  const [, kind, id] = /^\/api\/v3\/(organizations|apps|groups|insights)(?:\/([^/]+))?$/.exec(path) ?? [];
  const apps = own.flatMap((organization) => organization.apps.map((app) => ({ organization, app })));
  const found = apps.find(({ app }) => app.id === id);
  switch (id === undefined ? `all ${kind ?? ''}` : kind) {
    case 'all organizations':
      return own.map(account.listedOrganization);
    case 'all apps':
      return apps.map(({ app, organization }) => account.listedApp(app, organization.id));
    case 'organizations':
      return account.listedOrganization(own.find((each) => each.id === id) ?? refuseAsUnknown());
    case 'apps':
      return found === undefined ? refuseAsUnknown() : account.listedApp(found.app, found.organization.id);
    case 'groups': {
      const { app, group } = groupsOf(own).find((each) => each.group.id === id) ?? refuseAsUnknown();
      return account.listedGroup(group, app.id);
    }
    case 'insights': {
      const { insight, group } = findInsight(own, id ?? '');
      return account.listedInsight(insight, group.id);
    }
    default:
      return refuseAsUnknown();
  }
}

function groupsOf(own: readonly account.Organization[]) {
  return own.flatMap(({ apps }) => apps.flatMap((app) => app.groups.map((group) => ({ app, group }))));
}

function findInsight(own: readonly account.Organization[], id: string) {
  const all = groupsOf(own).flatMap(({ group }) => group.insights.map((insight) => ({ group, insight })));
  return all.find(({ insight }) => insight.id.toLowerCase() === id.toLowerCase()) ?? refuseAsUnknown();
}

function refuseAsUnknown(): never {
  throw new Refusal(REFUSALS.notFound);
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  try {
    return text === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}
