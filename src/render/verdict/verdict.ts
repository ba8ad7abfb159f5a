import type { Judgement } from '../../gate/verdict/decide.ts';
import type { Verdict } from '../../results.ts';
import { isInsightId } from '../../text/insight-id.ts';
import { makeVisible, toOneLine } from '../../text/visible.ts';
import { describeForecast } from './forecast.ts';
import { countedWord, describeSnooze, formatCount, formatVerdictValue } from '../format/verdicts.ts';
import { describeReason } from './reasons.ts';

/**
 * The verdict of the results file: a judgement with its numbers, its reasons and all of it in one line as
 * text.
 */
export function writeVerdict(judgement: Judgement, locale: string): Verdict {
  const { request, title, insights, reasons, outcome, refusal, queries, forecast, ...rest } = judgement;
  const { value, limit, unit, sample, counts, snoozedUntil, snoozeEnded } = rest;
  const valueText = value === null ? null : formatVerdictValue(value, limit, unit, locale);
  const countsText = counts?.map((each) => formatCounted(each, locale)).join(', ') ?? null;
  const sampleText = sample === null ? countsText : formatSample(sample, value, unit, locale);
  const note = reasons.map((reason) => describeReason(reason, rest, locale)).join('; ') || null;
  const verdict = {
    insight: request.insight,
    insights,
    ...(request.title === null ? {} : { title: request.title }),
    assert: request.assert.written,
    value,
    limit,
    subject: rest.subject,
    needs: rest.needs,
    unit,
    sample,
    ...(counts === undefined ? {} : { counts }),
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
  };
  return {
    ...verdict,
    message: formatMessage(verdict, title),
    ...(refusal === undefined ? {} : { refusal }),
    ...(queries === undefined ? {} : { queries }),
    ...(forecast === null ? {} : { forecast: describeForecast(forecast, unit, locale) }),
  };
}

/**
 * A verdict in one line: `os: share("iOS 15") < 2%: passed, 1.87% (233 of 12,450 users)`. Its own title names
 * it, else its insight's name, for an id the insight's title.
 */
function formatMessage(verdict: Omit<Verdict, 'message'>, title: string | null): string {
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
  { insight, count, ...counted }: NonNullable<Verdict['counts']>[number],
  locale: string,
): string {
  return `${makeVisible(insight)}: ${formatCount(count, locale)}${countedWord({ count, of: null, ...counted })}`;
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
): string | null {
  if (of === null) return null;
  const total = formatCount(of, locale);
  if (count !== null && !(unit === 'number' && count === value))
    return `${formatCount(count, locale)} of ${total}`;
  if (unit === 'change') return total;
  return unit === 'number' && of === value ? null : `of ${total}`;
}
