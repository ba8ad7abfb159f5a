import type { ReportedRelease } from '../../results.ts';
import { plural } from '../../text/plural.ts';
import { numberFormat } from './numbers.ts';

/** What to do about a release, and what became of the same users. */
export function releaseText(release: ReportedRelease, locale: string): string {
  return [release.sentence, ...sameUsersTexts(release, locale)].join(' ');
}

/** For each event, how many of the same users had it before a release and since. */
export function sameUsersTexts({ new: version, events }: ReportedRelease, locale: string): readonly string[] {
  const { number, percent } = numberFormat(locale);
  const counted = (had: number, users: number): string => `${number(had)} (${percent(had / users)})`;
  return events.flatMap(({ event, sameUsers }) => {
    if (sameUsers == null) return [];
    const { weeks, moved, stayed } = sameUsers;
    const earlier = weeks === 1 ? 'a week earlier' : `${weeks} ${plural('week', weeks)} earlier`;
    const others =
      stayed === null
        ? ''
        : `; of ${number(stayed.users)} who stayed, ${counted(stayed.before, stayed.users)} and ${counted(stayed.since, stayed.users)}`;
    return [
      `The same users: of ${number(moved.users)} who moved to ${version ?? ''}, ${counted(moved.before, moved.users)} had “${event}” ${earlier} and ${counted(moved.since, moved.users)} since${others}.`,
    ];
  });
}
