import type { Verdict } from '../../src/report/results/results.ts';
import { describeSnooze } from '../../src/report/render/format/verdicts.ts';

/** What a verdict says besides the gate's name and limit: `passed, 1.87% (233 of 12,450 users); …`. */
export function said(verdict: Verdict | undefined): string {
  if (verdict === undefined) return 'no verdict';
  const { outcome, nowText, note } = verdict;
  const rest = [nowText, note, describeSnooze(verdict, 'en-US')].filter((part) => part !== null);
  return [outcome, rest.join('; ')].filter(Boolean).join(', ');
}
