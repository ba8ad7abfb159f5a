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
  const limit = formatVerdictValue(maxLost, null, 'percent', locale);
  if (counted === null)
    return [
      verdictOf(
        'Users lost by raising a minimum',
        `max-lost: ${limit}`,
        'inconclusive',
        UNREAD,
        maxLost,
        locale,
      ),
    ];
  const steps = stepsOf(shown);
  return stepsOf(counted).map((step, index) => judgeStep(step, steps[index] ?? step, maxLost, limit, locale));
}

const UNREAD = "the pull request's files could not be read (contents: read and pull-requests: read)";

function judgeStep(
  { platform, to, share, why }: RaiseResult,
  shown: RaiseResult,
  maxLost: number,
  limit: string,
  locale: string,
): Verdict {
  const version = `${platform} ${short(to)}`;
  const title = `Users lost by requiring ${version}`;
  const assert = `share(only(below(${JSON.stringify(version)}))) <= ${limit}`;
  const outcome = share === null ? 'inconclusive' : share <= maxLost ? 'passed' : 'failed';
  const { users, lost } = shown;
  if (shown.share === null) {
    const few = shown.fewerThan === undefined ? null : `fewer than ${shown.fewerThan} users`;
    return verdictOf(
      title,
      assert,
      outcome,
      few ?? why ?? 'the number of users is not known',
      maxLost,
      locale,
    );
  }
  const sample =
    lost === null || users === null
      ? null
      : `${formatCount(lost, locale)} of ${formatCount(users, locale)} users`;
  const valueText = formatVerdictValue(shown.share, maxLost, 'percent', locale);
  const verdict = {
    ...verdictOf(title, assert, outcome, null, maxLost, locale),
    value: shown.share,
    subject: assert.slice(0, assert.lastIndexOf(' <=')),
    needs: `<= ${limit}`,
    sample: { count: lost, of: users, unit: 'users' as const },
    valueText,
    nowText: sample === null ? valueText : `${valueText} (${sample})`,
    sampleText: sample,
  };
  return { ...verdict, message: writeMessage(verdict, locale) };
}

function verdictOf(
  title: string,
  assert: string,
  outcome: Verdict['outcome'],
  note: string | null,
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
    outcome,
    note,
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
  };
  return { ...verdict, message: writeMessage(verdict, locale) };
}
