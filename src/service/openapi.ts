import { COMPONENTS } from '../tql/component.ts';
import { json, options, OTHER_METHOD, problem, REFUSED_BODIES, UNREADABLE } from './openapi/parts.ts';
import { resultSchemas } from './openapi/results.ts';

/** What both operations can answer besides 200. */
const REFUSALS = {
  '400': problem('Not JSON, or not valid: `detail` says what, `path` says where; or an answer that would be too long.'),
  '401': problem('No token, or one that is unknown, expired or revoked.', { 'WWW-Authenticate': 'Bearer' }),
  '402': problem("The token's organization is on the free plan."),
  ...OTHER_METHOD,
  ...REFUSED_BODIES,
  ...UNREADABLE,
};

const runQuery = {
  operationId: 'runQuery',
  summary: 'Run a query; its raw result is the answer.',
  security: [{ token: [] }],
  requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Query' } } } },
  responses: {
    '200': json('The raw result; its shape depends on the query type.', { $ref: '#/components/schemas/Result' }),
    ...REFUSALS,
    '403': problem('`dataSource` is not the one of the token’s organization.'),
    '503': problem(
      'Too many queries are under way, of this organization or of all; or others have the memory that this one needs, or that its answer does.',
      { 'Retry-After': 'Seconds to wait.' },
    ),
    '504': problem('The query ran too long and was cancelled.'),
  },
};

const insightQuery = {
  operationId: 'getInsightQuery',
  summary: 'Get the complete query of a saved insight for a relative interval; it is not run.',
  security: [{ token: [] }],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['relativeInterval'],
          properties: { relativeInterval: { $ref: '#/components/schemas/RelativeInterval' } },
        },
      },
    },
  },
  responses: {
    '200': json('The query: without dataSource, its relativeIntervals the one interval given.', {
      $ref: '#/components/schemas/Query',
    }),
    ...REFUSALS,
    '404': problem('The token’s organization has no such insight.'),
  },
};

/** A path that is read: what it answers, to HEAD without a body. */
const reading = (operationId: string, summary: string, answer: ReturnType<typeof json>) => ({
  get: { operationId, summary, responses: { '200': answer, ...OTHER_METHOD, ...UNREADABLE } },
  head: { summary: `${summary} Headers alone.`, responses: { '200': { description: 'No body.' }, ...UNREADABLE } },
  options: options(),
});

const schemas = {
  Query: {
    type: 'object',
    description: 'A query in the query language. Keys that mean nothing are ignored.',
    required: ['queryType'],
    properties: {
      queryType: { type: 'string' },
      dataSource: { description: 'The organization’s namespace; that is also what its absence means.' },
      relativeIntervals: { type: 'array', items: { $ref: '#/components/schemas/RelativeInterval' } },
    },
  },
  RelativeInterval: {
    type: 'object',
    required: ['beginningDate', 'endDate'],
    properties: {
      beginningDate: { $ref: '#/components/schemas/RelativeDate' },
      endDate: { $ref: '#/components/schemas/RelativeDate' },
    },
  },
  RelativeDate: {
    type: 'object',
    required: ['component', 'offset', 'position'],
    properties: {
      component: { type: 'string', enum: COMPONENTS },
      offset: { type: 'integer', minimum: -100_000, maximum: 100_000 },
      position: { type: 'string', enum: ['beginning', 'end'] },
    },
  },
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'detail'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      path: { type: 'string', description: 'Where in the body: `filter.fields[1].type`.' },
    },
    additionalProperties: false,
  },
};

/** The description of the service at `GET /openapi.json`. A slash at a path's end makes no difference. */
export const openApi = {
  openapi: '3.1.0',
  info: {
    title: 'Analytics query service',
    version: '4',
    description:
      'Two operations on time-series event data. Every path is also served with a slash at its end. Any other path is 404, and what is no HTTP request 400, each with a Problem; so is the 405 that stands at an operation: it is the answer to other methods.',
  },
  paths: {
    '/api/v4/query/tql': { post: runQuery, options: options() },
    '/api/v3/insights/{id}/query': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      post: insightQuery,
      options: options(),
    },
    '/health': reading(
      'health',
      'Whether the service is up.',
      json('It is.', {
        type: 'object',
        required: ['status'],
        properties: { status: { type: 'string', const: 'ok' } },
        additionalProperties: false,
      }),
    ),
    '/openapi.json': reading(
      'describe',
      'This description.',
      json('An OpenAPI document.', { type: 'object', required: ['openapi', 'info', 'paths'] }),
    ),
  },
  components: {
    schemas: { ...schemas, ...resultSchemas },
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  },
} as const;
