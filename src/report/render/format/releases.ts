// Writes the numbers of releases in words: `-12% to +35%` for an interval, how long to wait, what the same
// users did. Pure.
import type { ReportedRelease } from '../../results/results.ts';
import { plural } from '../../../text/plural.ts';
import { numberFormat } from './numbers.ts';

/** A range of relative changes (0.1 is +10 %); `high` is null or infinite if nothing bounds it. */
export interface ChangeRange {
  readonly low: number;
  readonly high: number | null;
  /** What it is compared with. */
  readonly limit?: number | null;
}

/**
 * `-12% to +35%`: rounded outwards to tenths of a percent, from 100% on to whole ones, or to as many digits
 * as keep both ends on their sides of the limit.
 */
export function rangeText({ low, high, limit = null }: ChangeRange, locale: string): string {
  const write = (bound: number, round: (value: number) => number): string => {
    // First to six places: 0.1 / 0.3 * 3 must not be rounded up for the last bits of a division.
    const roundTo = (digits: number) =>
      round(Number((bound * 10 ** (digits + 2)).toFixed(6))) / 10 ** (digits + 2) + 0;
    const staysOnItsSide = (digits: number) =>
      limit === null || Math.sign(roundTo(digits) - limit) === Math.sign(bound - limit);
    const fewest = Math.abs(bound) < 1 ? 1 : 0;
    const digits = DIGITS.find((each) => each >= fewest && staysOnItsSide(each)) ?? MOST_DIGITS;
    const options = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: digits } as const;
    return new Intl.NumberFormat(locale, options).format(roundTo(digits)).replace('-', '−');
  };
  return `${write(low, Math.floor)} ${high === null || high === Infinity ? 'or more' : `to ${write(high, Math.ceil)}`}`;
}

const MOST_DIGITS = 9;

const DIGITS = Array.from({ length: MOST_DIGITS + 1 }, (_digit, count) => count);

/**
 * How long to wait for a decision, in words. `days` is Infinity if 60 days are not enough, null if unknown.
 */
export function waitText(days: number | null): string {
  if (days === null) return 'too early to say how long';
  return days === Infinity
    ? 'more than 60 days at this pace'
    : `about ${days} more ${plural('day', days)} at this pace`;
}

/** The sentence about a release, and those about the same users before and after. */
export function releaseText(release: ReportedRelease, locale: string): string {
  return [release.sentence, ...sameUsersTexts(release, locale)].join(' ');
}

/** For each event, how often the same users had it before a release; and how many users came back. */
export function sameUsersTexts(
  { new: version, against, events }: ReportedRelease,
  locale: string,
): readonly string[] {
  const { number, percent } = numberFormat(locale);
  const rateOf = ({ rate, users }: ReportedRelease['events'][number]['new']) =>
    rate === null ? 'no user-days' : `${percent(rate)} of ${number(users)} user-days`;
  const before = events.flatMap(({ event, sameUsers }) => {
    if (sameUsers === undefined) return [];
    const { days, moved, stayed } = sameUsers;
    return [
      `The same users: in the ${days} days before, those who moved to ${version ?? ''} had “${event}” on ${rateOf(moved)}, and those who stayed on ${rateOf(stayed)}.`,
    ];
  });
  const back = events[0]?.back;
  const returned =
    back === undefined
      ? []
      : [
          `Back on the next day, of users who were there before: after ${rateOf(back.new)} with ${version ?? ''}, and ${rateOf(back.old)} with ${against}.`,
        ];
  return [...before, ...returned];
}
