// Writes the verdicts of the results file from what the gates judged, each with a sentence that every output
// shows: `Share of iOS 15: passed, 1.87% (233 of 12,450 users), limit: below 2%`.
import { toZoned } from '../../compare/local-time.ts';
import type { Judgement } from '../../gate/verdict/judgement.ts';
import type { Verdict } from '../../results/results.ts';
import { whereKnown } from '../../../tql/json.ts';
import { isFew } from '../../../text/few.ts';
import { makeVisible } from '../../../text/visible.ts';
import { formatBucket, labelUnit } from '../format/dates.ts';
import { countedWord, describeSnooze, formatCount, formatVerdictValue } from '../format/verdicts.ts';
import { endedText, SETTLED_AFTER_MS } from '../view/period.ts';
import { describeForecast } from './forecast.ts';
import { type GateSurroundings, nameGates } from './gate-words.ts';
import { limitOf, lossLimitOf, warningText } from './limit-words.ts';
import { describeReason } from './reasons.ts';

/**
 * The verdicts of the results file: judgements with their names, numbers, limits and reasons, and each in one
 * sentence of plain text. Every surface shows these words.
 */
export function writeVerdicts(
  judgements: readonly Judgement[],
  surroundings: GateSurroundings,
): readonly Verdict[] {
  const names = nameGates(
    judgements.map(({ request }) => request),
    surroundings,
  );
  return judgements.map((judgement, index) => writeVerdict(judgement, names[index] ?? '', surroundings));
}

function writeVerdict(judgement: Judgement, name: string, surroundings: GateSurroundings): Verdict {
  const { locale, fewerThan = 0, nowMs = Infinity } = surroundings;
  const { request, insights, reasons, outcome, refusal, interval, timezone } = judgement;
  const queries = judgement.queries?.length === 0 ? null : judgement.queries;
  const { subject, needs, unit } = judgement;
  const notes = reasons.map((reason) =>
    reason.kind === 'warning-false'
      ? warningText(request, surroundings)
      : describeReason(reason, judgement, locale, fewerThan),
  );
  const isMissed = outcome === 'failed' && needs?.startsWith('>') === true;
  const isOfCount = unit === 'change' || judgement.isCount;
  const late = interval !== null && isMissed && isOfCount ? endedText(interval, nowMs, SETTLED_AFTER_MS) : '';
  const verdict = {
    insight: request.insight,
    insights,
    name,
    assert: request.assert.source,
    subject,
    needs,
    unit,
    ...writeNumbers(judgement, surroundings),
    note: [...notes, late].filter(Boolean).join('; ') || null,
    interval,
    timezone,
    warn: request.warn?.source ?? null,
    reason: request.reason,
    ...snoozeOf(request.until, surroundings),
    outcome,
    // Queries name the values of small groups.
    ...whereKnown({ title: request.title, refusal, queries: fewerThan > 1 ? null : queries }),
  };
  return { ...verdict, message: writeMessage(verdict, locale) };
}

/** Whether a gate's `until` is ahead or over. */
function snoozeOf(
  until: string | null,
  { nowMs = Infinity, timezone = 'UTC' }: GateSurroundings,
): Pick<Verdict, 'snoozedUntil' | 'snoozeEnded'> {
  const isAhead = until !== null && toZoned(nowMs, timezone).toPlainDate().toString() < until;
  return { snoozedUntil: isAhead ? until : null, snoozeEnded: isAhead ? null : until };
}

/** A judgement's numbers, as far as they may be shown, and how they are written. */
function writeNumbers(judgement: Judgement, surroundings: GateSurroundings) {
  const { locale, fewerThan = 0 } = surroundings;
  const { request, value, limit, unit, sample, counts, forecast, isCount, isLimitRead } = judgement;
  const shownLimit = isCount && isLimitRead ? shownCount(limit, fewerThan) : limit;
  const isHidden = isCount && fewerThan > 0 && isFew(value, fewerThan);
  const shownText = isHidden ? formatCount(value ?? 0, locale, fewerThan) : null;
  const valueText = value === null ? null : (shownText ?? writeValue(judgement, value, locale));
  const sampleText =
    counts === undefined
      ? writeSample(judgement, locale, fewerThan)
      : counts.map((each) => formatCounted(each, locale, fewerThan)).join(', ');
  return {
    value: isHidden ? null : value,
    limit: shownLimit,
    sample: sample && hideSample(sample, fewerThan),
    limitText: limitOf(request, { ...judgement, limit: shownLimit }, surroundings),
    valueText,
    nowText: valueText === null ? null : joinNow(judgement, valueText, sampleText, surroundings),
    sampleText,
    ...whereKnown({
      counts: counts?.map((each) => ({ ...each, count: shownCount(each.count, fewerThan) })),
      forecast: isHidden || forecast === null ? null : describeForecast(forecast, unit, locale),
      lossText: valueText === null ? null : lossOf(judgement, valueText, surroundings),
    }),
  };
}

