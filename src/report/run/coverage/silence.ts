// Recognizes events that ended although their source goes on, as if they were renamed, on all devices or with
// a new version. `read.ts` treats the days since as days without data.
import { WEEK } from '../../compare/gaps.ts';
import { median } from '../../compare/median.ts';
import { compareVersions, isPreRelease, isVersion } from '../../tables/versions/versions.ts';
import { type SourceDay, sumOf, type VersionEvents } from './ask.ts';

/** If fewer events were due on the days without any, that may be chance. */
const FEWEST_DUE = 10;
/** The weeks before that show how many events are due. */
const WEEKS = 4;

/** The days at the end on which no event is one of those that are counted; null if there are none. */
export function findSilence(days: readonly SourceDay[], countOf: CountOf): Stretch | null {
  const first = days.findLastIndex((day) => countOf(day) > 0) + 1;
  return first < days.length ? { first, last: days.length - 1 } : null;
}

type CountOf = (day: SourceDay) => number;

/** Some days, by the indexes of the first and the last one. */
interface Stretch {
  readonly first: number;
  readonly last: number;
}

/**
 * Whether counted events were due on some days, by their part of the source's events in the four weeks
 * before: in most weeks, and on the same weekdays. Some are sent only during a campaign, or only on working
 * days.
 */
export function areDue(days: readonly SourceDay[], { first, last }: Stretch, countOf: CountOf): boolean {
  const before = days.slice(Math.max(0, first - WEEKS * WEEK), first);
  const silent = days.slice(first, last + 1);
  const partOf = (some: readonly SourceDay[]) =>
    sumOf(some, countOf) / (sumOf(some, ({ count }) => count) || Infinity);
  const daysBack = (place: number) => before.length - place;
  const weeks = Map.groupBy(before, (_, place) => Math.ceil(daysBack(place) / WEEK));
  const byWeeks = median([...weeks.values()].map(partOf)) * sumOf(silent, ({ count }) => count);
  const byWeekdays = sumOf(
    silent,
    ({ count }, index) => count * partOf(before.filter((_, place) => (daysBack(place) + index) % WEEK === 0)),
  );
  return Math.min(byWeeks, byWeekdays) >= FEWEST_DUE;
}

/**
 * The lowest version since which no version sends the events of the part at `place`, although lower versions
 * do, and some were due; null if there is none. `versions` are those of one app on one platform.
 */
export function findSilentVersion(versions: readonly VersionEvents[], place: number): string | null {
  const released = versions
    .filter(({ version }) => isVersion(version) && !isPreRelease(version ?? ''))
    .sort((one, other) => compareVersions(one.version, other.version));
  const countOf = ({ parts }: VersionEvents) => parts[place] ?? 0;
  const last = released.findLast((each) => countOf(each) > 0)?.version;
  const silent = released.filter(({ version }) => last !== undefined && compareVersions(version, last) > 0);
  const others = released.filter((each) => !silent.includes(each));
  const eventsOf = (some: typeof released) => sumOf(some, ({ count }) => count);
  const due = (sumOf(others, countOf) * eventsOf(silent)) / (eventsOf(others) || Infinity);
  return due < FEWEST_DUE ? null : (silent[0]?.version ?? null);
}
