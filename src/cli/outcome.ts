// The exit codes of the commands that judge thresholds (`report`, `gate`, `check`), and how `report` and
// `gate` end.
import { failedThresholds } from '../report/gate/conclude.ts';
import type { Results } from '../report/results/results.ts';
import type { FinishedReport } from '../report/run/reports.ts';
import { decideStepResult } from '../report/run/step-result.ts';
import type { Io } from './io.ts';

/**
 * How `report` and `gate` end: writes what failed to stderr, and returns the exit code, the worst of all
 * reports. Verdicts were written before, so only those that the service refused to answer are written again.
 * With `isSeen` nothing is written: the report on the same screen shows it.
 */
export function printOutcome(
  reports: readonly FinishedReport[],
  io: Io,
  { isQuiet = false, isSeen = false } = {},
): number {
  const { failures } = decideStepResult(reports);
  const withoutWritten = reports.map(({ request, results }) => ({
    request,
    results: { ...results, thresholds: results.thresholds.filter(({ refusal }) => refusal !== undefined) },
  }));
  const unwritten = decideStepResult(withoutWritten);
  const lines = isSeen ? [] : [...(isQuiet ? [] : unwritten.warnings), ...unwritten.failures];
  for (const line of lines) io.stderr.write(`insight-report: ${line}\n`);
  const codes = reports.map(({ results }) => exitCodeOf(results, failures));
  return codes.includes(1) ? 1 : Math.max(0, ...codes);
}

/** 1 if a threshold failed, 3 if anything else failed, else 0. */
export function exitCodeOf({ thresholds }: Pick<Results, 'thresholds'>, failures: readonly string[]): number {
  if (failedThresholds(thresholds).length > 0) return 1;
  return failures.length === 0 ? 0 : 3;
}

/** The footer of help for commands that judge thresholds. */
export const EXIT_CODES = `Exit codes: 0 passed or warned; 1 a threshold failed; 2 wrong usage or configuration; 3 the service did not answer, or
a threshold is inconclusive under "on-inconclusive: fail".`;
