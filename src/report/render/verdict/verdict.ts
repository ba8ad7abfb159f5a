import type { Judgement } from '../../gate/verdict/decide.ts';
import type { Verdict } from '../../results/results.ts';
import { whereKnown } from '../../../tql/json.ts';
import { isInsightId } from '../../../text/insight-id.ts';
import { makeVisible, toOneLine } from '../../../text/visible.ts';
import { countedWord, describeSnooze, formatCount, formatVerdictValue } from '../format/verdicts.ts';
import { describeReason } from './reasons.ts';
import type { Forecast } from '../../gate/verdict/forecast.ts';
import { MS_PER_DAY } from '../../../tql/interval.ts';
import { isFew } from '../../../text/few.ts';
import { plural } from '../../../text/plural.ts';

/**
 * The verdict of the results file: a judgement with its numbers, its reasons and all of it in one line as
 * text.
 */
export function writeVerdict(judgement: Judgement, locale: string, fewerThan = 0): Verdict {
  const { isCount = false, isLimitRead = false, ...judged } = judgement;
  const { request, title, insights, reasons, outcome, refusal, queries, forecast, ...rest } = judged;
  const { value, limit, unit, sample, counts, snoozedUntil, snoozeEnded } = rest;
  const isHidden = isCount && isFew(value, fewerThan);
  const valueText =
    value === null
      ? null
      : isHidden
        ? formatCount(value, locale, fewerThan)
        : formatVerdictValue(value, limit, unit, locale);
  const countsText = counts?.map((each) => formatCounted(each, locale, fewerThan)).join(', ') ?? null;
  const sampleText = sample === null ? countsText : formatSample(sample, value, unit, locale, fewerThan);
  const note =
    reasons.map((reason) => describeReason(reason, { ...rest, isCount }, locale, fewerThan)).join('; ') ||
    null;
  const verdict = {
    insight: request.insight,
    insights,
    assert: request.assert.written,
    value: isHidden ? null : value,
    limit: isCount && isLimitRead ? shownCount(limit, fewerThan) : limit,
    subject: rest.subject,
    needs: rest.needs,
    unit,
    sample: sample && hideSample(sample, fewerThan),
    valueText,
    sampleText,
    note,
    interval: rest.interval,
    timezone: rest.timezone,
    warn: request.warn?.written ?? null,
    reason: request.reason,
    snoozedUntil,
    snoozeEnded,
    outcome,
    ...whereKnown({
      title: request.title,
      counts: counts?.map((each) => ({ ...each, count: shownCount(each.count, fewerThan) })),
      refusal,
      // They name the values of small groups.
      queries: fewerThan > 1 ? undefined : queries,
      forecast: isHidden || forecast === null ? null : describeForecast(forecast, unit, locale),
    }),
  };
  return { ...verdict, message: formatMessage(verdict, title) };
}

/**
 * A verdict in one line: `os: share("iOS 15") < 2%: passed, 1.87% (233 of 12,450 users)`. Its own title names
 * it, else its insight's name, for an id the insight's title.
 */
export function formatMessage(verdict: Omit<Verdict, 'message'>, title: string | null): string {
  const { insight, assert, outcome, note, valueText, sampleText, unit } = verdict;
  const counted = countedWord(verdict.sample);
  const sample = sampleText === null ? (unit === 'number' ? counted : '') : ` (${sampleText}${counted})`;
  const parts = [valueText === null ? null : `${valueText}${sample}`, note, describeSnooze(verdict)];
  const present = parts.filter((part) => part !== null);
  const own = insight !== null && isInsightId(insight) ? (title ?? insight) : insight;
  const name = verdict.title === undefined ? own : makeVisible(verdict.title);
  const start = `${name === null ? '' : `${name}: `}${toOneLine(assert)}: ${outcome}`;
  return present.length === 0 ? start : `${start}, ${present.join('; ')}`;
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
 * `233 of 12,450`, `of 12,450` if the value is the count itself, or `12,450` beside a change; null if that
 * would repeat the value.
 */
function formatSample(
  { count, of }: NonNullable<Verdict['sample']>,
  value: number | null,
  unit: Verdict['unit'],
  locale: string,
  fewerThan: number,
): string | null {
  if (of === null) return null;
  const total = formatCount(of, locale, fewerThan);
  if (count !== null && !(unit === 'number' && count === value))
    return `${formatCount(count, locale, fewerThan)} of ${total}`;
  if (unit === 'change') return total;
  return unit === 'number' && of === value ? null : `of ${total}`;
}

/** A count that may be shown; null if it is below `fewerThan`. */
function shownCount(count: number | null, fewerThan: number): number | null {
  return isFew(count, fewerThan) ? null : count;
}

function hideSample(
  sample: NonNullable<Verdict['sample']>,
  fewerThan: number,
): NonNullable<Verdict['sample']> {
  return {
    ...sample,
    count: shownCount(sample.count, fewerThan),
    of: shownCount(sample.of, fewerThan),
  };
}

/** A forecast in a sentence, which says that it is an estimate, what it is based on, and its uncertainty. */
export function describeForecast(forecast: Forecast, verdictUnit: Verdict['unit'], locale: string): string {
  if (forecast.kind === 'too-few-values') return 'Too few values for a trend.';
  const line = `straight line over ${forecast.points} periods`;
  if (forecast.kind === 'no-trend') return `No clear trend (${line}).`;
  const { slope, limit } = forecast;
  const perMonth = formatMove(Math.abs(slope) * 30 * MS_PER_DAY, verdictUnit, locale);
  const limitText = formatVerdictValue(limit, null, verdictUnit, locale);
  const moves = `It ${slope > 0 ? 'rises' : 'falls'} by about ${perMonth} in 30 days`;
  switch (forecast.kind) {
    case 'moving-away':
      return `${moves}, away from ${limitText} (an estimate: ${line}).`;
    case 'far-ahead':
      return `${moves}, and reaches ${limitText} in years, if ever (an estimate: ${line}).`;
    case 'crossing': {
      const days = Math.max(1, Math.round(forecast.errorMs / MS_PER_DAY));
      const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
        forecast.atMs,
      );
      const error = `± ${days} ${plural('day', days)} at 95% confidence`;
      return `${moves}, and crosses ${limitText} around ${date}, ${error} (an estimate: ${line}).`;
    }
  }
}

/**
 * How far a value moves. A share moves by points, from 4% by 3.4 points to 0.6%, and a change by percentage
 * points.
 */
function formatMove(distance: number, unit: Verdict['unit'], locale: string): string {
  if (unit === 'number') return formatVerdictValue(distance, null, unit, locale);
  return `${formatVerdictValue(distance * 100, null, 'number', locale)} ${unit === 'change' ? 'percentage points' : 'points'}`;
}
