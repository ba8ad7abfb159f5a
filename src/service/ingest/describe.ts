import { type openApi } from '../openapi.ts';
import { json, options, OTHER_METHOD, problem, REFUSED_BODIES, UNREADABLE } from '../openapi/parts.ts';

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
          ...INGEST,
        },
        options: options(PREFLIGHT),
      },
      '/v2': {
        post: {
          operationId: 'ingestOfFirst',
          summary: 'Store events of the first organization whose ingest is on.',
          ...INGEST,
        },
        options: options(PREFLIGHT),
      },
    },
    components: { ...components, schemas: { ...components.schemas, Event: EVENT } },
  };
}

const one = { $ref: '#/components/schemas/Event' };

const PREFLIGHT = {
  'Access-Control-Allow-Origin': 'Every origin.',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'content-type',
  'Access-Control-Max-Age': 'Seconds for which this holds.',
};

const INGEST = {
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { anyOf: [{ type: 'array', items: one }, one] } } },
  },
  responses: {
    '200': json('All of the events are on disk.', {
      type: 'object',
      required: ['accepted'],
      properties: { accepted: { type: 'integer', minimum: 0 } },
      additionalProperties: false,
    }),
    '400': problem(
      'Not JSON, or one of the events is wrong or brings too many payload keys, and none is stored: `detail` says why, `path` which.',
    ),
    '404': problem('The ingest of this namespace is not on, or its organization is yet to be made.'),
    ...OTHER_METHOD,
    ...REFUSED_BODIES,
    ...UNREADABLE,
    '503': problem('Too many events are on their way to the disk, or it is full; none of these is stored.', {
      'Retry-After': 'Seconds to wait.',
    }),
  },
};

const moment = { type: ['string', 'null'], format: 'date-time' };

const EVENT = {
  type: 'object',
  description: 'Other keys are ignored.',
  required: ['appID', 'type'],
  properties: {
    appID: { type: 'string', minLength: 1, maxLength: 100 },
    type: { type: 'string', minLength: 1 },
    clientUser: { type: ['string', 'null'] },
    sessionID: { type: ['string', 'null'] },
    timestamp: { ...moment, description: 'When it was; else `receivedAt`, else the time of receipt.' },
    receivedAt: moment,
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
