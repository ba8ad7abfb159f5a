import type { Hono } from 'hono';
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

const OF_NAMESPACE = '/v2/namespace/:namespace';
const OF_FIRST = '/v2';

/** Adds the two paths that the SDK posts to, for pages of any origin. */
export function addIngest(app: Hono, ingest: Ingest, metrics: Metrics): void {
  const take = async (namespace: string, request: Request): Promise<Taken> => {
    const taken = await ingest.take(namespace, request);
    metrics.countEvents(taken.accepted, taken.dropped);
    return taken;
  };
  for (const path of [OF_NAMESPACE, OF_FIRST]) {
    app.use(path, async (context, next) => {
      await next();
      const headers = context.req.method === 'OPTIONS' ? { ...CORS_HEADERS, ...PREFLIGHT_HEADERS } : CORS_HEADERS;
      for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
    });
  }
  app.post(OF_NAMESPACE, async (context) => {
    return context.json(answerOf(await take(context.req.param('namespace'), context.req.raw)));
  });
  app.post(OF_FIRST, async (context) => {
    return context.json(answerOf(await take(ingest.namespaces[0] ?? '', context.req.raw)));
  });
  for (const path of [OF_NAMESPACE, OF_FIRST]) refuseOtherMethods(app, path, 'POST, OPTIONS');
}

/** The answer to a post; it names what was dropped only if something was. */
function answerOf({ accepted, dropped }: Taken) {
  return dropped === 0 ? { accepted } : { accepted, dropped };
}

/** Requests carry no cookie and no token, so every page may post and read the answer. */
const CORS_HEADERS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
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
          summary: 'Store events of an organization. No token is needed; pages of any origin may post.',
          ...DESCRIBED_INGEST,
        },
        options: describeOptions(DESCRIBED_PREFLIGHT_HEADERS),
      },
      '/v2': {
        post: {
          operationId: 'ingestOfFirst',
          summary: 'Store events of the organization that the first `--ingest` names.',
          ...DESCRIBED_INGEST,
        },
        options: describeOptions(DESCRIBED_PREFLIGHT_HEADERS),
      },
    },
    components: { ...components, schemas: { ...components.schemas, Event: EVENT_SCHEMA } },
  };
}

const eventReference = { $ref: '#/components/schemas/Event' };

const DESCRIBED_PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Origin': 'Every origin.',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'content-type',
  'Access-Control-Max-Age': 'Seconds for which this holds.',
};

const DESCRIBED_INGEST = {
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { anyOf: [{ type: 'array', items: eventReference }, eventReference] } } },
  },
  responses: {
    '200': describeJson(
      'The events are on disk, except those that were dropped: more than a day ahead of the service’s clock, or before 2000.',
      {
        type: 'object',
        required: ['accepted'],
        properties: { accepted: { type: 'integer', minimum: 0 }, dropped: { type: 'integer', minimum: 1 } },
        additionalProperties: false,
      },
    ),
    '400': describeProblem(
      'The body is not JSON, or one of the events is not valid or has too many new payload keys, or all are dropped. None is stored: `detail` says why, `path` which event.',
    ),
    '404': describeProblem('The ingest of this namespace is off, or its organization does not exist yet.'),
    ...OTHER_METHOD,
    ...REFUSED_BODIES,
    ...MALFORMED_REQUESTS,
    '503': describeProblem('Too many events are waiting for the disk, or the disk is full. None of these is stored.', {
      'Retry-After': 'Seconds to wait.',
    }),
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
