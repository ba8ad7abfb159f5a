import { parseInputs } from '../../src/report/inputs/parse-report.ts';
import { renderReport } from '../../src/report/render/report.ts';
import type { Results } from '../../src/report/results/results.ts';
import { nodeInputEffects } from '../../src/report/run/effects.ts';
import { runReport } from '../../src/report/run/reports.ts';
import { silentLog } from '../../src/text/log.ts';

/** Runs a report of these inputs at a moment: its results, and its whole page without non-breaking spaces. */
export async function reportInFull(
  inputs: Readonly<Record<string, string>>,
  now: string,
): Promise<{ readonly results: Results; readonly text: string }> {
  const request = await parseInputs({ 'dry-run': 'true', ...inputs }, nodeInputEffects());
  const results = await runReport(request, { nowMs: Date.parse(now), log: silentLog, run: null });
  const { markdown } = await renderReport(results, {
    destination: 'file',
    limit: { units: 'utf16', count: 100_000 },
    links: { whole: null },
    template: { kind: 'builtin', name: 'report' },
  });
  return { results, text: markdown.replaceAll('\u00a0', ' ') };
}
