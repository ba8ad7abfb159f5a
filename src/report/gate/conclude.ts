// Makes one conclusion of several verdicts: the worst one. A run, the Action and the commands call it for the
// output `conclusion`, the checks and the exit code.
import type { Conclusion, Outcome, Results, Verdict } from '../results/results.ts';

const WORST_FIRST: readonly Conclusion[] = ['error', 'failed', 'inconclusive', 'warned', 'passed', 'neutral'];

/** The conclusion of a report's verdicts: the worst outcome; `neutral` without verdicts. */
export function conclude(verdicts: readonly Pick<Verdict, 'outcome' | 'snoozedUntil'>[]): Conclusion {
  return findWorst(verdicts.map(effectiveOutcome)) ?? 'neutral';
}

/** The conclusion of a report: that of its verdicts; without any, `error` if nothing could be reported. */
export function concludeReport({
  insights,
  releases = [],
  thresholds,
}: Pick<Results, 'insights' | 'releases' | 'thresholds'>): Conclusion {
  const parts = [...insights, ...releases];
  const isNothingReported = parts.length > 0 && parts.every(({ status }) => status === 'error');
  return thresholds.length === 0 && isNothingReported ? 'error' : conclude(thresholds);
}

/** The worst of several reports' conclusions; `skipped` if none ran. */
export function worstConclusion(results: readonly Pick<Results, 'conclusion'>[]): Conclusion {
  return findWorst(results.map(({ conclusion }) => conclusion)) ?? 'skipped';
}

function findWorst(conclusions: readonly Conclusion[]): Conclusion | undefined {
  return WORST_FIRST.find((each) => conclusions.includes(each));
}

/** What a verdict counts as: its outcome, at worst `warned` while it is snoozed. */
export function effectiveOutcome({
  outcome,
  snoozedUntil,
}: Pick<Verdict, 'outcome' | 'snoozedUntil'>): Outcome {
  return snoozedUntil !== null && outcome !== 'passed' ? 'warned' : outcome;
}

/** The thresholds that failed and are not snoozed. */
export function failedThresholds(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.filter((verdict) => effectiveOutcome(verdict) === 'failed');
}
