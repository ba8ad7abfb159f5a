// Recognizes events that ended although their source goes on, as if they were renamed, on all devices or with
// a new version. `read.ts` treats the days since as days without data.
import { WEEK } from '../../compare/gaps.ts';
import { median } from '../../compare/median.ts';
import { compareVersions, isPreRelease, isVersion } from '../../tables/versions.ts';
import { type SourceDay, sumOf, type VersionEvents } from './ask.ts';

/** If fewer events were due on the days without any, that may be chance. */
const FEWEST_DUE = 10;
/** The weeks before that show how many events are due. */
const WEEKS = 4;

/**
 * The index of the first of the days at the end on which no event is one of those that are counted, although
 * some were due; null if there are none.
 */
export function findSilence(days: readonly SourceDay[], countOf: (day: SourceDay) => number): number | null {
  const first = days.findLastIndex((day) => countOf(day) > 0) + 1;
  const before = days.slice(Math.max(0, first - WEEKS * WEEK), first);
  return countDue(before, days.slice(first), countOf) < FEWEST_DUE ? null : first;
}

/**
 * How many events were due on the silent days, by their part of the source's events before: in most weeks,
 * and on the same weekdays. Some are sent only during a campaign, or only on working days.
 */
function countDue(
  before: readonly SourceDay[],
  silent: readonly SourceDay[],
  countOf: (day: SourceDay) => number,
): number {
  const partOf = (days: readonly SourceDay[]): number =>
    sumOf(days, countOf) / (sumOf(days, ({ count }) => count) || Infinity);
  const daysBack = (place: number): number => before.length - place;
  const weeks = Map.groupBy(before, (_, place) => Math.ceil(daysBack(place) / WEEK));
  const byWeeks = median([...weeks.values()].map(partOf)) * sumOf(silent, ({ count }) => count);
  const byWeekdays = sumOf(
    silent,
    ({ count }, index) => count * partOf(before.filter((_, place) => (daysBack(place) + index) % WEEK === 0)),
  );
  return Math.min(byWeeks, byWeekdays);
}

/**
 * The lowest version since which no version sends the events of the part at `place`, although lower versions
 * do, and some were due; null if there is none. `versions` are those of one app on one platform.
 */
export function findSilentVersion(versions: readonly VersionEvents[], place: number): string | null {
  const released = versions
    .filter(({ version }) => isVersion(version) && !isPreRelease(version ?? ''))
    .sort((one, other) => compareVersions(one.version, other.version));
  const countOf = ({ parts }: VersionEvents): number => parts[place] ?? 0;
  const last = released.findLast((each) => countOf(each) > 0)?.version;
  const silent = released.filter(({ version }) => last !== undefined && compareVersions(version, last) > 0);
  const others = released.filter((each) => !silent.includes(each));
  const eventsOf = (some: typeof released): number => sumOf(some, ({ count }) => count);
  const due = (sumOf(others, countOf) * eventsOf(silent)) / (eventsOf(others) || Infinity);
  return due < FEWEST_DUE ? null : (silent[0]?.version ?? null);
}
