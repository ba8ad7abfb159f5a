// Writes the numbers of a verdict, as far as they may be shown: `1.87% (233 of 12,450 users)`, `838 users on
// Fri, Nov 27`. Pure.
import type { Judgement } from '../../gate/verdict/judgement.ts';
import type { Verdict } from '../../results/results.ts';
import { whereKnown } from '../../../tql/json.ts';
import { isFew } from '../../../text/few.ts';
import { makeVisible } from '../../../text/visible.ts';
import { formatBucket, labelUnit } from '../format/buckets.ts';
import { countedWord, formatCount, formatVerdictValue } from '../format/verdicts.ts';
import { describeForecast } from './forecast.ts';
import type { GateSurroundings } from './gate-words.ts';
import { limitOf, lossLimitOf } from './limit-words.ts';

/** Writes a count, or `< 10` if it is too small to be shown. */
type WriteCount = (count: number) => string;

/** A judgement's numbers, as far as they may be shown, and how they are written. */
export function writeNumbers(judgement: Judgement, surroundings: GateSurroundings) {
  const { locale, fewerThan = 0 } = surroundings;
  const { request, value, limit, unit, sample, counts, forecast, isCount, isLimitRead } = judgement;
  const write: WriteCount = (count) => formatCount(count, locale, fewerThan);
  const shown = (count: number | null) => (isFew(count, fewerThan) ? null : count);
  const shownLimit = isCount && isLimitRead ? shown(limit) : limit;
  const isHidden = isCount && isFew(value, fewerThan);
  const writeShown = isHidden ? write : (known: number) => writeValue(judgement, known, locale);
  const valueText = value === null ? null : writeShown(value);
  const sampleText =
    counts === undefined
      ? writeSample(judgement, write)
      : counts.map((each) => writeCounted(each, write)).join(', ');
  return {
    value: isHidden ? null : value,
    limit: shownLimit,
    sample: sample && hideSample(sample, shown),
    limitText: limitOf(request, { ...judgement, limit: shownLimit }, surroundings),
    valueText,
    nowText: valueText === null ? null : joinNow(judgement, valueText, sampleText, write, locale),
    sampleText,
    ...whereKnown({
      counts: counts?.map((each) => ({ ...each, count: shown(each.count) })),
      forecast: isHidden || forecast === null ? null : describeForecast(forecast, unit, locale),
      lossText: valueText === null ? null : lossOf(judgement, valueText, write, surroundings),
    }),
  };
}

function writeValue({ limit, unit, read }: Judgement, value: number, locale: string): string {
  const text = formatVerdictValue(value, limit, unit, locale);
  return read === 'rank' ? `rank ${text}` : text;
}

/**
 * What a share or a change was counted from: `233 of 12,450 users`; null if it is not known, or if a count is
 * its own sample.
 */
function writeSample({ sample, unit, value }: Judgement, write: WriteCount): string | null {
  if (sample === null) return null;
  const { count, of, people } = sample;
  const word = countedWord(sample);
  if (unit === 'number' && (count === value || of === value)) return null;
  if (count === null || of === null) {
    const size = unit === 'change' ? (count ?? of) : null;
    return size === null ? null : `${write(size)}${word}`;
  }
  const text = `${write(count)} of ${write(of)}${word}`;
  return people === undefined ? text : `${text} (${write(people.had)} of ${write(people.users)} users)`;
}

/** `crashes: 12 events`. */
function writeCounted(
  { insight, count, ...counted }: NonNullable<Judgement['counts']>[number],
  write: WriteCount,
): string {
  return `${makeVisible(insight)}: ${write(count ?? 0)}${countedWord({ count, of: null, ...counted })}`;
}

function hideSample(
  { people, ...sample }: NonNullable<Verdict['sample']>,
  shown: (count: number | null) => number | null,
): NonNullable<Verdict['sample']> {
  const arePeopleShown = people !== undefined && shown(people.had) !== null;
  return {
    ...sample,
    count: shown(sample.count),
    of: shown(sample.of),
    ...(arePeopleShown && { people }),
  };
}

/**
 * The value with what it counts, by what the gate reads:
 * - a release's change: `+23%, 48 of 1,704 user-days (41 of 900 users)`
 * - a share, a change or a quotient: `1.87% (233 of 12,450 users)`
 * - a rank: `rank 3`; the number of rows: `12 rows`
 * - the first or last bucket: `838 users on Fri, Nov 27`
 * - any other number: `838 of 12,450 users`
 */
function joinNow(
  judgement: Judgement,
  valueText: string,
  sampleText: string | null,
  write: WriteCount,
  locale: string,
): string {
  const { unit, sample, counts, bucket, read, value } = judgement;
  if (sample?.people !== undefined && sampleText !== null) return `${valueText}, ${sampleText}`;
  const at = bucket === null ? '' : ` ${bucketText(bucket, locale)}`;
  const isComputed = unit !== 'number' || counts !== undefined;
  if (isComputed) return `${valueText}${sampleText === null ? '' : ` (${sampleText})`}${at}`;
  if (read === 'rank') return valueText;
  if (read === 'count') return `${valueText} ${value === 1 ? 'row' : 'rows'}`;
  if (read === 'first' || read === 'last') return `${valueText}${countedWord(sample)}${at}`;
  return joinCount(judgement, valueText, write);
}

/** A count with its unit: `838 users`; `838 of 12,450 users` if it is fewer than its sample. */
function joinCount({ sample, value }: Judgement, valueText: string, write: WriteCount): string {
  if (sample === null) return valueText;
  const { count, of } = sample;
  const word = countedWord(sample);
  if (of === value) return `${valueText}${word}`;
  if (count !== value) return valueText;
  return of === null ? `${valueText}${word}` : `${valueText} of ${write(of)}${word}`;
}

function bucketText(
  { startMs, granularity, timezone }: NonNullable<Judgement['bucket']>,
  locale: string,
): string {
  const unit = labelUnit(granularity);
  const label = formatBucket(startMs, { unit, withYear: false, locale, timeZone: timezone });
  return `${BEFORE_BUCKET.get(unit) ?? 'in'} ${label}`;
}

/** The word before a bucket's date: `on Fri, Nov 27`; `in` before any other. */
const BEFORE_BUCKET: ReadonlyMap<string | null, string> = new Map([
  ['minute', 'at'],
  ['hour', 'at'],
  ['day', 'on'],
  ['week', 'in the week of'],
  [null, 'from'],
]);

/** `2.19% of users (55 of 2,514) would lose the app; the limit is 2%`, for a title that asks about that. */
function lossOf(
  { request, sample }: Judgement,
  valueText: string,
  write: WriteCount,
  surroundings: GateSurroundings,
): string | null {
  const limit = request.title?.endsWith('?') === true ? lossLimitOf(request, surroundings) : null;
  if (limit === null) return null;
  const { count = null, of = null } = sample ?? {};
  const counted = count === null || of === null ? '' : ` (${write(count)} of ${write(of)})`;
  return `${valueText} of users${counted} would lose the app; the limit is ${limit}`;
}
