import type { Query, QueryAggregation, QueryFilter, QueryPostAggregation } from '../../../tql/query.ts';
import { compareNumbers, type Platform } from '../reading/platforms.ts';
import { reachOf } from './apple-last-os.ts';
import { allOf, type Ask, type Columns, PLATFORM_WORDS, type Scope, valuesOf } from './columns.ts';

/** What a minimum costs. What is not known is null, and `why` says why. */
export interface Cost {
  /** The platform's users. */
  readonly users: number | null;
  /** Those of them all of whose events are of lower versions. */
  readonly lost: number | null;
  readonly share: number | null;
  /** Those of the lost whose every device ends below. */
  readonly cannotUpdate: number | null;
  /** The platform's users without an event that has a version; they do not count as lost. */
  readonly withoutVersion: number | null;
  readonly why: string | null;
}

/** Nothing is known, for a reason. */
export function unknownCost(why: string): Cost {
  return { users: null, lost: null, share: null, cannotUpdate: null, withoutVersion: null, why };
}

/** Counts what requiring a version of a platform costs: two or three queries. */
export async function countCost(
  ask: Ask,
  scope: Scope,
  { version, platforms, model, released }: Columns,
  platform: Platform,
  to: string,
): Promise<Cost> {
  if (version === null) return unknownCost('no event has the version of its system');
  const real = { ...scope, filter: allOf([scope.filter ?? null, released]) };
  const all = await valuesOf(
    ask,
    { ...real, filter: allOf([real.filter, platformFilter(platform, platforms, [])]) },
    version,
  );
  const values = all.flatMap((text) => versionIn(text, platform, platforms.length > 0));
  const own = {
    ...real,
    filter: allOf([
      real.filter,
      platformFilter(
        platform,
        platforms,
        values.map(({ text }) => [version, text]),
      ),
    ]),
  };
  if (values.length === 0 && platforms.length === 0) return unknownCost(`no event is of ${platform}`);
  const isCoarse = values.length > 0 && !values.some(({ number }) => number.includes('.'));
  if (isCoarse && !/^\d+(?:\.0)*$/.test(to))
    return unknownCost(`events name the major version alone, not ${to}`);
  const lower = values.filter(({ number }) => compareNumbers(number, to) < 0).map(({ text }) => text);
  const devices =
    model === null || platform === 'Android'
      ? null
      : await reachOfDevices(ask, own, version, model, lower, to);
  const result = await ask(costQuery(own, version, lower, devices));
  const [bucket] = result.kind === 'timeseries' ? result.buckets : [];
  const read = (name: string): number => Math.round(Number(bucket?.values[name] ?? 0));
  return costOf(read, devices !== null, lower.length > 0, platform);
}

/** A value of the version column that is one of the platform, and the number in it. */
function versionIn(
  text: string,
  platform: Platform,
  hasPlatforms: boolean,
): readonly { readonly text: string; readonly number: string }[] {
  const [, word = '', number = ''] = /^\s*(\D*?)\s*(\d+(?:\.\d+)*)/.exec(text) ?? [];
  const isOwn = word === '' ? hasPlatforms : PLATFORM_WORDS[platform].includes(word);
  return number !== '' && isOwn ? [{ text, number }] : [];
}

/** Passed by the events of a platform: a column says so, or the word before the version. */
function platformFilter(
  platform: Platform,
  columns: readonly string[],
  versions: readonly (readonly [string, string])[],
): QueryFilter | null {
  const words = PLATFORM_WORDS[platform];
  const [column] = columns;
  if (column !== undefined)
    return {
      type: 'or',
      fields: columns.map((each) => ({ type: 'in', dimension: each, values: [...words] })),
    };
  const [first] = versions;
  return first === undefined
    ? null
    : { type: 'in', dimension: first[0], values: versions.map(([, text]) => text) };
}

/** The models of those on lower versions: which end below, and which can be updated. */
interface Devices {
  readonly column: string;
  readonly ended: readonly string[];
  readonly updatable: readonly string[];
}

