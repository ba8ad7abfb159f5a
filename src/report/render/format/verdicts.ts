// Writes the numbers of gates and releases: `2.003%` for a value next to a limit of 2%, `< 10` for a hidden
// count, `-12% to +35%` for an interval. `verdict/` and the outputs call it.
import type { ReportedRelease, Verdict } from '../../results/results.ts';
import { withUnit } from './values.ts';
import { makeVisible } from '../../../text/visible.ts';
import { isFew } from '../../../text/few.ts';
import { plural } from '../../../text/plural.ts';
import { formatDay } from './dates.ts';
import { numberFormat } from './numbers.ts';

/** More digits would show the rounding of doubles. */
const MAX_DIGITS = 12;

/**
 * The value of a gate with as many digits as distinguish it from its limit: `2.003%` next to a limit of 2%. A
 * share of nearly all never reads `100%`, and one of nearly none never `0%`.
 */
export function formatVerdictValue(
  value: number,
  limit: number | null,
  unit: Verdict['unit'],
  locale: string,
): string {
  const apart = [...(limit === null ? [] : [limit]), ...(unit === 'percent' ? [0, 1] : [])];
  for (let digits = 2; digits < MAX_DIGITS; digits += 2) {
    const text = formatDigits(value, unit, locale, digits);
    const isClear = (other: number): boolean =>
      value === other || text !== formatDigits(other, unit, locale, digits);
    if (apart.every(isClear)) return text;
  }
  return formatDigits(value, unit, locale, MAX_DIGITS);
}

/** A limit with all digits that its author wrote: `2.25%`. */
export function formatLimit(limit: number, unit: Verdict['unit'], locale: string): string {
  return formatDigits(limit, unit, locale, MAX_DIGITS);
}

/** A count in a message; `< 10` if it is below the smallest that is shown. */
export function formatCount(count: number, locale: string, fewerThan = 0): string {
  const isHidden = isFew(count, fewerThan);
  return `${isHidden ? '< ' : ''}${numberFormat(locale).number(isHidden ? fewerThan : count)}`;
}

function formatDigits(value: number, unit: Verdict['unit'], locale: string, digits: number): string {
  const isSmall = Math.abs(unit === 'number' ? value : value * 100) < 1;
  const options: Intl.NumberFormatOptions = {
    style: unit === 'number' ? 'decimal' : 'percent',
    ...(unit === 'change' ? { signDisplay: 'exceptZero' } : {}),
    ...(isSmall ? { maximumSignificantDigits: digits } : { maximumFractionDigits: digits }),
  };
  // Adding 0 turns -0 into 0.
  const text = new Intl.NumberFormat(locale, options).format(value + 0);
  // In some languages Intl puts marks of direction around numbers, which would show as ⟨U+200E⟩.
  return text.replace('-', '−').replace(/\p{Bidi_Control}/gu, '');
}

/** What a sample counts, after its number: ` users`, ` user`, ` Sessions`; empty if that is not known. */
export function countedWord(sample: Verdict['sample']): string {
  if (sample === null) return '';
  if (sample.unit === 'user-days') return sample.of === 1 ? ' user-day' : ' user-days';
  if (sample.unit !== 'other') return withUnit('', sample.of ?? sample.count, sample.unit, null);
  return sample.output === undefined ? '' : ` ${makeVisible(sample.output)}`;
}

/** When a snooze ends, or ended; null without one. */
export function describeSnooze(
  { snoozedUntil, snoozeEnded }: Pick<Verdict, 'snoozedUntil' | 'snoozeEnded'>,
  locale: string,
): string | null {
  const dayOf = (until: string): string => formatDay(Date.parse(until), locale, 'UTC');
  if (snoozedUntil !== null) return `snoozed until ${dayOf(snoozedUntil)}`;
  return snoozeEnded === null ? null : `the snooze ended on ${dayOf(snoozeEnded)}`;
}

/** A range of relative changes (0.1 is +10 %); `high` is null or infinite if nothing bounds it. */
export interface ChangeRange {
  readonly low: number;
  readonly high: number | null;
  /** What it is compared with. */
  readonly limit?: number | null;
}

const MOST_DIGITS = 9;
const DIGITS = Array.from({ length: MOST_DIGITS + 1 }, (_digit, count) => count);

/**
 * `-12% to +35%`: rounded outwards to tenths of a percent, from 100% on to whole ones, or to as many digits
 * as keep both ends on their sides of the limit.
 */
export function rangeText({ low, high, limit = null }: ChangeRange, locale: string): string {
  const write = (bound: number, round: (value: number) => number): string => {
    // First to six places: 0.1 / 0.3 * 3 must not be rounded up for the last bits of a division.
    const roundTo = (digits: number): number =>
      round(Number((bound * 10 ** (digits + 2)).toFixed(6))) / 10 ** (digits + 2) + 0;
    const staysOnItsSide = (digits: number): boolean =>
      limit === null || Math.sign(roundTo(digits) - limit) === Math.sign(bound - limit);
    const fewest = Math.abs(bound) < 1 ? 1 : 0;
    const digits = DIGITS.find((each) => each >= fewest && staysOnItsSide(each)) ?? MOST_DIGITS;
    const options = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: digits } as const;
    return new Intl.NumberFormat(locale, options).format(roundTo(digits)).replace('-', '−');
  };
  return `${write(low, Math.floor)} ${high === null || high === Infinity ? 'or more' : `to ${write(high, Math.ceil)}`}`;
}

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
  const rateOf = ({ rate, users }: ReportedRelease['events'][number]['new']): string =>
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
