// Finds the output `minimum-version`: the highest version that an app can require and keep enough of its
// users. `versions.ts` calls this for each family of versions, such as those that begin with "iOS".
import {
  type Candidate,
  candidateOf,
  fitting,
  type VersionFamily,
} from '../../tables/versions/candidates.ts';
import { compareVersions } from '../../tables/versions/versions.ts';

/** A version that could be required, and how many users that would lose; null if it is not known. */
interface CountedVersion {
  readonly version: string;
  readonly lost: number | null;
}

/** The highest version that keeps enough users. */
export type HighestVersion =
  | ({ readonly kind: 'version' } & CountedVersion)
  /** Even the lowest version loses too many. */
  | { readonly kind: 'none' }
  /** The versions between the counted ones could not be counted. */
  | { readonly kind: 'unknown' };

/**
 * The highest of all versions of a family, not only of those that were counted first. If iOS 16 keeps enough
 * users and iOS 17 does not, the versions between them are counted too, until none is left between the
 * highest that keeps enough and the next one. `countedFirst` may hold versions of other families, too.
 */
export async function findHighest(
  family: VersionFamily,
  countedFirst: readonly CountedVersion[],
  isKept: (lost: number) => boolean,
  count: (candidates: readonly Candidate[]) => Promise<readonly CountedVersion[]>,
): Promise<HighestVersion> {
  const isOfFamily = ({ version }: CountedVersion) =>
    family.candidates.some((candidate) => candidate.version === version);
  let counted = countedFirst.filter(isOfFamily);
  for (;;) {
    const highestKept = counted.findLast(({ lost }) => lost !== null && isKept(lost));
    const isAboveKept = (version: string) =>
      highestKept === undefined || compareVersions(version, highestKept.version) > 0;
    // A higher version loses more users, so the next one, which loses too many, is the upper bound.
    const next = counted.find(({ version }) => isAboveKept(version));
    const isBelowNext = (version: string) => next === undefined || compareVersions(version, next.version) < 0;
    const between = family.versions.filter((version) => isAboveKept(version) && isBelowNext(version));
    if (between.length === 0)
      return highestKept === undefined ? { kind: 'none' } : { kind: 'version', ...highestKept };
    const candidates = fitting(spread(between).map((version) => candidateOf(family.values, version)));
    const newlyCounted = candidates.length === 0 ? [] : await count(candidates);
    if (newlyCounted.length === 0 || newlyCounted.some(({ lost }) => lost === null))
      return { kind: 'unknown' };
    counted = [...counted, ...newlyCounted].toSorted((one, other) =>
      compareVersions(one.version, other.version),
    );
  }
}

/** How many versions one query counts. */
const AT_ONCE = 30;

/** At most `AT_ONCE` of the versions, at even distances: each round narrows the search thirtyfold. */
function spread(versions: readonly string[]): readonly string[] {
  if (versions.length <= AT_ONCE) return versions;
  return Array.from(
    { length: AT_ONCE },
    (_, index) => versions[Math.floor(((index + 0.5) * versions.length) / AT_ONCE)] ?? '',
  );
}