async function reachOfDevices(
  ask: Ask,
  scope: Scope,
  version: string,
  column: string,
  lower: readonly string[],
  to: string,
): Promise<Devices> {
  if (lower.length === 0) return { column, ended: [], updatable: [] };
  const isLower: QueryFilter = { type: 'in', dimension: version, values: [...lower] };
  const models = await valuesOf(ask, { ...scope, filter: allOf([scope.filter ?? null, isLower]) }, column);
  const byReach = Map.groupBy(models, (each) => reachOf(each, to));
  return { column, ended: byReach.get('ended') ?? [], updatable: byReach.get('updatable') ?? [] };
}

const [EVERYBODY, VERSIONED, OUTSIDE] = ['_everybody', '_versioned', '_outside'];
const [ENDED, NOT_ENDED, UPDATABLE] = ['_ended', '_not_ended', '_updatable'];

function costQuery(scope: Scope, version: string, lower: readonly string[], devices: Devices | null): Query {
  const has = (column: string): QueryFilter => ({ type: 'not', field: { type: 'null', column } });
  const among = (column: string, values: readonly string[]): QueryFilter => ({
    type: 'in',
    dimension: column,
    values: [...values],
  });
  const others = (column: string, values: readonly string[]): QueryFilter =>
    values.length === 0 ? has(column) : allOf([has(column), { type: 'not', field: among(column, values) }]);
  const none: QueryFilter = allOf([has(version), { type: 'null', column: version }]);
  const some = (column: string, values: readonly string[]): QueryFilter =>
    values.length === 0 ? none : among(column, values);
  const byDevice =
    devices === null
      ? []
      : [
          users(ENDED, some(devices.column, devices.ended)),
          users(NOT_ENDED, others(devices.column, devices.ended)),
          users(UPDATABLE, some(devices.column, devices.updatable)),
        ];
  return {
    queryType: 'timeseries',
    granularity: 'all',
    ...scope,
    aggregations: [
      { type: 'thetaSketch', name: EVERYBODY, fieldName: 'clientUser' },
      users(VERSIONED, has(version)),
      users(OUTSIDE, others(version, lower)),
      ...byDevice,
    ],
    postAggregations: [
      estimate('lost', without(sketch(VERSIONED), [OUTSIDE])),
      ...(devices === null
        ? []
        : [
            estimate(
              'ended',
              without(setOf('INTERSECT', [sketch(VERSIONED), sketch(ENDED)]), [OUTSIDE, NOT_ENDED]),
            ),
            estimate('notUpdatable', without(sketch(VERSIONED), [OUTSIDE, UPDATABLE])),
          ]),
    ],
  };
}

function users(name: string, filter: QueryFilter): QueryAggregation {
  return {
    type: 'filtered',
    name,
    filter,
    aggregator: { type: 'thetaSketch', name, fieldName: 'clientUser' },
  };
}

function sketch(fieldName: string): QueryPostAggregation {
  return { type: 'fieldAccess', fieldName };
}

function setOf(func: 'NOT' | 'INTERSECT', fields: readonly QueryPostAggregation[]): QueryPostAggregation {
  return { type: 'thetaSketchSetOp', func, fields: [...fields] };
}

function without(one: QueryPostAggregation, names: readonly string[]): QueryPostAggregation {
  return setOf('NOT', [one, ...names.map(sketch)]);
}

function estimate(name: string, field: QueryPostAggregation): QueryPostAggregation {
  return { type: 'thetaSketchEstimate', name, field };
}

function costOf(
  read: (name: string) => number,
  hasDevices: boolean,
  hasLower: boolean,
  platform: Platform,
): Cost {
  const everybody = read(EVERYBODY);
  if (everybody === 0)
    return {
      ...unknownCost(`no ${platform} user sent an event`),
      users: 0,
      lost: 0,
      cannotUpdate: 0,
      withoutVersion: 0,
    };
  const versioned = read(VERSIONED);
  if (versioned === 0)
    return {
      ...unknownCost(`no event of ${platform} has a version`),
      users: everybody,
      withoutVersion: everybody,
    };
  const lost = hasLower ? read('lost') : 0;
  const [ended, notUpdatable] = hasLower ? [read('ended'), read('notUpdatable')] : [0, 0];
  const cannotUpdate = (hasDevices || lost === 0) && ended === notUpdatable ? ended : null;
  return {
    users: everybody,
    lost,
    share: lost / everybody,
    cannotUpdate,
    withoutVersion: everybody - versioned,
    why: null,
  };
}
