import type { JsonObject } from '../../../src/tql/json.ts';

/** Who has an account with the hosted service, and what they keep there. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly apps: readonly App[];
}

export interface App {
  readonly id: string;
  readonly name: string;
  readonly groups: readonly Group[];
}

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly insights: readonly SavedInsight[];
}

/** A saved insight. Its query is as the service keeps it: without a data source. */
export interface SavedInsight {
  readonly id: string;
  readonly title: string;
  readonly query: JsonObject;
}

/**
 * An organization as it is listed, from a real dump (grade B). Any key may be absent; `maxSignals` is (grade
 * C).
 */
export function listedOrganization({ id, name, namespace, apps }: Organization) {
  return {
    id,
    name,
    namespace,
    billingModel: 'unpaid',
    basePermissions: 'write',
    isInRestrictedMode: false,
    isSuperOrg: false,
    usagePercentage: 0,
    countryCode: 'NL',
    createdAt: '2026-01-07T13:27:22Z',
    settings: { useNamespace: true, ingestMode: 'namespace', namespaceConversionStatus: 'done' },
    apps: apps.map((app) => listedApp(app, id)),
  };
}

/** An app as it is listed (grades A, B). Groups are in no order: `order` is a double. */
export function listedApp({ id, name, groups }: App, organizationID: string) {
  return {
    id,
    name,
    organizationID,
    settings: { displayMode: 'app' },
    insightGroups: groups.map((group, i) => ({
      id: group.id,
      appID: id,
      title: group.title,
      order: i + 0.5,
      insightIDs: group.insights.map((insight) => insight.id),
    })),
  };
}

/**
 * A group with its insights (grade A), among them one of a type that no client knows (grade C: that stopped
 * one client).
 */
export function listedGroup({ id, title, insights }: Group, appID: string) {
  const unknown = { id: null, groupID: id, title: ['?'], type: 'hologram', query: 'none' };
  return {
    id,
    title,
    order: 1,
    appID,
    insights: [unknown, ...insights.map((each) => listedInsight(each, id))],
  };
}

/** An insight (grade C; grade A for its form in the app's second API). `query` may be absent. */
export function listedInsight({ id, title, query }: SavedInsight, groupID: string) {
  const displayed = { type: 'customQuery', displayMode: 'barChart', isExpanded: false, uniqueUser: false };
  return {
    id,
    groupID,
    order: 0.5,
    title,
    ...displayed,
    lastRunAt: '2026-11-20T08:00:00.123Z',
    lastRunTime: 0.5,
    query,
  };
}
