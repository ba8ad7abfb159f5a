import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import {
  describeJson,
  describeOptions,
  describeProblem,
  MALFORMED_REQUESTS,
  OTHER_METHOD,
  REFUSED_BODIES,
} from '../http/describe.ts';
import type { openApi } from '../http/openapi.ts';
import type { Metrics } from '../http/metrics.ts';
import { HttpProblem, refuseOtherMethods } from '../http/problem.ts';
import type { Ingest, Taken } from './accept-events.ts';
import type { Guard, Sender } from './guard.ts';
import { identifyByDay, webEvent } from './web.ts';

const OF_NAMESPACE = '/v2/namespace/:namespace';
/** For clients that cannot send a header, such as the SDK. */
const WITH_KEY = '/v2/namespace/:namespace/:key';
const OF_FIRST = '/v2';
const OF_FIRST_WITH_KEY = '/v2/:key{(?:ikey|tdpat)_.+}';
/** What the web SDK posts to. Its key stands in the query. */
const OF_WEB = '/v2/w';
const PATHS = [OF_NAMESPACE, WITH_KEY, OF_WEB, OF_FIRST, OF_FIRST_WITH_KEY];

/** Adds the paths that apps post to, for pages of any origin. `now` is the service's clock. */
export function addIngest(app: Hono, ingest: Ingest, guard: Guard, metrics: Metrics, now: () => number): void {
  const identify = identifyByDay(now);
  const take = async (context: Context, namespace: string, isWeb = false): Promise<Response> => {
    const address = await guard(namespace, senderOf(context, isWeb));
    const agent = context.req.header('user-agent') ?? null;
    const toEvents = (body: unknown) => webEvent(body, { address, agent }, identify);
    // `sendBeacon` sends plain text.
    const form = isWeb ? { toEvents, textToo: true } : undefined;
    const taken = await ingest.take(namespace, context.req.raw, form);
    metrics.countEvents({ ...taken, refused: taken.refused.length, trimmed: taken.leftOut?.events ?? 0 });
    return context.json(answerOf(taken));
  };
  for (const path of PATHS) {
    app.use(path, async (context, next) => {
      await next();
      const headers = context.req.method === 'OPTIONS' ? { ...CORS_HEADERS, ...PREFLIGHT_HEADERS } : CORS_HEADERS;
      for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
    });
  }
  for (const path of [OF_NAMESPACE, WITH_KEY] as const)
    app.post(path, (context) => take(context, context.req.param('namespace')));
  app.post(OF_WEB, (context) => take(context, namespaceOf(context, ingest), true));
  for (const path of [OF_FIRST, OF_FIRST_WITH_KEY])
    app.post(path, (context) => take(context, ingest.namespaces[0] ?? ''));
  for (const path of PATHS) refuseOtherMethods(app, path, 'POST, OPTIONS');
}

/** The namespace in a post's query, else the only one whose events are taken. Throws `HttpProblem` 400. */
function namespaceOf(context: Context, { namespaces }: Ingest): string {
  const [only = '', ...others] = namespaces;
  const asked = context.req.query('namespace');
  if (asked !== undefined || others.length === 0) return asked ?? only;
  const detail = 'Events of several namespaces are taken here: say which in the address, `?namespace=…`.';
  throw new HttpProblem(400, detail);
}

/** `isWeb`: the key stands in the query, since a page's beacon has no headers. */
function senderOf({ req, env }: Context, isWeb: boolean): Sender {
  return {
    key: (isWeb ? req.query('key') : req.param('key')) ?? null,
    authorization: req.header('authorization') ?? null,
    address: remoteAddress(env),
    forwardedFor: req.header('x-forwarded-for') ?? null,
  };
}

/** The other end of a request's connection, in what the server passes along; null for a request without a connection. */
function remoteAddress(env: unknown): string | null {
  const parsed = v.safeParse(CONNECTED, env);
  return parsed.success ? parsed.output.incoming.socket.remoteAddress : null;
}

const CONNECTED = v.object({ incoming: v.object({ socket: v.object({ remoteAddress: v.string() }) }) });

