// Counts the users whom a raised minimum would lose: those who had only versions below it in the period. Two
// queries: one lists the versions (with device models) that users have, one counts sets of users by them.
import type { Query, QueryFilter } from '../../../tql/query.ts';
import { access, hasValue, isIn, not, or, setOf, sizeOf, usersWith } from '../../../tql/write.ts';
import type { RaiseResult } from '../../../report/results/results.ts';
import { compareNumbers, type Platform } from '../reading/platforms.ts';
import { reachOf } from './apple-last-os.ts';
import { allOf, type Ask, type Columns, numbersOf, type Scope, valuesOf } from './columns.ts';

/** What a minimum costs. What is not known is null, and `why` says why. */
export type Cost = Pick<RaiseResult, 'users' | 'lost' | 'share' | 'cannotUpdate' | 'withoutVersion' | 'why'>;

/** Nothing is known, for a reason. */
export function unknownCost(why: string | null): Cost {
  return { users: null, lost: null, share: null, cannotUpdate: null, withoutVersion: null, why };
}

/** How the SDKs name a platform, in a column of its own or before a version ("iOS 17.4"). */
const NAMES: Readonly<Record<Platform, readonly string[]>> = {
  iOS: ['iOS', 'iPadOS', 'iPhone OS', 'ios', 'ipados'],
  macOS: ['macOS', 'Mac OS', 'Mac OS X', 'macos'],
  tvOS: ['tvOS', 'tvos'],
  watchOS: ['watchOS', 'watchos'],
  visionOS: ['visionOS', 'visionos', 'xrOS'],
  Android: ['Android', 'android'],
};

/** Counts what requiring a version of a platform costs: two queries. */
export async function countCost(
  ask: Ask,
  scope: Scope,
  { version, platforms, model, released }: Columns,
  platform: Platform,
  to: string,
): Promise<Cost> {
  if (version === null) return unknownCost('no event has the version of its system');
  const names = NAMES[platform];
  // Null: no column names the platform, so the version must ("iOS 17.4").
  const platformFilter: QueryFilter | null =
    platforms.length === 0 ? null : or(...platforms.map((column) => isIn(column, names)));
  // There is no table of the last versions of Android's devices.
  const hasModels = model !== null && platform !== 'Android';
  const rows = await valuesOf(
    ask,
    { ...scope, filter: allOf(scope.filter, released, platformFilter) },
    hasModels ? [version, model] : [version],
  );
  const versions = rows.flatMap(([text = null, device = null]) => {
    // "iOS 17.4" is the name of a platform and a number; "17.4" is a number alone.
    const [, name = '', number] = /^\s*(\D*?)\s*(\d+(?:\.\d+)*)/.exec(text ?? '') ?? [];
    const isOfPlatform = name === '' ? platformFilter !== null : names.includes(name);
    return text === null || number === undefined || !isOfPlatform ? [] : [{ text, number, device }];
  });
  if (platformFilter === null && versions.length === 0) return unknownCost(`no event is of ${platform}`);
  const isCoarse = versions.length > 0 && versions.every(({ number }) => !number.includes('.'));
  if (isCoarse && !/^\d+(?:\.0)*$/.test(to))
    return unknownCost(`events name the major version alone, not ${to}`);
  const lower = versions.filter(({ number }) => compareNumbers(number, to) < 0);
  const devices = Map.groupBy(new Set(lower.flatMap(({ device }) => device ?? [])), (device) =>
    reachOf(device, to),
  );
  const isOnPlatform =
    platformFilter ??
    oneOf(
      version,
      versions.map(({ text }) => text),
    );
  const isLower = oneOf(
    version,
    lower.map(({ text }) => text),
  );
  const sets = {
    users: isOnPlatform,
    versioned: hasValue(version),
    higher: isLower && allOf(hasValue(version), not(isLower)),
    modelled: hasModels ? hasValue(model) : null,
    updatable: oneOf(model, devices.get('updatable')),
    ended: allIfAny(isLower, oneOf(model, devices.get('ended'))),
    unknown: allIfAny(isLower, oneOf(model, devices.get('unknown'))),
  };
  const query = { ...scope, ...setsQuery(sets), filter: allOf(scope.filter, released, isOnPlatform) };
  return costOf(await numbersOf(ask, query), platform, hasModels);
}

/** Passed by events with one of some values; null if there are none. */
function oneOf(column: string | null, values: readonly string[] = []): QueryFilter | null {
  return column === null || values.length === 0 ? null : isIn(column, values);
}

function allIfAny(one: QueryFilter | null, other: QueryFilter | null): QueryFilter | null {
  return one && other && allOf(one, other);
}

/** Each is a set without the others: `lost` are users with a version, but never with a high enough one. */
const DIFFERENCES = {
  lost: ['versioned', 'higher'],
  // Lost users all of whose devices end below the new minimum.
  cannotUpdate: ['ended', 'higher', 'updatable'],
  // Lost users who may be able to update, and those of whose devices nothing is known.
  unclear: ['unknown', 'higher', 'updatable'],
  unmodelled: ['versioned', 'higher', 'modelled'],
};

/**
 * One query for the users of each set and of each difference. The service computes differences of sketches:
 * subtracting two estimated counts could leave nothing but their error.
 */
function setsQuery(sets: Readonly<Record<string, QueryFilter | null>>): Query {
  const filters = new Map(Object.entries(sets).flatMap(([name, filter]) => (filter ? [[name, filter]] : [])));
  const differences = filters.has('higher') ? Object.entries(DIFFERENCES) : [];
  return {
    queryType: 'timeseries',
    granularity: 'all',
    aggregations: [...filters].map(([name, filter]) => usersWith(name, filter)),
    postAggregations: differences.flatMap(([name, [first = '', ...others]]) => {
      if (!filters.has(first)) return [];
      const sets = [first, ...others.filter((other) => filters.has(other))];
      return sizeOf(name, setOf('NOT', ...sets.map(access)));
    }),
  };
}

function costOf(read: (name: string) => number, platform: Platform, hasModels: boolean): Cost {
  const [users, versioned, lost] = [read('users'), read('versioned'), read('lost')];
  const withoutVersion = users - versioned;
  const nobody = { lost: 0, cannotUpdate: 0, why: `no ${platform} user sent an event` };
  if (versioned === 0)
    return {
      ...unknownCost(`no event of ${platform} has a version`),
      ...(users === 0 && nobody),
      users,
      withoutVersion,
    };
  const isKnown = lost === 0 || (hasModels && read('unclear') + read('unmodelled') === 0);
  const cannotUpdate = isKnown ? read('cannotUpdate') : null;
  return { users, lost, share: lost / users, cannotUpdate, withoutVersion, why: null };
}
