import { INPUTS } from '../inputs/declared.ts';
import { Problems } from '../inputs/problems.ts';
import { inputReader, type RawInputs } from '../inputs/raw.ts';
import { parseReportId, parseTitle } from '../inputs/scalars.ts';
import { findSecrets } from '../inputs/secrets.ts';
import type { Log } from '../log.ts';
import { postSummary } from '../publish/destinations/summary.ts';
import type { PublishEffects } from '../publish/post.ts';
import type { RunContext } from '../publish/workflow/context.ts';
import type { Results } from '../results.ts';
import { errorResults } from '../run/not-run.ts';
import { redact } from '../text/redact.ts';
import { setOutputs, writeFiles } from './outputs.ts';
import { renderNotRun } from '../render/report.ts';

/** Writes the outputs, the files and the job summary of a run that could not begin: all of them say why. */
export async function reportError(
  message: string,
  raw: RawInputs,
  context: RunContext,
  run: Results['run'],
  effects: PublishEffects,
): Promise<void> {
  // Good or bad, the inputs have one message already.
  const read = inputReader(raw, new Problems());
  const secrets = findSecrets(raw);
  const named = {
    reportId: read('report-id', parseReportId) ?? INPUTS['report-id'].default,
    title: redact(read('title', parseTitle) ?? INPUTS.title.default, secrets),
    timezone: null,
    locale: INPUTS.locale.default,
  };
  const results = errorResults(named, { nowMs: effects.now(), run }, message);
  const page = renderNotRun(results) ?? '';
  setOutputs([results], await writeFiles(page, results, context.tempDir), []);
  await postSummary({ body: page }, context, effects);
}

/** Writes why the reports were skipped into the job summary, once for all of them. */
export async function summarizeSkipped(
  reports: readonly Results[],
  context: RunContext,
  effects: PublishEffects,
  log: Log,
): Promise<void> {
  const [first] = reports;
  if (first === undefined) return;
  const page = renderNotRun({ ...first, title: reports.map(({ title }) => title).join(', ') }) ?? '';
  try {
    await postSummary({ body: page }, context, effects);
  } catch (error) {
    log.warning(`The job summary could not be written: ${String(error)}`);
  }
}