/** So many refused events, and payload keys that were left out, are named in an answer; events are counted in the metrics. */
const LIMIT_NAMED = 1000;

/**
 * The answer to a post; it names what was sent again, refused, dropped and left out only if something was. Throws `HttpProblem` 400 if nothing was
 * taken of what was sent.
 */
function answerOf({ accepted, repeated, dropped, refused, leftOut, fault }: Taken) {
  if (fault !== null) throw new HttpProblem(400, fault.detail, { path: fault.path });
  return {
    accepted,
    ...(repeated > 0 && { repeated }),
    ...(dropped > 0 && { dropped }),
    ...(refused.length > 0 && { refused: refused.slice(0, LIMIT_NAMED) }),
    ...(leftOut !== null && { leftOut: { ...leftOut, keys: leftOut.keys.slice(0, LIMIT_NAMED) } }),
  };
}

/** Requests carry no cookie, and a write key only lets events in, so every page may post and read the answer. */
const CORS_HEADERS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '86400',
};

/** Adds the ingest to a description of the service. */
export function describeIngest(described: typeof openApi) {
  const { paths, components } = described;
  return {
    ...described,
    paths: {
      ...paths,
      '/v2/namespace/{namespace}': {
        parameters: [{ name: 'namespace', in: 'path', required: true, schema: { type: 'string' } }],
        post: {
          operationId: 'ingest',
          summary:
            'Store events of an organization. With `--ingest-keys` a write key is needed. Pages of any origin may post.',
          security: [{}, { writeKey: [] }],
          ...DESCRIBED_INGEST,
        },
        options: describeOptions(DESCRIBED_PREFLIGHT_HEADERS),
      },
      '/v2/namespace/{namespace}/{key}': {
        parameters: ['namespace', 'key'].map((name) => ({
          name,
          in: 'path',
          required: true,
          schema: { type: 'string' },
        })),
        post: {
          operationId: 'ingestWithKey',
          summary:
            'The same, for clients that cannot send a header: the write key is part of the path, and is not logged.',
          ...DESCRIBED_INGEST,
        },
        options: describeOptions(DESCRIBED_PREFLIGHT_HEADERS),
      },
      [OF_WEB]: DESCRIBED_WEB_PATH,
      '/v2': {
        post: {
          operationId: 'ingestOfFirst',
          summary: 'Store events of the organization that the first `--ingest` names.',
          security: [{}, { writeKey: [] }],
          ...DESCRIBED_INGEST,
        },
        options: describeOptions(DESCRIBED_PREFLIGHT_HEADERS),
      },
      '/v2/{key}': {
        parameters: [{ name: 'key', in: 'path', required: true, schema: { type: 'string', pattern: '^ikey_' } }],
        post: {
          operationId: 'ingestOfFirstWithKey',
          summary: 'The same, for clients that cannot send a header: the write key is the path, and is not logged.',
          ...DESCRIBED_INGEST,
        },
        options: describeOptions(DESCRIBED_PREFLIGHT_HEADERS),
      },
    },
    components: {
      schemas: { ...components.schemas, Event: EVENT_SCHEMA },
      securitySchemes: { ...components.securitySchemes, writeKey: { type: 'http', scheme: 'bearer' } },
    },
  };
}

const WEB_EVENT_SCHEMA = {
  type: 'object',
  description: 'Further keys, such as `url`, `referrer` and `locale`, are stored as payload keys.',
  required: ['appID'],
  properties: { appID: { type: 'string', minLength: 1, maxLength: 100 }, type: { type: 'string', minLength: 1 } },
};

const eventReference = { $ref: '#/components/schemas/Event' };

const DESCRIBED_PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Origin': 'Every origin.',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'authorization, content-type',
  'Access-Control-Max-Age': 'Seconds for which this holds.',
};

