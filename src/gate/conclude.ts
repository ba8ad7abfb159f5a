import type { Conclusion, Outcome, Verdict } from '../results.ts';

const WORST_FIRST: readonly Outcome[] = ['failed', 'inconclusive', 'warned', 'passed'];

/** What a verdict counts as: while it is snoozed, `warned` at worst. */
export function effectiveOutcome({ outcome, snoozedUntil }: Pick<Verdict, 'outcome' | 'snoozedUntil'>): Outcome {
  return snoozedUntil !== null && outcome !== 'passed' ? 'warned' : outcome;
}

/** The worst of all verdicts; `neutral` of none. */
export function conclude(verdicts: readonly Pick<Verdict, 'outcome' | 'snoozedUntil'>[]): Conclusion {
  const counted = verdicts.map(effectiveOutcome);
  return WORST_FIRST.find((outcome) => counted.includes(outcome)) ?? 'neutral';
}

/** The thresholds that failed and are not snoozed. */
export function failedThresholds(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.filter((verdict) => effectiveOutcome(verdict) === 'failed');
}