/** A verdict in one line: `Share of iOS 15: passed, 1.87% (233 of 12,450 users), limit: below 2%`. */
export function writeMessage(verdict: Omit<Verdict, 'message'>, locale: string): string {
  const { name, outcome, note, nowText, limitText } = verdict;
  const numbers = [outcome, nowText, limitText && `limit: ${limitText}`].filter(Boolean).join(', ');
  return [`${name}: ${numbers}`, note, describeSnooze(verdict, locale)].filter(Boolean).join('; ');
}

function writeValue({ limit, unit, read }: Judgement, value: number, locale: string): string {
  const text = formatVerdictValue(value, limit, unit, locale);
  return read === 'rank' ? `rank ${text}` : text;
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
  surroundings: GateSurroundings,
): string {
  const { unit, sample, counts, bucket, read, value } = judgement;
  if (sample?.people !== undefined && sampleText !== null) return `${valueText}, ${sampleText}`;
  const at = bucket === null ? '' : ` ${bucketText(bucket, surroundings.locale)}`;
  const isComputed = unit !== 'number' || counts !== undefined;
  if (isComputed) return `${valueText}${sampleText === null ? '' : ` (${sampleText})`}${at}`;
  if (read === 'rank') return valueText;
  if (read === 'count') return `${valueText} ${value === 1 ? 'row' : 'rows'}`;
  if (read === 'first' || read === 'last') return `${valueText}${countedWord(sample)}${at}`;
  return joinCount(judgement, valueText, surroundings);
}

/** A count with its unit: `838 users`; `838 of 12,450 users` if it is fewer than its sample. */
function joinCount(
  { sample, value }: Judgement,
  valueText: string,
  { locale, fewerThan = 0 }: GateSurroundings,
): string {
  if (sample === null) return valueText;
  const { count, of } = sample;
  const unit = countedWord(sample);
  if (of === value) return `${valueText}${unit}`;
  if (count !== value) return valueText;
  return of === null ? `${valueText}${unit}` : `${valueText} of ${formatCount(of, locale, fewerThan)}${unit}`;
}

/** `2.19% of users (55 of 2,514) would lose the app; the limit is 2%`, for a title that asks about that. */
function lossOf(
  { request, sample }: Judgement,
  valueText: string,
  surroundings: GateSurroundings,
): string | null {
  const { locale, fewerThan = 0 } = surroundings;
  const limit = request.title?.endsWith('?') === true ? lossLimitOf(request, surroundings) : null;
  if (limit === null) return null;
  const { count = null, of = null } = sample ?? {};
  const write = (each: number): string => formatCount(each, locale, fewerThan);
  const counted = count === null || of === null ? '' : ` (${write(count)} of ${write(of)})`;
  return `${valueText} of users${counted} would lose the app; the limit is ${limit}`;
}

/** The word before a bucket's date: `on Fri, Nov 27`; `in` before any other. */
const BEFORE_BUCKET: ReadonlyMap<string | null, string> = new Map([
  ['minute', 'at'],
  ['hour', 'at'],
  ['day', 'on'],
  ['week', 'in the week of'],
  [null, 'from'],
]);

function bucketText(
  { startMs, granularity, timezone }: NonNullable<Judgement['bucket']>,
  locale: string,
): string {
  const unit = labelUnit(granularity);
  const label = formatBucket(startMs, { unit, withYear: false, locale, timeZone: timezone });
  return `${BEFORE_BUCKET.get(unit) ?? 'in'} ${label}`;
}

/** `crashes: 12 events`. */
function formatCounted(
  { insight, count, ...counted }: NonNullable<Judgement['counts']>[number],
  locale: string,
  fewerThan: number,
): string {
  return `${makeVisible(insight)}: ${formatCount(count ?? 0, locale, fewerThan)}${countedWord({ count, of: null, ...counted })}`;
}

/**
 * What a share or a change was counted from: `233 of 12,450 users`; null if it is not known, or if a count is
 * its own sample.
 */
function writeSample({ sample, unit, value }: Judgement, locale: string, fewerThan: number): string | null {
  const write = (each: number): string => formatCount(each, locale, fewerThan);
  if (sample === null) return null;
  const { count, of, people } = sample;
  const counted = countedWord(sample);
  if (unit === 'number' && (count === value || of === value)) return null;
  if (count === null || of === null) {
    const knownCount = unit === 'change' ? (count ?? of) : null;
    return knownCount === null ? null : `${write(knownCount)}${counted}`;
  }
  const text = `${write(count)} of ${write(of)}${counted}`;
  return people === undefined ? text : `${text} (${write(people.had)} of ${write(people.users)} users)`;
}

/** A count that may be shown; null if it is below `fewerThan`. */
function shownCount(count: number | null, fewerThan: number): number | null {
  return isFew(count, fewerThan) ? null : count;
}

function hideSample(
  { people, ...sample }: NonNullable<Verdict['sample']>,
  fewerThan: number,
): NonNullable<Verdict['sample']> {
  return {
    ...sample,
    count: shownCount(sample.count, fewerThan),
    of: shownCount(sample.of, fewerThan),
    ...(people === undefined || isFew(people.had, fewerThan) ? {} : { people }),
  };
}
