import type { Context, Hono } from 'hono';
import * as v from 'valibot';
import {
  describeJson,
  describeOptions,
  describeProblem,
  MALFORMED_REQUESTS,
  type openApi,
  OTHER_METHOD,
  REFUSED_BODIES,
} from '../http/openapi.ts';
import type { Metrics } from '../http/metrics.ts';
import { refuseOtherMethods } from '../http/problem.ts';
import type { Ingest, Taken } from './accept-events.ts';
import type { Guard, Sender } from './guard.ts';

const OF_NAMESPACE = '/v2/namespace/:namespace';
/** For clients that cannot send a header, such as the SDK. */
const WITH_KEY = '/v2/namespace/:namespace/:key';
const OF_FIRST = '/v2';
const OF_FIRST_WITH_KEY = '/v2/:key{ikey_.+}';
const PATHS = [OF_NAMESPACE, WITH_KEY, OF_FIRST, OF_FIRST_WITH_KEY];

/** Adds the paths that apps post to, for pages of any origin. */
export function addIngest(app: Hono, ingest: Ingest, guard: Guard, metrics: Metrics): void {
  const take = async (context: Context, namespace: string): Promise<Response> => {
    await guard(namespace, senderOf(context));
    const taken = await ingest.take(namespace, context.req.raw);
    metrics.countEvents(taken);
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
  for (const path of [OF_FIRST, OF_FIRST_WITH_KEY])
    app.post(path, (context) => take(context, ingest.namespaces[0] ?? ''));
  for (const path of PATHS) refuseOtherMethods(app, path, 'POST, OPTIONS');
}

function senderOf(context: Context): Sender {
  return {
    key: context.req.param('key') ?? null,
    authorization: context.req.header('authorization') ?? null,
    address: remoteAddress(context.env),
    forwardedFor: context.req.header('x-forwarded-for') ?? null,
  };
}

/** The other end of a request's connection, in what the server passes along; null for a request without a connection. */
function remoteAddress(env: unknown): string | null {
  const parsed = v.safeParse(CONNECTED, env);
  return parsed.success ? parsed.output.incoming.socket.remoteAddress : null;
}

const CONNECTED = v.object({ incoming: v.object({ socket: v.object({ remoteAddress: v.string() }) }) });

/** The answer to a post; it names what was sent again and what was dropped only if something was. */
function answerOf({ accepted, repeated, dropped }: Taken) {
  return { accepted, ...(repeated > 0 && { repeated }), ...(dropped > 0 && { dropped }) };
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
      'The events are on disk (on a cluster, Kafka has them), except those that were dropped: more than a day ahead of the service’s clock, or before 2000.',
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
        },
        additionalProperties: false,
      },
    ),
    '400': describeProblem(
      'The body is not JSON, or one of the events is not valid or has too many new payload keys, or all are dropped. None is stored: `detail` says why, `path` which event.',
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
    isTestMode: { enum: [true, false, 'true', 'false', null], default: false },
    floatValue: { type: ['number', 'null'] },
    telemetryClientVersion: { type: ['string', 'null'], description: 'Stored as a payload key.' },
    payload: {
      description: 'Key → value, or a list of strings of the form `key:value`.',
      anyOf: [
        { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
        { type: 'array', items: { type: 'string', pattern: ':' } },
        { type: 'null' },
      ],
    },
  },
};
