import { COMPONENTS } from '../tql/interval.ts';

/** An answer that is a problem, with the headers that come with it and what they say. */
export const problem = (description: string, headers: Readonly<Record<string, string>> = {}) => ({
  description,
  ...(Object.keys(headers).length === 0
    ? {}
    : {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, says]) => [name, { description: says, schema: { type: 'string' } }]),
        ),
      }),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** An answer in JSON. */
export const json = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
});

/** What both operations can answer besides 200. */
const REFUSALS = {
  '400': problem('Not JSON, or not valid: `detail` says what, `path` says where.'),
  '401': problem('No token, or one that is unknown, expired or revoked.', { 'WWW-Authenticate': 'Bearer' }),
  '402': problem("The token's organization is on the free plan."),
  '405': problem('Another method than POST.', { Allow: 'The methods that this path takes.' }),
  '413': problem('The body is longer than 1 MiB.'),
  '415': problem('The content type is not application/json.'),
  '500': problem('The service failed.'),
};

const runQuery = {
  operationId: 'runQuery',
  summary: 'Run a query; its raw result is the answer.',
  security: [{ token: [] }],
  requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Query' } } } },
  responses: {
    '200': json('The raw result; its shape depends on the query type.', { type: 'array', items: {} }),
    ...REFUSALS,
    '403': problem('`dataSource` is not the one of the token’s organization.'),
    '503': problem('Too many queries are under way.', { 'Retry-After': 'Seconds to wait.' }),
    '504': problem('The query ran too long and was cancelled.'),
  },
};

const insightQuery = {
  operationId: 'getInsightQuery',
  summary: 'Get the complete query of a saved insight for a relative interval; it is not run.',
  security: [{ token: [] }],
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
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
  },
};

/** The description of the service at `GET /openapi.json`. A slash at a path's end makes no difference. */
export const openApi = {
  openapi: '3.1.0',
  info: {
    title: 'Analytics query service',
    version: '4',
    description: 'Two operations on time-series event data. Every path is also served with a slash at its end.',
  },
  paths: {
    '/api/v4/query/tql': { post: runQuery },
    '/api/v3/insights/{id}/query': { post: insightQuery },
    '/health': {
      get: {
        operationId: 'health',
        summary: 'Whether the service is up.',
        responses: {
          '200': json('It is.', {
            type: 'object',
            required: ['status'],
            properties: { status: { type: 'string', const: 'ok' } },
          }),
        },
      },
    },
    '/openapi.json': {
      get: {
        operationId: 'describe',
        summary: 'This description.',
        responses: { '200': json('An OpenAPI document.', { type: 'object' }) },
      },
    },
  },
  components: { schemas, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
} as const;
