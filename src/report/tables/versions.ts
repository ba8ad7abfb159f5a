// Compares versions as people write them, `iOS 17.4` with `iOS 18`, and chooses those that an app could
// require.
import { comparatorOf } from '../../tql/ordering.ts';
import type { Query } from '../../tql/query.ts';
import { MAX_FILTER_CHARACTERS } from './row-filter.ts';
import { type DimensionValue, setDimension } from './set-queries.ts';

/**
 * Whether a query's rows are versions by the name of their dimension: its last word is `version`, as in
 * `systemVersion`.
 */
export function hasVersionDimension(query: Query): boolean {
  const dimension = setDimension(query);
  return 'column' in dimension && /(?:^|[^A-Za-z])version$|Version$/.test(dimension.column);
}

/**
 * Compares values with a version in the query language's `version` ordering; null if they do not begin with
 * the same word.
 */
export function versionComparison(version: string): (value: string | null) => number | null {
  const compare = comparatorOf('version');
  const limit = splitVersion(version);
  return (value) => {
    const splitValue = value === null ? null : splitVersion(value);
    if (splitValue === null || limit === null || splitValue.word !== limit.word) return null;
    return compare(splitValue.number, limit.number);
  };
}

/**
 * The word that a version begins with, whatever its case, and the rest from the first digit on; null without
 * a digit.
 */
function splitVersion(version: string): { readonly word: string; readonly number: string } | null {
  const at = version.search(/[0-9]/);
  return at < 0
    ? null
    : { word: version.slice(0, at).trim().toLowerCase(), number: version.slice(at).trim() };
}

/** Whether a value is a version: it holds a digit. */
export function isVersion(value: string | null): boolean {
  return value !== null && splitVersion(value) !== null;
}

/** Words that a version has only before it is released, with a number at most. */
const PRE_RELEASE =
  /(?:^|[^a-z])(?:a|alpha|b|beta|rc|pre|prerelease|preview|dev|devel|develop|development|debug|snapshot|nightly|canary|test|testing|testflight|internal|staging|qa|ci|eap|insider|unstable|local|dogfood)[.\-_ ]?[0-9]*(?![a-z0-9])/i;

/** Whether a version was not released yet: `4.2-dev`, `4.2.0-beta.1`, `4.2b3`, `4.2 (rc)`; `4.2+7` was. */
export function isPreRelease(version: string): boolean {
  // A commit's hash may begin like an alpha: `4.2+a1b2c3d`.
  return PRE_RELEASE.test(version.replace(/[+-][0-9a-f]{7,40}\b/i, ''));
}

/** A value of a dimension of versions; `weight` is how many users or events have it. */
export interface WeightedValue extends DimensionValue {
  readonly weight: number;
}

/** A version that could be required, and the values that are lower. */
export interface Candidate {
  readonly version: string;
  readonly lower: readonly DimensionValue[];
}

/** The candidates among the versions that begin with the same word, ascending. */
export interface VersionFamily {
  /** The word, as most of the data writes it; empty for versions of digits alone. */
  readonly word: string;
  readonly candidates: readonly Candidate[];
  /** How many more there are. */
  readonly more: number;
  /** All versions that may be named, ascending, none of them shortened. */
  readonly versions: readonly string[];
  readonly values: readonly DimensionValue[];
}

/** Compares two versions that begin with the same word. */
export function compareVersions(one: string, other: string): number {
  return comparatorOf('version')(numberOf(one), numberOf(other));
}

/** A version, with the values that are lower. */
export function candidateOf(values: readonly DimensionValue[], version: string): Candidate {
  const difference = versionComparison(version);
  return { version, lower: values.filter(({ shown }) => (difference(shown) ?? 0) < 0) };
}

