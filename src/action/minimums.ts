// The input `minimums`: main.ts finds here the minimum OS versions that the run's pull request raises, and
// adds to the reports what they cost ("81 of 4,127 iOS users").
import type { Raise } from '../code/minimums/reading/raises.ts';
import { whyWithoutNumbers } from '../report/client/errors.ts';
import type { Log } from '../text/log.ts';
import { conclude } from '../report/gate/conclude.ts';
import type { MinimumsRequest, ReportRequest } from '../report/inputs/request.ts';
import type { PublishEffects } from '../report/publish/post.ts';
import type { RunContext } from '../report/publish/workflow/context.ts';
import type { Minimums } from '../report/results/results.ts';
import type { FinishedReport } from '../report/run/reports.ts';
import { askLikeReport } from './ask.ts';
import { NO_RAISES } from './without-news.ts';
import type { AnnotateAt } from './signals.ts';

/**
 * The minimum versions that the run's pull request raises; null if there is no pull request, no report looks
 * at minimums, or the files could not be read. That costs a warning at most: the run goes on.
 */
export async function findPullRaises(
  requests: readonly ReportRequest[],
  context: RunContext,
  effects: PublishEffects,
  log: Log,
): Promise<readonly Raise[] | null> {
  const minimumsReport = requests.find(({ minimums }) => minimums != null);
  const { number, baseSha: base, headSha: head } = context.event.pullRequest ?? {};
  if (minimumsReport === undefined || number === undefined || base == null || head == null) return null;
  try {
    const [{ connect }, { pullRequestFiles }, { readPullChange }, { findRaises }] = await Promise.all([
      import('../report/publish/github/client.ts'),
      import('./pull-request-files.ts'),
      import('../code/minimums/source/github.ts'),
      import('../code/minimums/reading/raises.ts'),
    ]);
    const github = await connect(context, minimumsReport.posting.githubToken, effects);
    const change = await readPullChange(pullRequestFiles(github, number), { base, head });
    return change === null ? [] : await findRaises(change);
  } catch (error) {
    const message = `The pull request's files could not be read, so its minimum versions are not known: ${String(error)}`;
    if (requests.some(({ minimums }) => minimums?.maxLost != null)) log.warning(message);
    else log.debug(message);
    return null;
  }
}

/**
 * Adds to the reports what a pull request's raises cost: to the first report with the input `minimums`, and
 * to each that makes a gate of them (`max-lost`). Annotates their lines once.
 */
export async function addMinimums(
  reports: readonly FinishedReport[],
  raises: readonly Raise[] | null,
  context: RunContext,
  log: Log,
  annotateAt: AnnotateAt,
): Promise<readonly FinishedReport[]> {
  const first = reports.findIndex(({ request }) => request.minimums != null);
  const added: FinishedReport[] = [];
  for (const [index, report] of reports.entries()) {
    const minimumsRequest = report.request.minimums ?? null;
    const isShown = minimumsRequest !== null && (index === first || minimumsRequest.maxLost !== null);
    added.push(
      isShown
        ? await addTo(report, minimumsRequest, raises, context, log, index === first ? annotateAt : null)
        : report,
    );
  }
  return added;
}

async function addTo(
  report: FinishedReport,
  { interval, app, maxLost }: MinimumsRequest,
  raises: readonly Raise[] | null,
  { event }: RunContext,
  log: Log,
  annotateAt: AnnotateAt | null,
): Promise<FinishedReport> {
  const { request, results } = report;
  const isGate = maxLost !== null && event.pullRequest !== null && results.reason === undefined;
  if (raises === null && !isGate) return report;
  const reportedRaises = (raises ?? []).filter(({ kind }) => kind !== 'other');
  if (reportedRaises.length === 0 && raises !== null)
    return { request, results: { ...results, minimums: NO_RAISES } };
  const [{ appOf }, { countRaises, uncounted, withoutSmallCounts }, { judgeMinimums }] = await Promise.all([
    import('../code/minimums/counting/app.ts'),
    import('../code/minimums/counting/audience.ts'),
    import('../report/render/minimums/verdicts.ts'),
  ]);
  const count = async () => {
    if (request.service.token === '') return uncounted(reportedRaises, null);
    const queries = results.insights.map((insight) => (insight.status === 'ok' ? insight.query : null));
    const audience = { interval, requestedApp: app, appOfInsights: appOf(queries) };
    try {
      return await countRaises(reportedRaises, audience, askLikeReport(report, log).ask);
    } catch (error) {
      return uncounted(reportedRaises, whyWithoutNumbers(error));
    }
  };
  const counted = await count();
  // What is shown hides small groups (`min-group-size`); the gate reads the true numbers.
  const shown = withoutSmallCounts(counted, request.minGroupSize);
  if (annotateAt !== null) await annotateRaises(shown, request.locale, annotateAt);
  // If the pull request could not be read, the gate is inconclusive.
  const judged = raises === null ? null : counted;
  const verdicts = isGate ? judgeMinimums(judged, shown, maxLost, request.locale) : [];
  const thresholds = [...results.thresholds, ...verdicts];
  const conclusion = verdicts.length === 0 ? results.conclusion : conclude(thresholds);
  const section = raises === null ? {} : { minimums: shown };
  return { request, results: { ...results, thresholds, conclusion, ...section } };
}

/** Annotates the lines that raise a minimum with what that costs. */
async function annotateRaises(minimums: Minimums, locale: string, annotateAt: AnnotateAt): Promise<void> {
  const [{ raiseSentence, stepsOf }, { plainWriting }] = await Promise.all([
    import('../report/render/minimums/sentence.ts'),
    import('../report/render/minimums/writing.ts'),
  ]);
  for (const step of stepsOf(minimums))
    annotateAt('notice', raiseSentence(step, minimums, plainWriting(locale)), step.places[0] ?? null);
}