const DESCRIBED_INGEST = {
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { anyOf: [{ type: 'array', items: eventReference }, eventReference] } } },
  },
  responses: {
    '200': describeJson(
      'The events are on disk (on a cluster, Kafka has them), except those that are not valid, and those that were dropped: more than a day ahead of the service’s clock, or before 2000.',
      {
        type: 'object',
        required: ['accepted'],
        properties: {
          accepted: { type: 'integer', minimum: 0, description: 'They are stored, now or before.' },
          repeated: {
            type: 'integer',
            minimum: 1,
            description: 'How many of these were stored before, and not again.',
          },
          dropped: { type: 'integer', minimum: 1 },
          refused: {
            type: 'array',
            description: `The events that are not valid, ${LIMIT_NAMED} at most, and where they stand in the post, from 0.`,
            items: {
              type: 'object',
              required: ['index', 'reason'],
              properties: { index: { type: 'integer', minimum: 0 }, reason: { type: 'string' } },
              additionalProperties: false,
            },
          },
          leftOut: {
            type: 'object',
            description: `So many of the accepted events are stored without these payload keys (${LIMIT_NAMED} at most are named), which would be too many: new ones of the post, of the day or in all.`,
            required: ['events', 'keys', 'reason'],
            properties: {
              events: { type: 'integer', minimum: 1 },
              keys: { type: 'array', items: { type: 'string' } },
              reason: { type: 'string' },
            },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
    ),
    '400': describeProblem(
      'The body is not JSON, or none of the events can be taken. None is stored: `detail` says why, `path` which event.',
    ),
    '401': describeProblem('There is no write key, or it is unknown or revoked.', { 'WWW-Authenticate': 'Bearer' }),
    '403': describeProblem('The write key belongs to another organization.'),
    '404': describeProblem('The ingest of this namespace is off, or its organization does not exist yet.'),
    ...OTHER_METHOD,
    ...REFUSED_BODIES,
    ...MALFORMED_REQUESTS,
    '429': describeProblem('Too many posts came from this address, or with this write key.', {
      'Retry-After': 'Seconds to wait.',
    }),
    '503': describeProblem(
      'Too many events are waiting to be written, the disk is full, or the cluster does not take events. None of these is acknowledged.',
      {
        'Retry-After': 'Seconds to wait.',
      },
    ),
  },
};

const dateTimeSchema = { type: ['string', 'null'], format: 'date-time' };

const EVENT_SCHEMA = {
  type: 'object',
  description: 'Unknown keys are ignored.',
  required: ['appID', 'type'],
  properties: {
    appID: { type: 'string', minLength: 1, maxLength: 100 },
    type: { type: 'string', minLength: 1 },
    eventID: {
      type: ['string', 'null'],
      maxLength: 100,
      description: 'An event whose id was taken within the last 7 days is acknowledged and not stored again.',
    },
    clientUser: { type: ['string', 'null'] },
    sessionID: { type: ['string', 'null'] },
    timestamp: { ...dateTimeSchema, description: 'When it happened. Default: `receivedAt`, else the time of receipt.' },
    receivedAt: dateTimeSchema,
    isTestMode: { type: ['boolean', 'string', 'null'], pattern: '^([Tt]rue|[Ff]alse)$', default: false },
    floatValue: { type: ['number', 'null'] },
    telemetryClientVersion: { type: ['string', 'null'], description: 'Stored as a payload key.' },
    payload: {
      description: 'Key → value, or a list of strings of the form `key:value`.',
      anyOf: [
        { type: 'object', description: 'Nested values are stored as JSON text.' },
        { type: 'array', items: { type: 'string', pattern: ':' } },
        { type: 'null' },
      ],
    },
  },
};

const DESCRIBED_WEB_PATH = {
  parameters: [
    { name: 'namespace', in: 'query', description: 'Needed if `--ingest` names several.', schema: { type: 'string' } },
    { name: 'key', in: 'query', description: 'The write key; it is not logged.', schema: { type: 'string' } },
  ],
  post: {
    operationId: 'ingestOfWeb',
    summary: 'Store what a page of the web SDK sends: a page view, unless it says its type.',
    security: [{}, { writeKey: [] }],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: WEB_EVENT_SCHEMA }, 'text/plain': { schema: { type: 'string' } } },
    },
    responses: DESCRIBED_INGEST.responses,
  },
  options: describeOptions(DESCRIBED_PREFLIGHT_HEADERS),
};
