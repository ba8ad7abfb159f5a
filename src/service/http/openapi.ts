import { COMPONENTS } from '../../tql/interval.ts';
import { resultSchemas } from './result-schemas.ts';

/** Describes an answer that is a problem, and the headers that it always has. */
export const describeProblem = (description: string, headers: Headers = {}) => ({
  description,
  ...headersOf(headers),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** The answer of every path to a method that it does not support. */
export const OTHER_METHOD = {
  '405': describeProblem('The path does not support this method.', { Allow: 'The methods that it supports.' }),
};

/** How every path with a JSON body can refuse it. */
export const REFUSED_BODIES = {
  '413': describeProblem('The body is longer than 1 MiB. The connection is closed.'),
  '415': describeProblem('The content type is not application/json, or the body is compressed.'),
};

/** What every path can answer whatever the request. */
export const MALFORMED_REQUESTS = {
  '408': describeProblem('The request did not arrive in time. The connection is closed.'),
  '431': describeProblem('The headers are longer than 16 KiB together. The connection is closed.'),
  '500': describeProblem('The service failed.'),
};

/** What both operations can answer besides 200. */
const REFUSALS = {
  '400': describeProblem(
    'The body is not JSON or not valid, or the query has too many parts (more than 500 aggregations, 1,000 filters or 20,000 values, say): `detail` says why, `path` where. Or the answer would be too long, or needs more memory than there is.',
  ),
  '401': describeProblem('There is no token, or it is unknown, expired or revoked.', { 'WWW-Authenticate': 'Bearer' }),
  '402': describeProblem("The token's organization is on the free plan."),
  ...OTHER_METHOD,
  ...REFUSED_BODIES,
  ...MALFORMED_REQUESTS,
};

/** Describes an answer in JSON. */
export const describeJson = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
});

const runQuery = {
  operationId: 'runQuery',
  summary: 'Run a query; its raw result is the answer.',
  security: [{ token: [] }],
  requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Query' } } } },
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
          description: 'Null if the query was not measured, or the engine does not tell.',
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

/** Describes a path that supports GET, and HEAD, which has no body. */
const describeGet = (operationId: string, summary: string, answer: DescribedAnswer, others: DescribedAnswers = {}) => ({
  get: { operationId, summary, responses: { '200': answer, ...others, ...OTHER_METHOD, ...MALFORMED_REQUESTS } },
  head: {
    summary: `${summary} Only headers.`,
    responses: {
      '200': { description: 'No body.' },
      ...Object.fromEntries(Object.entries(others).map(([status, { content: _, ...same }]) => [status, same])),
      ...MALFORMED_REQUESTS,
    },
  },
  options: describeOptions(),
});

/** The answers of listings that ask for the apps of events. */
const APPS_NOT_FOUND = {
  '503': describeProblem('Too many queries are running or waiting, or the cluster cannot be reached.', {
    'Retry-After': 'Seconds to wait.',
  }),
  '504': describeProblem('Finding the apps took too long.'),
};

/** Describes a path that lists what a token reads. */
const describeListing = (operationId: string, summary: string, schema: object, byId = true, asks = true) => {
  const { get, ...others } = describeGet(operationId, summary, describeJson('What the token reads.', schema), {
    '401': REFUSALS['401'],
    '402': REFUSALS['402'],
    ...(byId && { '404': describeProblem('The token’s organization has none with this id.') }),
    ...(asks && APPS_NOT_FOUND),
  });
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }];
  return { ...(byId && { parameters }), get: { ...get, security: [{ token: [] }] }, ...others };
};

const listOf = (name: string) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } });
const entry = (name: string) => ({ $ref: `#/components/schemas/${name}` });

interface DescribedAnswer {
  readonly description: string;
  readonly headers?: object;
  readonly content: object;
}
type DescribedAnswers = Readonly<Record<string, DescribedAnswer>>;

const UUID_SCHEMA = { type: 'string', format: 'uuid' };

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
  Organization: {
    type: 'object',
    required: ['id', 'name', 'namespace', 'apps'],
    properties: {
      ...{ id: UUID_SCHEMA, name: { type: 'string' }, namespace: { type: 'string' } },
      apps: { type: 'array', items: { $ref: '#/components/schemas/App' } },
    },
  },
  App: {
    type: 'object',
    required: ['id', 'name', 'organizationID', 'insightGroups'],
    properties: {
      id: UUID_SCHEMA,
      name: { type: 'string', description: 'The `appID` of its events.' },
      organizationID: UUID_SCHEMA,
      insightGroups: { type: 'array', description: 'One in the first app, none in the others.' },
    },
  },
  Group: {
    type: 'object',
    required: ['id', 'appID', 'title', 'order', 'insights'],
    properties: {
      ...{ id: UUID_SCHEMA, appID: UUID_SCHEMA, title: { type: 'string' }, order: { type: 'number' } },
      insights: { type: 'array', items: { $ref: '#/components/schemas/Insight' } },
    },
  },
  Insight: {
    type: 'object',
    required: ['id', 'groupID', 'title', 'type', 'displayMode', 'query'],
    properties: {
      ...{ id: UUID_SCHEMA, groupID: UUID_SCHEMA, order: { type: 'number' }, title: { type: 'string' } },
      ...{ type: { type: 'string' }, displayMode: { type: 'string' } },
      query: { type: 'object', description: 'As it is saved: without a data source and an interval.' },
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

/** Describes a path's answer to OPTIONS, and its headers. */
export const describeOptions = (headers: Headers = {}) => ({
  summary: 'The methods that this path supports.',
  responses: {
    '204': { description: 'Only headers.', ...headersOf({ Allow: 'The methods.', ...headers }) },
    ...MALFORMED_REQUESTS,
  },
});

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
    '/api/v3/organizations': describeListing(
      'listOrganizations',
      'The organization of the token, with its apps.',
      listOf('Organization'),
      false,
    ),
    '/api/v3/organizations/{id}': describeListing('getOrganization', 'The same, by its id.', entry('Organization')),
    '/api/v3/apps': describeListing('listApps', 'The apps that sent events.', listOf('App'), false),
    '/api/v3/apps/{id}': describeListing('getApp', 'One of them.', entry('App')),
    '/api/v3/groups/{id}': describeListing('getGroup', 'The group of all saved insights.', entry('Group')),
    '/api/v3/insights/{id}': describeListing('getInsight', 'A saved insight.', entry('Insight'), true, false),
    '/health': describeGet(
      'health',
      'Whether the service is up.',
      describeJson('The service is up. On a cluster `degraded` says that not all events are taken, or counted yet.', {
        type: 'object',
        required: ['status'],
        properties: {
          status: { type: 'string', enum: ['ok', 'degraded'] },
          problems: { type: 'array', items: { type: 'string' } },
        },
        additionalProperties: false,
      }),
      {
        '503': {
          ...describeJson('Queries cannot be answered, or no event can be taken.', {
            type: 'object',
            required: ['status', 'problems'],
            properties: {
              status: { type: 'string', enum: ['full', 'read-only', 'cluster-away'] },
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
    schemas: { ...schemas, ...resultSchemas },
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  },
} as const;

type Headers = Readonly<Record<string, string>>;

function headersOf(headers: Headers) {
  const described = Object.entries(headers).map(
    ([name, says]) => [name, { description: says, required: true, schema: { type: 'string' } }] as const,
  );
  return described.length === 0 ? {} : { headers: Object.fromEntries(described) };
}
