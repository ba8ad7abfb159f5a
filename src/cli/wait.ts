// `gate --wait 6h`: judges again and again, until no gate is undecided.
import { setTimeout } from 'node:timers/promises';
import { effectiveOutcome, failedThresholds } from '../report/gate/conclude.ts';
import type { Verdict } from '../report/results/results.ts';
import type { FinishedReport } from '../report/run/reports.ts';
import { toOneLine } from '../text/visible.ts';
import { SILENCES } from './check/reports.ts';

/** How long a gate waits to be decided, and how often it asks meanwhile. */
interface Patience {
  readonly waitMs: number;
  readonly everyMs: number;
}

/** Asks again and again until no verdict is open, or the time is over; gives the last answer. */
export async function askUntilDecided<Report extends FinishedReport>(
  ask: () => Promise<readonly Report[]>,
  { waitMs, everyMs }: Patience,
  say: (line: string) => void,
): Promise<readonly Report[]> {
  const endMs = Date.now() + waitMs;
  for (;;) {
    const reports = await ask();
    const open = openVerdicts(reports);
    const nowMs = Date.now();
    if (open.length === 0 || nowMs >= endMs) return reports;
    const nextMs = Math.min(nowMs + everyMs, endMs);
    const [now, next, end] = [nowMs, nextMs, endMs].map(
      (ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`,
    );
    const messages = open.map(({ message }) => toOneLine(message)).join('; ');
    say(`undecided at ${now}: ${messages}; queries again at ${next}, at the latest at ${end}`);
    await setTimeout(nextMs - nowMs);
  }
}

/** The verdicts that a later answer may decide; none once a gate failed, or if asking failed for good. */
function openVerdicts(reports: readonly FinishedReport[]): readonly Verdict[] {
  const verdicts = reports.flatMap(({ results }) => results.thresholds);
  const reportedParts = reports.flatMap(({ results }) => [...results.insights, ...(results.releases ?? [])]);
  const isFailedForGood = reportedParts.some(
    (each) => each.status === 'error' && !SILENCES.includes(each.error.kind),
  );
  if (isFailedForGood || failedThresholds(verdicts).length > 0) return [];
  return verdicts.filter((verdict) => effectiveOutcome(verdict) === 'inconclusive');
}
