// Finds the output `minimum-version`: the highest version that an app can require and keep enough of its
// users.
import type { LostUsers } from '../../tables/version-queries.ts';
import {
  type Candidate,
  candidateOf,
  compareVersions,
  fitting,
  type VersionFamily,
} from '../../tables/versions.ts';

/** A version that could be required, and how many users that would lose. */
export interface CountedVersion {
  readonly version: string;
  readonly lost: number | null;
}

/**
 * The highest version of a family that keeps enough users, of all its versions and not only of those that
 * were counted first: what lies between the highest that keeps enough and the next one counted is counted
 * too, until nothing does. Null if there is none; undefined if the versions between cannot be requested.
 */
export async function findHighest(
  family: VersionFamily,
  counted: readonly CountedVersion[],
  isKept: (lost: number) => boolean,
  count: (candidates: readonly Candidate[]) => Promise<Pick<LostUsers, 'lost'> | undefined>,
): Promise<CountedVersion | null | undefined> {
  let countedSoFar = counted;
  for (;;) {
    const highestKept = countedSoFar.findLast(({ lost }) => lost !== null && isKept(lost)) ?? null;
    // The more versions are lower, the more users are lost.
    const next = countedSoFar.find(
      ({ version }) => highestKept === null || compareVersions(version, highestKept.version) > 0,
    );
    const between = family.versions.filter(
      (version) =>
        (highestKept === null || compareVersions(version, highestKept.version) > 0) &&
        (next === undefined || compareVersions(version, next.version) < 0),
    );
    if (between.length === 0) return highestKept;
    const candidates = fitting(spread(between).map((version) => candidateOf(family.values, version)));
    const answer = candidates.length === 0 ? undefined : await count(candidates);
    if (answer === undefined || answer.lost.includes(null)) return undefined;
    const newlyCounted = candidates.map(({ version }, index) => ({
      version,
      lost: answer.lost[index] ?? null,
    }));
    countedSoFar = [...countedSoFar, ...newlyCounted].toSorted((one, other) =>
      compareVersions(one.version, other.version),
    );
  }
}

/** One query counts so many versions. */
const AT_ONCE = 30;

/** At most `AT_ONCE` of the versions, at even distances: each round narrows the search thirtyfold. */
function spread(versions: readonly string[]): readonly string[] {
  if (versions.length <= AT_ONCE) return versions;
  return Array.from(
    { length: AT_ONCE },
    (_, index) => versions[Math.floor(((index + 0.5) * versions.length) / AT_ONCE)] ?? '',
  );
}
