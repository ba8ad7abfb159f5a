import { describeGet, describeJson, describeProblem, REFUSALS } from './describe.ts';

const UUID_SCHEMA = { type: 'string', format: 'uuid' };

/** The answers of listings that ask for the apps of events. */
const APPS_NOT_FOUND = {
  '503': describeProblem('Too many queries are running or waiting, or the cluster cannot be reached.', {
    'Retry-After': 'Seconds to wait.',
  }),
  '504': describeProblem('Finding the apps took too long.'),
};

/** Describes a path that lists what a token reads. */
const describeListing = (operationId: string, summary: string, schema: object, byId = true, asks = true) => {
  const { get, ...others } = describeGet(
    operationId,
    summary,
    describeJson('What the token reads.', schema),
    {
      '401': REFUSALS['401'],
      '402': REFUSALS['402'],
      ...(byId && { '404': describeProblem('The token’s organization has none with this id.') }),
      ...(asks && APPS_NOT_FOUND),
    },
  );
  const parameters = [{ name: 'id', in: 'path', required: true, schema: UUID_SCHEMA }];
  return { ...(byId && { parameters }), get: { ...get, security: [{ token: [] }] }, ...others };
};

const listOf = (name: string) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } });
const entry = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The paths that list what a token reads. */
export const LISTING_PATHS = {
  '/api/v3/organizations': describeListing(
    'listOrganizations',
    'The organization of the token, with its apps.',
    listOf('Organization'),
    false,
  ),
  '/api/v3/organizations/{id}': describeListing(
    'getOrganization',
    'The same, by its id.',
    entry('Organization'),
  ),
  '/api/v3/apps': describeListing('listApps', 'The apps that sent events.', listOf('App'), false),
  '/api/v3/apps/{id}': describeListing('getApp', 'One of them.', entry('App')),
  '/api/v3/groups/{id}': describeListing('getGroup', 'The group of all saved insights.', entry('Group')),
  '/api/v3/insights/{id}': describeListing('getInsight', 'A saved insight.', entry('Insight'), true, false),
};

/** What these answer. */
export const LISTING_SCHEMAS = {
  Organization: {
    type: 'object',
    required: ['id', 'name', 'namespace', 'apps'],
    properties: {
      id: UUID_SCHEMA,
      name: { type: 'string' },
      namespace: { type: 'string' },
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
      id: UUID_SCHEMA,
      appID: UUID_SCHEMA,
      title: { type: 'string' },
      order: { type: 'number' },
      insights: { type: 'array', items: { $ref: '#/components/schemas/Insight' } },
    },
  },
  Insight: {
    type: 'object',
    required: ['id', 'groupID', 'title', 'type', 'displayMode', 'query'],
    properties: {
      id: UUID_SCHEMA,
      groupID: UUID_SCHEMA,
      order: { type: 'number' },
      title: { type: 'string' },
      type: { type: 'string' },
      displayMode: { type: 'string' },
      query: { type: 'object', description: 'As it is saved: without a data source and an interval.' },
    },
  },
};
