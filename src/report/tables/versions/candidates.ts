// Chooses the versions that an app could require, from those that its users have.
import type { DimensionValue } from '../dimension-values.ts';
import { MAX_FILTER_CHARACTERS } from '../row-filter.ts';
import { compareVersions, splitVersion, versionComparison } from './versions.ts';

/** A value of a dimension of versions. */
export interface WeightedValue extends DimensionValue {
  /** How many users or events have it. */
  readonly weight: number;
}

/** A version that could be required, and the values that are lower. */
export interface Candidate {
  readonly version: string;
  readonly lower: readonly DimensionValue[];
}

/** The versions that begin with the same word, such as those of iOS. */
export interface VersionFamily {
  /** The word, as most of the data writes it; empty for versions of digits alone. */
  readonly word: string;
  /** The versions that could be required, ascending. */
  readonly candidates: readonly Candidate[];
  /** How many more versions could be required. */
  readonly more: number;
  /** All versions that may be named, ascending, none of them shortened. */
  readonly versions: readonly string[];
  readonly values: readonly DimensionValue[];
}

/** A version as a candidate. */
export function candidateOf(values: readonly DimensionValue[], version: string): Candidate {
  const difference = versionComparison(version);
  return { version, lower: values.filter(({ shown }) => (difference(shown) ?? 0) < 0) };
}

/** Those of some candidates whose lower values together fit into a query, or into a family's part of it. */
export function fitting(candidates: readonly Candidate[], families = 1): readonly Candidate[] {
  let characters = 0;
  return candidates.filter(({ lower }) => {
    // With its quotes and a comma.
    const length = lower.reduce((sum, { raw }) => sum + (raw?.length ?? 0) + 3, 0);
    const isFitting = characters + length <= MAX_FILTER_CHARACTERS / families;
    if (isFitting) characters += length;
    return isFitting;
  });
}

/**
 * One query is for the candidates of all families: each takes a sketch, and names the values that are lower.
 */
const MAX_CANDIDATES = 30;
const MAX_FAMILIES = 5;
/** A table of more versions than this is hard to read, so they are shortened. */
const MANY_VERSIONS = 12;
/** With fewer versions than this, too little is left to choose from. */
const FEWEST_VERSIONS = 3;

/**
 * The versions that could be required, of each word, the word with the most data first. Many versions are
 * shortened to `17` if there are at least three of those, otherwise to `17.5`. If there are still too many,
 * those are taken that would lose about as many users as may be lost: `keep` is the share of users to keep,
 * such as 0.98. A version that fewer users (or events) than `least` have is not named.
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
  return families.map((family) => {
    const ascending = family.toSorted((one, other) => compareVersions(one.shown, other.shown));
    const heaviest = family.toSorted((one, other) => other.weight - one.weight)[0]?.shown ?? '';
    const namedValues = ascending.filter(({ weight }) => weight >= least);
    const versions = shorten(namedValues);
    const nearest = versionsNear(1 - keep, versions, ascending).slice(0, MAX_CANDIDATES / families.length);
    const candidates = fitting(
      nearest.map((version) => candidateOf(family, version)),
      families.length,
    ).toSorted((one, other) => versions.indexOf(one.version) - versions.indexOf(other.version));
    return {
      word: splitVersion(heaviest)?.word === '' ? '' : heaviest.slice(0, heaviest.search(/[0-9]/)).trim(),
      candidates,
      more: versions.length - candidates.length,
      versions: distinct(namedValues.map(textOf)),
      values: family,
    };
  });
}

/** Versions by how much requiring each would lose: first the one whose loss is nearest to a limit. */
function versionsNear(
  limit: number,
  versions: readonly string[],
  ascending: readonly WeightedValue[],
): readonly string[] {
  const total = weigh(ascending) || 1;
  let [place, lost] = [0, 0];
  const distances = versions.map((version) => {
    // Versions ascend as well, so that each value is added once.
    while (place < ascending.length && compareVersions(ascending[place]?.shown ?? null, version) < 0) {
      lost += ascending[place]?.weight ?? 0;
      place += 1;
    }
    return { version, distance: Math.abs(lost / total - limit) };
  });
  return distances.toSorted((one, other) => one.distance - other.distance).map(({ version }) => version);
}

function weigh(values: readonly WeightedValue[]): number {
  return values.reduce((sum, { weight }) => sum + weight, 0);
}

/** The different versions of some values, which are in ascending order, shortened if there are many. */
function shorten(sorted: readonly DimensionValue[]): readonly string[] {
  const texts = sorted.map(textOf);
  const versions = distinct(texts);
  if (versions.length <= MANY_VERSIONS) return versions;
  const shorter = [MAJOR, MAJOR_AND_MINOR].map((start) =>
    distinct(texts.map((version) => start.exec(version)?.[0] ?? version)),
  );
  return shorter.find(({ length }) => length >= FEWEST_VERSIONS) ?? versions;
}

/** `iOS 17` of `iOS 17.5.1`, and `iOS 17.5` of it. */
const MAJOR = /^\D*\d+/;
const MAJOR_AND_MINOR = /^\D*\d+(?:\.\d+)?/;

function textOf({ shown }: DimensionValue): string {
  return shown?.trim() ?? '';
}

/** Versions without those that are equal to the one before, such as 17.0 after 17. */
function distinct(ascending: readonly string[]): readonly string[] {
  return ascending.filter((version, i) => {
    const before = ascending[i - 1];
    return before === undefined || compareVersions(before, version) !== 0;
  });
}
