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
import { refuseOtherMethods } from '../http/problem.ts';
import type { Ingest } from './accept-events.ts';

const OF_NAMESPACE = '/v2/namespace/:namespace';
const OF_FIRST = '/v2';

/** Serves the ingest at the two paths that the SDK posts to, from pages of any origin. */
export function addIngest(app: Hono, ingest: Ingest): void {
  for (const path of [OF_NAMESPACE, OF_FIRST]) {
    app.use(path, async (context, next) => {
      await next();
      const headers = context.req.method === 'OPTIONS' ? { ...CORS_HEADERS, ...PREFLIGHT_HEADERS } : CORS_HEADERS;
      for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
    });
  }
  app.post(OF_NAMESPACE, async (context) => {
    return context.json({ accepted: await ingest.take(context.req.param('namespace'), context.req.raw) });
  });
  app.post(OF_FIRST, async (context) => {
    return context.json({ accepted: await ingest.take(ingest.namespaces[0] ?? '', context.req.raw) });
  });
  for (const path of [OF_NAMESPACE, OF_FIRST]) refuseOtherMethods(app, path, 'POST, OPTIONS');
}

/** No cookie and no token is sent along, so every page may post and read the answer. */
const CORS_HEADERS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};

/** The description of a service that takes events, from that of one that does not. */
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
          summary: 'Store events of an organization. No token is asked for; pages of any origin may post.',
          ...DESCRIBED_INGEST,
        },
        options: describeOptions(DESCRIBED_PREFLIGHT_HEADERS),
      },
      '/v2': {
        post: {
          operationId: 'ingestOfFirst',
          summary: 'Store events of the first organization whose ingest is on.',
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
    '200': describeJson('All of the events are on disk.', {
      type: 'object',
      required: ['accepted'],
      properties: { accepted: { type: 'integer', minimum: 0 } },
      additionalProperties: false,
    }),
    '400': describeProblem(
      'Not JSON, or one of the events is wrong or brings too many payload keys, and none is stored: `detail` says why, `path` which.',
    ),
    '404': describeProblem('The ingest of this namespace is not on, or its organization is yet to be made.'),
    ...OTHER_METHOD,
    ...REFUSED_BODIES,
    ...MALFORMED_REQUESTS,
    '503': describeProblem('Too many events are on their way to the disk, or it is full; none of these is stored.', {
      'Retry-After': 'Seconds to wait.',
    }),
  },
};

const dateTimeSchema = { type: ['string', 'null'], format: 'date-time' };

const EVENT_SCHEMA = {
  type: 'object',
  description: 'Other keys are ignored.',
  required: ['appID', 'type'],
  properties: {
    appID: { type: 'string', minLength: 1, maxLength: 100 },
    type: { type: 'string', minLength: 1 },
    clientUser: { type: ['string', 'null'] },
    sessionID: { type: ['string', 'null'] },
    timestamp: { ...dateTimeSchema, description: 'When it was; else `receivedAt`, else the time of receipt.' },
    receivedAt: dateTimeSchema,
    isTestMode: { enum: [true, false, 'true', 'false', null], default: false },
    floatValue: { type: ['number', 'null'] },
    telemetryClientVersion: { type: ['string', 'null'], description: 'Stored as a payload key.' },
    payload: {
      description: 'Key → value, or a list of texts of the form `key:value`.',
      anyOf: [
        { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
        { type: 'array', items: { type: 'string', pattern: ':' } },
        { type: 'null' },
      ],
    },
  },
};
