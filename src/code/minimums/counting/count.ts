// Counts the users whom a raised minimum would lose: those who had only versions below it in the period. Two
// queries: one lists the versions (with device models) that users have, one counts sets of users by them.
import type { Query } from '../../../tql/query.ts';
import type { QueryFilter } from '../../../tql/query-parts.ts';
import { access, hasValue, isIn, not, or, setOf, sizeOf, usersWith } from '../../../tql/write.ts';
import type { RaiseResult } from '../../../report/results/results.ts';
import { compareNumbers, type Platform } from '../reading/platforms.ts';
import { type Reach, reachOf } from './apple-last-os.ts';
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

/** Counts what requiring the version `to` of a platform costs: two queries. */
export async function countCost(
  ask: Ask,
  scope: Scope,
  { version, platforms, model, released }: Columns,
  platform: Platform,
  to: string,
): Promise<Cost> {
  if (version === null) return unknownCost('no event has the version of its system');
  // 1. Which versions, on which devices, do events of the platform have?
  const names = NAMES[platform];
  // Null: no column names the platform, so the version must ("iOS 17.4").
  const platformFilter: QueryFilter | null =
    platforms.length === 0 ? null : or(...platforms.map((column) => isIn(column, names)));
  // There is no table of the last versions of Android's devices.
  const modelColumn = platform === 'Android' ? null : model;
  const rows = await valuesOf(
    ask,
    { ...scope, filter: allOf(scope.filter, released, platformFilter) },
    modelColumn === null ? [version] : [version, modelColumn],
  );
  const versions = rows.flatMap(([text = null, device = null]): readonly SentVersion[] => {
    const { name, number } = splitVersion(text ?? '');
    const isOfPlatform = name === '' ? platformFilter !== null : names.includes(name);
    return text === null || number === null || !isOfPlatform ? [] : [{ text, number, device }];
  });
  if (platformFilter === null && versions.length === 0) return unknownCost(`no event is of ${platform}`);
  if (areMajor(versions) && !/^\d+(?:\.0)*$/.test(to))
    return unknownCost(`events name the major version alone, not ${to}`);
  // 2. How many users have only versions below `to`, and how many of them cannot update?
  const isOnPlatform = platformFilter ?? hasVersion(version, versions);
  const lower = versions.filter(({ number }) => compareNumbers(number, to) < 0);
  const sets = {
    users: isOnPlatform,
    ...setsByVersion(version, lower),
    ...setsByDevice(version, modelColumn, lower, to),
  };
  const query = { ...scope, ...setsQuery(sets), filter: allOf(scope.filter, released, isOnPlatform) };
  return costOf(await numbersOf(ask, query), platform, modelColumn !== null);
}

/** A version as events have it: `{text: "iOS 17.4", number: "17.4"}`, and the model of the device with it. */
interface SentVersion {
  readonly text: string;
  readonly number: string;
  readonly device: string | null;
}

/** "iOS 17.4" is the name of a platform and a number; "17.4" is a number alone. */
function splitVersion(text: string): { readonly name: string; readonly number: string | null } {
  const [, name = '', number = null] = /^\s*(\D*?)\s*(\d+(?:\.\d+)*)/.exec(text) ?? [];
  return { name, number };
}

/** Whether there are versions, and each is a major number alone: `17`, not `17.4`. */
function areMajor(versions: readonly SentVersion[]): boolean {
  return versions.length > 0 && versions.every(({ number }) => !number.includes('.'));
}

/** The users who have a version, and those who have one that is high enough. */
function setsByVersion(version: string, lower: readonly SentVersion[]) {
  const isLower = hasVersion(version, lower);
  return {
    versioned: hasValue(version),
    higher: isLower && allOf(hasValue(version), not(isLower)),
  };
}

/** The users whose device is known, and those with a lower version by whether their device can be updated. */
function setsByDevice(
  version: string,
  model: string | null,
  lower: readonly SentVersion[],
  to: string,
): Partial<Readonly<Record<Reach | 'modelled', QueryFilter | null>>> {
  if (model === null) return {};
  const devices = Map.groupBy(new Set(lower.flatMap(({ device }) => device ?? [])), (device) =>
    reachOf(device, to),
  );
  const isLower = hasVersion(version, lower);
  const isDevice = (reach: Reach) => isOneOf(model, devices.get(reach) ?? []);
  return {
    modelled: hasValue(model),
    updatable: isDevice('updatable'),
    ended: allIfAny(isLower, isDevice('ended')),
    unknown: allIfAny(isLower, isDevice('unknown')),
  };
}

function hasVersion(column: string, versions: readonly SentVersion[]): QueryFilter | null {
  return isOneOf(
    column,
    versions.map(({ text }) => text),
  );
}

/** Passed by events with one of some values; null if there are none. */
function isOneOf(column: string, values: readonly string[]): QueryFilter | null {
  return values.length === 0 ? null : isIn(column, values);
}

/** Passed by events that pass two filters; null if one of these is missing. */
function allIfAny(one: QueryFilter | null, other: QueryFilter | null): QueryFilter | null {
  return one && other && allOf(one, other);
}

/**
 * Each is its first set without the users of the other sets: `lost` are users with a version (`versioned`)
 * who never had a high enough one (`higher`).
 */
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
      const operands = [first, ...others.filter((other) => filters.has(other))];
      return sizeOf(name, setOf('NOT', ...operands.map(access)));
    }),
  };
}

function costOf(read: (name: string) => number, platform: Platform, hasModels: boolean): Cost {
  const [users, versioned, lost] = [read('users'), read('versioned'), read('lost')];
  const withoutVersion = users - versioned;
  if (users === 0)
    return {
      ...unknownCost(`no ${platform} user sent an event`),
      users,
      lost: 0,
      cannotUpdate: 0,
      withoutVersion,
    };
  if (versioned === 0)
    return { ...unknownCost(`no event of ${platform} has a version`), users, withoutVersion };
  const isEachDeviceKnown = hasModels && read('unclear') + read('unmodelled') === 0;
  const cannotUpdate = lost === 0 || isEachDeviceKnown ? read('cannotUpdate') : null;
  return { users, lost, share: lost / users, cannotUpdate, withoutVersion, why: null };
}
