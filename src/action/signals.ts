// The input `signals`: main.ts adds here to the reports which event names the pull request touches, and
// annotates their lines.
import { plural } from '../text/plural.ts';
import type { SignalsRequest } from '../report/inputs/request.ts';
import type { Log } from '../text/log.ts';
import type { RunContext } from '../report/publish/workflow/context.ts';
import type { FinishedReport } from '../report/run/reports.ts';
import { hideSmallSignals } from '../report/run/small-groups/signals.ts';
import type { Section } from '../code/signals/section.ts';
import { askLikeReport } from './ask.ts';
import type { FilePlace } from './log.ts';
import { NO_SIGNALS } from './without-news.ts';

/** A report, and why its event names fail the step. */
type ReportWithSignals = FinishedReport & { readonly failures: readonly string[] };

/** Writes an annotation at a line. */
export type AnnotateAt = (level: 'notice' | 'warning', message: string, place: FilePlace | null) => void;

/**
 * Adds the section on event names to each report with the input `signals`, and annotates the lines that a
 * pull request touches, once for all reports. The code for it is loaded only if a report needs it.
 */
export async function addSignals(
  reports: readonly FinishedReport[],
  context: RunContext,
  log: Log,
  annotateAt: AnnotateAt,
): Promise<readonly ReportWithSignals[]> {
  const withSignals: ReportWithSignals[] = [];
  const annotated = new Set<string>();
  for (const report of reports) {
    const { signals: signalsRequest, locale } = report.request;
    if (!signalsRequest) {
      withSignals.push({ ...report, failures: [] });
      continue;
    }
    const section = await findSection(report, signalsRequest, context, log);
    const failures = (section?.failing ?? []).map(
      ({ name, state }) => `signals: ${name} is ${state ?? 'in the code'}`,
    );
    const signals = section?.signals ?? NO_SIGNALS;
    withSignals.push({ ...report, results: { ...report.results, signals }, failures });
    const key = JSON.stringify(section?.signals);
    if (section === null || section.signals.scope === 'whole' || annotated.has(key)) continue;
    annotated.add(key);
    await annotateSection(section, locale, log, annotateAt);
  }
  return withSignals;
}

async function findSection(
  report: FinishedReport,
  signalsRequest: SignalsRequest,
  { event, workspace }: RunContext,
  log: Log,
): Promise<Section | null> {
  const [{ buildSection }, { askUsage }, { readersOf, watchersOf }, { listSaved }] = await Promise.all([
    import('../code/signals/section.ts'),
    import('../code/signals/joining/events.ts'),
    import('../code/signals/joining/filters.ts'),
    import('../report/client/saved-insights.ts'),
  ]);
  const { baseSha, headSha } = event.pullRequest ?? { baseSha: null, headSha: null };
  const place = {
    workspace: workspace ?? process.cwd(),
    pullRequest: baseSha === null ? null : { base: baseSha, head: headSha },
  };
  const { request, results } = report;
  const askBoth = async () => {
    const { ask, catalog } = askLikeReport(report, log);
    const [usage, saved] = await Promise.all([
      askUsage(ask, signalsRequest.interval),
      catalog === undefined ? [] : listSaved(catalog),
    ]);
    return { usage, saved };
  };
  const answers = request.service.token === '' ? null : askBoth;
  const section = await buildSection(signalsRequest, place, answers, (saved) =>
    watchersOf([readersOf(results)], saved),
  );
  return section && { ...section, signals: hideSmallSignals(section.signals, request.minGroupSize) };
}

/** At most ten: the tenth counts the others if there are more. */
const ANNOTATIONS = 10;

async function annotateSection(
  section: Section,
  locale: string,
  log: Log,
  annotateAt: AnnotateAt,
): Promise<void> {
  const { signals, problem } = section.signals;
  if (problem !== null) log.warning(problem);
  const { annotationsOf } = await import('../report/render/signals/annotations.ts');
  const all = annotationsOf(signals, section.lineNow, locale);
  const shown = all.length > ANNOTATIONS ? all.slice(0, ANNOTATIONS - 1) : all;
  for (const { level, message, place } of shown) annotateAt(level, message, place);
  const more = all.length - shown.length;
  if (more > 0) log.notice(`${more} more touched event ${plural('name', more)} are in the report.`);
}
