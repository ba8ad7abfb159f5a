import { formatCount, formatLimit, formatVerdictValue } from '../format/verdicts.ts';
import { writeMessage } from '../verdict/verdict.ts';
import type { Minimums, RaiseResult, Verdict } from '../../results/results.ts';
import { short, stepsOf } from './sentence.ts';

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

function judgeStep(
  { platform, to, share, why }: RaiseResult,
  { share: shownShare, lost, users, fewerThan }: RaiseResult,
  maxLost: number,
  locale: string,
): Verdict {
  const version = `${platform} ${short(to)}`;
  const [title, subject] = [
    `Users lost by requiring ${version}`,
    `share(only(below(${JSON.stringify(version)})))`,
  ];
  const needs = `<= ${formatLimit(maxLost, 'percent', locale)}`;
  const outcome = share === null ? 'inconclusive' : share <= maxLost ? 'passed' : 'failed';
  const few = fewerThan === undefined ? null : `fewer than ${fewerThan} users`;
  const hasSample = lost !== null && users !== null;
  const sampleText = hasSample ? `${formatCount(lost, locale)} of ${formatCount(users, locale)} users` : null;
  const valueText = shownShare === null ? null : formatVerdictValue(shownShare, maxLost, 'percent', locale);
  const value: Partial<Verdict> =
    shownShare === null
      ? { note: few ?? why ?? 'the number of users is not known' }
      : {
          value: shownShare,
          subject,
          needs,
          sample: { count: lost, of: users, unit: 'users' },
          valueText,
          nowText: sampleText === null ? valueText : `${valueText ?? ''} (${sampleText})`,
          sampleText,
        };
  return verdictOf(title, `${subject} ${needs}`, { outcome, ...value }, maxLost, locale);
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
