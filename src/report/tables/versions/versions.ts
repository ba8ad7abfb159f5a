// Compares versions as people write them: `iOS 17.4` with `iOS 18`.
import { comparatorOf } from '../../../tql/ordering.ts';
import type { Query } from '../../../tql/query.ts';
import { setDimension } from '../dimension-values.ts';

/**
 * Whether a query's rows are versions by the name of their dimension: its last word is `version`, as in
 * `systemVersion`.
 */
export function hasVersionDimension(query: Query): boolean {
  const dimension = setDimension(query);
  return 'column' in dimension && /(?:^|[^A-Za-z])version$|Version$/.test(dimension.column);
}

/**
 * Compares values with a version in the query language's `version` ordering: the result is below 0 for a
 * lower value. It is null for a value that begins with another word, as `macOS 14` does beside `iOS 17`.
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

/** A version's word and number: `iOS 17.4` → `ios` and `17.4`; `v4.1` has no word. Null without a digit. */
export function splitVersion(version: string): { readonly word: string; readonly number: string } | null {
  const at = version.search(/[0-9]/);
  if (at < 0) return null;
  const word = version.slice(0, at).trim().toLowerCase();
  return { word: word === 'v' || word === 'version' ? '' : word, number: version.slice(at).trim() };
}

/** Whether a value is a version: it holds a digit. */
export function isVersion(value: string | null): boolean {
  return value !== null && splitVersion(value) !== null;
}

/** Words that a version has only before it is released, such as `beta` or `rc2`. */
const PRE_RELEASE =
  /(?:^|[^a-z])(?:a|alpha|b|beta|rc|pre|prerelease|preview|dev|devel|develop|development|debug|snapshot|nightly|canary|test|testing|testflight|internal|staging|qa|ci|eap|insider|unstable|local|dogfood)[.\-_ ]?[0-9]*(?![a-z0-9])/i;

/** Whether a version was not released yet: `4.2-dev`, `4.2.0-beta.1`, `4.2b3`, `4.2 (rc)`; `4.2+7` was. */
export function isPreRelease(version: string): boolean {
  // A commit's hash may begin like an alpha: `4.2+a1b2c3d`.
  return PRE_RELEASE.test(version.replace(/[+-][0-9a-f]{7,40}\b/i, ''));
}

/** Compares two versions that begin with the same word. */
export function compareVersions(one: string | null, other: string | null): number {
  return comparatorOf('version')(numberOf(one), numberOf(other));
}

function numberOf(version: string | null): string {
  return splitVersion(version ?? '')?.number ?? '';
}
