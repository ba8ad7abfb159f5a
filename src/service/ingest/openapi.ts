import {
  describeJson,
  describeOptions,
  describeProblem,
  MALFORMED_REQUESTS,
  OTHER_METHOD,
  REFUSED_BODIES,
} from '../http/describe.ts';
import type { openApi } from '../http/openapi.ts';

/**
 * So many refused events, and payload keys that were left out, are named in an answer; events are counted in
 * the metrics.
 */
export const LIMIT_NAMED = 1000;

const WEB_EVENT_SCHEMA = {
  type: 'object',
  description: 'Further keys, such as `url`, `referrer` and `locale`, are stored as payload keys.',
  required: ['appID'],
  properties: {
    appID: { type: 'string', minLength: 1, maxLength: 100 },
    type: { type: 'string', minLength: 1 },
  },
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
    content: {
      'application/json': { schema: { anyOf: [{ type: 'array', items: eventReference }, eventReference] } },
    },
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
    '401': describeProblem('There is no write key, or it is unknown or revoked.', {
      'WWW-Authenticate': 'Bearer',
    }),
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
    timestamp: {
      ...dateTimeSchema,
      description: 'When it happened. Default: `receivedAt`, else the time of receipt.',
    },
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
    {
      name: 'namespace',
      in: 'query',
      description: 'Needed if `--ingest` names several.',
      schema: { type: 'string' },
    },
    { name: 'key', in: 'query', description: 'The write key; it is not logged.', schema: { type: 'string' } },
  ],
  post: {
    operationId: 'ingestOfWeb',
    summary: 'Store what a page of the web SDK sends: a page view, unless it says its type.',
    security: [{}, { writeKey: [] }],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: WEB_EVENT_SCHEMA },
        'text/plain': { schema: { type: 'string' } },
      },
    },
    responses: DESCRIBED_INGEST.responses,
  },
  options: describeOptions(DESCRIBED_PREFLIGHT_HEADERS),
};

/** The paths that apps post to. */
const DESCRIBED_PATHS = {
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
  '/v2/w': DESCRIBED_WEB_PATH,
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
      summary:
        'The same, for clients that cannot send a header: the write key is the path, and is not logged.',
      ...DESCRIBED_INGEST,
    },
    options: describeOptions(DESCRIBED_PREFLIGHT_HEADERS),
  },
};

/** Adds the ingest to a description of the service. */
export function describeIngest(described: typeof openApi) {
  const { paths, components } = described;
  return {
    ...described,
    paths: {
      ...paths,
      ...DESCRIBED_PATHS,
    },
    components: {
      schemas: { ...components.schemas, Event: EVENT_SCHEMA },
      securitySchemes: { ...components.securitySchemes, writeKey: { type: 'http', scheme: 'bearer' } },
    },
  };
}
