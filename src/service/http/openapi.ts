import { COMPONENTS } from '../../tql/interval.ts';
import {
  describeGet,
  describeJson,
  describeOptions,
  describeProblem,
  headersOf,
  REFUSALS,
} from './describe.ts';
import { LISTING_PATHS, LISTING_SCHEMAS } from './listing-openapi.ts';
import { resultSchemas } from './result-schemas.ts';

const runQuery = {
  operationId: 'runQuery',
  summary: 'Run a query; its raw result is the answer.',
  security: [{ token: [] }],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Query' } } },
  },
  responses: {
    '200': describeJson('The raw result; its shape depends on the query type.', {
      $ref: '#/components/schemas/Result',
    }),
    ...REFUSALS,
    '403': describeProblem('`dataSource` is not that of the token’s organization.'),
    '503': describeProblem(
      'Too many queries are running or waiting, of this organization or of all; others use the memory that this query or its answer needs; or the cluster that holds the events cannot be reached.',
      { 'Retry-After': 'Seconds to wait.' },
    ),
    '504': describeProblem('The query ran too long and was cancelled.'),
  },
};

const explainQuery = {
  ...runQuery,
  operationId: 'explainQuery',
  summary: 'Say how a query would be run, without running it. This service has it beyond the interface.',
  parameters: [
    {
      name: 'measure',
      in: 'query',
      description: 'Runs the query, too, and says how many rows of events were read.',
      schema: { type: 'boolean', default: false },
    },
  ],
  responses: {
    ...runQuery.responses,
    '200': describeJson('What the query is compiled to, the statement of the engine, and its plan.', {
      type: 'object',
      required: ['compiled', 'language', 'statement', 'parameters', 'plan', 'rowsRead'],
      properties: {
        compiled: { $ref: '#/components/schemas/Query' },
        language: { type: 'string', description: 'What the statement is written in: `SQL`, for example.' },
        statement: { type: 'string' },
        parameters: { type: 'array', items: { type: 'string' } },
        plan: { type: 'string' },
        rowsRead: {
          type: ['integer', 'null'],
          description: 'Null if the query was not measured, or the engine does not say.',
        },
      },
    }),
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
    '200': {
      ...describeJson('The query: without dataSource, its relativeIntervals the one interval given.', {
        $ref: '#/components/schemas/Query',
      }),
      headers: {
        'Insight-Name': {
          description: 'The insight’s name, percent-encoded.',
          required: true,
          schema: { type: 'string' },
        },
      },
    },
    ...REFUSALS,
    '404': describeProblem('The token’s organization has no such insight.'),
  },
};

const schemas = {
  Query: {
    type: 'object',
    description: 'A query in the query language. Unknown keys are ignored.',
    required: ['queryType'],
    properties: {
      queryType: { type: 'string' },
      dataSource: { description: 'The organization’s namespace, which is also the default.' },
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

/** The description of the service at `GET /openapi.json`, without ingest. */
export const openApi = {
  openapi: '3.1.0',
  info: {
    title: 'Analytics query service',
    version: '4',
    description:
      'Two operations on time-series event data. Every path is also served with a slash at its end. `GET /` is a page for people, with its files. Any other path is answered with 404, and a request that is not valid HTTP with 400, each with a Problem. The 405 that is described at an operation is the answer to the methods that its path does not support.',
  },
  paths: {
    '/api/v4/query/tql': { post: runQuery, options: describeOptions() },
    '/api/v4/query/tql/explain': { post: explainQuery, options: describeOptions() },
    '/api/v3/insights/{id}/query': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      post: insightQuery,
      options: describeOptions(),
    },
    ...LISTING_PATHS,
    '/health': describeGet(
      'health',
      'Whether the service is up.',
      describeJson(
        'The service is up. On a cluster `degraded` says that not all events are taken, or counted yet.',
        {
          type: 'object',
          required: ['status'],
          properties: {
            status: { type: 'string', enum: ['ok', 'degraded'] },
            problems: { type: 'array', items: { type: 'string' } },
          },
          additionalProperties: false,
        },
      ),
      {
        '503': {
          ...describeJson('Queries cannot be answered, or no event can be taken.', {
            type: 'object',
            required: ['status', 'problems'],
            properties: {
              status: {
                type: 'string',
                enum: ['full', 'read-only', 'reopening', 'cluster-away', 'state-away', 'starting', 'ending'],
              },
              problems: { type: 'array', items: { type: 'string' } },
            },
            additionalProperties: false,
          }),
          ...headersOf({ 'Retry-After': 'Seconds to wait.' }),
        },
      },
    ),
    '/metrics': describeGet('metrics', 'What the service counts, for Prometheus.', {
      description: 'Counters and gauges. No label names an organization.',
      content: { 'text/plain; version=0.0.4; charset=utf-8': { schema: { type: 'string' } } },
    }),
    '/openapi.json': describeGet(
      'describe',
      'This description.',
      describeJson('An OpenAPI document.', { type: 'object', required: ['openapi', 'info', 'paths'] }),
    ),
  },
  components: {
    schemas: { ...schemas, ...LISTING_SCHEMAS, ...resultSchemas },
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  },
} as const;