/** The first of some candidates that one query can request, or a part of it. */
export function fitting(candidates: readonly Candidate[], parts = 1): readonly Candidate[] {
  let characters = 0;
  return candidates.filter(({ lower }) => {
    // With its quotes and a comma.
    const length = lower.reduce((sum, { raw }) => sum + (raw?.length ?? 0) + 3, 0);
    const isFitting = characters + length <= MAX_FILTER_CHARACTERS / parts;
    if (isFitting) characters += length;
    return isFitting;
  });
}

/** One query requests all candidates: each takes a sketch, and names the values that are lower. */
const MAX_CANDIDATES = 30;
const MAX_FAMILIES = 5;
/** More versions are shortened. */
const MANY_VERSIONS = 12;
const LEAST_VERSIONS = 3;

/**
 * The versions that could be required, of each word, the word with the most data first. Many versions are
 * shortened to `17` if there are at least three of those, else to `17.5`. If there are too many, those are
 * taken that would lose about as much as may be lost. A version that weighs less than `least` is not named.
 */
export function findCandidates(
  values: readonly WeightedValue[],
  keep: number,
  least: number,
): readonly VersionFamily[] {
  const byWord = Map.groupBy(values, ({ shown }) => splitVersion(shown ?? '')?.word);
  byWord.delete(undefined);
  const named = [...byWord.values()].filter((family) => family.some(({ weight }) => weight >= least));
  const families = named.toSorted((one, other) => weigh(other) - weigh(one)).slice(0, MAX_FAMILIES);
  return families.map((family) => toFamily(family, 1 - keep, least, families.length));
}

function toFamily(
  values: readonly WeightedValue[],
  limit: number,
  least: number,
  families: number,
): VersionFamily {
  const compare = comparatorOf('version');
  const sorted = values.toSorted((one, other) => compare(numberOf(one.shown), numberOf(other.shown)));
  const named = sorted.filter(({ weight }) => weight >= least);
  const versions = shorten(named);
  const total = weigh(values);
  let [index, weight] = [0, 0];
  const measured = versions.map((version) => {
    for (
      ;
      index < sorted.length && compare(numberOf(sorted[index]?.shown), numberOf(version)) < 0;
      index += 1
    )
      weight += sorted[index]?.weight ?? 0;
    return { version, distance: Math.abs(weight / (total || 1) - limit) };
  });
  const near = measured
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, MAX_CANDIDATES / families);
  const nearestCandidates = near.map(({ version }) => candidateOf(values, version));
  const candidates = fitting(nearestCandidates, families).toSorted(
    (one, other) => versions.indexOf(one.version) - versions.indexOf(other.version),
  );
  const heaviest = values.toSorted((one, other) => other.weight - one.weight)[0]?.shown ?? '';
  const word = heaviest.slice(0, heaviest.search(/[0-9]/)).trim();
  const whole = distinct(named.map(({ shown }) => shown?.trim() ?? ''));
  return { word, candidates, more: versions.length - candidates.length, versions: whole, values };
}

function numberOf(version: string | null | undefined): string {
  return splitVersion(version ?? '')?.number ?? '';
}

function weigh(values: readonly WeightedValue[]): number {
  return values.reduce((sum, { weight }) => sum + weight, 0);
}

/** The different versions of some values, which are in ascending order, shortened if there are many. */
function shorten(sorted: readonly DimensionValue[]): readonly string[] {
  const texts = sorted.map(({ shown }) => shown?.trim() ?? '');
  const whole = distinct(texts);
  if (whole.length <= MANY_VERSIONS) return whole;
  const shorter = [/^\D*\d+/, /^\D*\d+(?:\.\d+)?/].map((start) =>
    distinct(texts.map((version) => start.exec(version)?.[0] ?? version)),
  );
  return shorter.find(({ length }) => length >= LEAST_VERSIONS) ?? whole;
}

/** Without those that are equal to the one before, such as 17.0 after 17. */
function distinct(ascending: readonly string[]): readonly string[] {
  const compare = comparatorOf('version');
  return ascending.filter(
    (version, i) => i === 0 || compare(numberOf(ascending[i - 1]), numberOf(version)) !== 0,
  );
}
