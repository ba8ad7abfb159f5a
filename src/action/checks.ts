// Check runs for the destination `check`, which pages.ts posts: each gate becomes one, so that branch
// protection can require it. Pure.
import { effectiveOutcome } from '../report/gate/conclude.ts';
import type { ReportRequest } from '../report/inputs/request.ts';
import type { GateCheck, Post } from '../report/publish/post.ts';
import { renderChecks } from '../report/render/checks.ts';
import type { Verdict } from '../report/results/results.ts';
import type { FinishedReport } from '../report/run/reports.ts';

/** The gates of a report as check runs: the outcome of each by the report's policies, and its texts. */
export function buildChecks({ results, request }: FinishedReport): readonly GateCheck[] {
  return renderChecks(results).flatMap((text, index) => {
    const verdict = results.thresholds[index];
    return verdict === undefined
      ? []
      : [{ ...text, conclusion: concludeCheck(verdict, request.onInconclusive) }];
  });
}

function concludeCheck(
  verdict: Verdict,
  onInconclusive: ReportRequest['onInconclusive'],
): GateCheck['conclusion'] {
  const outcome = effectiveOutcome(verdict);
  return outcome === 'inconclusive' ? BY_POLICY[onInconclusive] : BY_OUTCOME[outcome];
}

const BY_OUTCOME = { passed: 'success', warned: 'neutral', failed: 'failure' } as const;
const BY_POLICY = { pass: 'success', warn: 'neutral', fail: 'failure' } as const;

/**
 * Adds the report's id to names that several gates have: on one commit, such checks would hide each other.
 */
export function nameApart(reports: readonly (readonly Post[])[]): readonly (readonly Post[])[] {
  const names = reports.flatMap((posts) =>
    posts.flatMap(({ checks = [] }) => checks.map(({ name }) => name)),
  );
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  if (repeated.size === 0) return reports;
  const rename = (check: GateCheck, reportId: string): GateCheck =>
    repeated.has(check.name) ? { ...check, name: `${check.name} (${reportId})` } : check;
  return reports.map((posts) =>
    posts.map((post) =>
      post.checks === undefined
        ? post
        : { ...post, checks: post.checks.map((each) => rename(each, post.reportId)) },
    ),
  );
}
