// Judges the gate `max-lost`: whether a pull request's raised minimum loses more users than allowed. The
// Action and `insight-report minimums` call it. Its verdicts look like those of `thresholds`. Pure.
import { formatCount, formatLimit, formatVerdictValue } from '../format/verdicts.ts';
import { writeMessage } from '../verdict/verdict.ts';
import type { Minimums, RaiseResult, Verdict } from '../../results/results.ts';
import { plural } from '../../../text/plural.ts';
import { stepsOf } from './sentence.ts';
import { short } from './cost.ts';

/**
 * The gate of `max-lost`, a verdict for each app's raise. It reads the true numbers and shows what may be
 * shown; null if the pull request could not be read.
 */
export function judgeMinimums(
  counted: Minimums | null,
  shown: Minimums,
  maxLost: number,
  locale: string,
): readonly Verdict[] {
  const limit = formatLimit(maxLost, 'percent', locale);
  if (counted === null)
    return [
      verdictOf('Users lost by raising a minimum', `max-lost: ${limit}`, { note: UNREAD }, maxLost, locale),
    ];
  const steps = stepsOf(shown);
  return stepsOf(counted).map((step, index) => judgeStep(step, steps[index] ?? step, maxLost, locale));
}

const UNREAD = "the pull request's files could not be read (contents: read and pull-requests: read)";

/**
 * Decides `max-lost`. Users without a version may be lost or not: if they could turn the answer, it is
 * inconclusive.
 */
export function outcomeOf({ share, withoutVersion, users }: RaiseResult, maxLost: number) {
  if (share === null || users === null) return 'inconclusive';
  if (share > maxLost) return 'failed';
  return share + (withoutVersion ?? 0) / users > maxLost ? 'inconclusive' : 'passed';
}

function judgeStep(raise: RaiseResult, shown: RaiseResult, maxLost: number, locale: string): Verdict {
  const version = `${raise.platform} ${short(raise.to)}`;
  const subject = `share(only(below(${JSON.stringify(version)})))`;
  const needs = `<= ${formatLimit(maxLost, 'percent', locale)}`;
  const numbers = numbersOf(raise, shown, maxLost, locale);
  const compared = numbers.value === undefined ? {} : { subject, needs };
  const facts: Partial<Verdict> = { outcome: outcomeOf(raise, maxLost), ...numbers, ...compared };
  return verdictOf(`Users lost by requiring ${version}`, `${subject} ${needs}`, facts, maxLost, locale);
}

/** The numbers of a verdict as far as they may be shown, or why there are none. */
function numbersOf(
  raise: RaiseResult,
  { share, lost, users, withoutVersion, fewerThan }: RaiseResult,
  maxLost: number,
  locale: string,
): Partial<Verdict> {
  const few = fewerThan === undefined ? null : `fewer than ${fewerThan} users`;
  if (share === null) return { note: few ?? raise.why ?? 'the number of users is not known' };
  const isInconclusive = outcomeOf(raise, maxLost) === 'inconclusive';
  const hasSample = lost !== null && users !== null;
  const sampleText = hasSample ? `${formatCount(lost, locale)} of ${formatCount(users, locale)} users` : null;
  const valueText = formatVerdictValue(share, maxLost, 'percent', locale);
  return {
    value: share,
    sample: { count: lost, of: users, unit: 'users' },
    note: isInconclusive ? withoutNote(withoutVersion, few, locale) : null,
    valueText,
    nowText: sampleText === null ? valueText : `${valueText} (${sampleText})`,
    sampleText,
  };
}

function withoutNote(count: number | null, few: string | null, locale: string): string {
  const users =
    count === null ? (few ?? 'some users') : `${formatCount(count, locale)} ${plural('user', count)}`;
  return `${users} sent no event with a version, and they could decide this`;
}

function verdictOf(
  title: string,
  assert: string,
  facts: Partial<Verdict>,
  limit: number,
  locale: string,
): Verdict {
  const verdict = {
    insight: null,
    insights: [],
    name: title,
    title,
    limitText: `at most ${formatLimit(limit, 'percent', locale)}`,
    nowText: null,
    assert,
    outcome: 'inconclusive' as const,
    note: null,
    value: null,
    limit,
    subject: null,
    needs: null,
    unit: 'percent' as const,
    sample: null,
    valueText: null,
    sampleText: null,
    interval: null,
    timezone: null,
    warn: null,
    reason: null,
    snoozedUntil: null,
    snoozeEnded: null,
    ...facts,
  };
  return { ...verdict, message: writeMessage(verdict, locale) };
}
