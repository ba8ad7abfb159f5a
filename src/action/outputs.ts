// What main.ts leaves for the steps after this one: the Action's outputs and files, also those of a run that
// could not begin.
import * as core from '@actions/core';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failedThresholds, worstConclusion } from '../report/gate/conclude.ts';
import type { PublishEffects, Receipt } from '../report/publish/post.ts';
import type { Results, SeveralResults } from '../report/results/results.ts';
import { INPUTS } from '../report/inputs/declared.ts';
import { Problems } from '../report/inputs/problems.ts';
import { inputReader, type RawInputs } from '../report/inputs/raw.ts';
import { parseReportId, parseTitle } from '../report/inputs/scalars.ts';
import { inertInShells } from '../text/json.ts';
import { messageOf } from '../text/errors.ts';
import type { Log } from '../text/log.ts';
import type { RunContext } from '../report/publish/workflow/context.ts';
import { errorResults } from '../report/run/not-run.ts';
import { redact } from '../text/redact.ts';
import { badgeJson, badgeSvg, buildBadge } from '../report/render/badge.ts';
import { renderNotRun } from '../report/render/no-report.ts';
import { postSummary } from '../report/publish/publish.ts';

/**
 * Sets every output of the Action: over all reports, and the first post of each kind. An output that does not
 * apply is empty.
 */
export function setOutputs(
  results: readonly Results[],
  files: WrittenFiles,
  receipts: readonly Receipt[],
): void {
  const comment = receipts.find(({ destination, id }) => destination === 'pull-request' && id !== null);
  const issue = receipts.find(({ destination }) => destination === 'issue');
  const { minimumVersion } = results.find((each) => each.minimumVersion !== undefined) ?? {};
  const outputs = {
    conclusion: worstConclusion(results),
    'failed-thresholds': formatList(results.flatMap(({ thresholds }) => failedThresholds(thresholds))),
    errors: results.flatMap(({ insights }) => insights).filter(({ status }) => status === 'error').length,
    'report-path': files.reportPath,
    'results-path': files.resultsPath,
    'comment-id': comment?.id ?? issue?.id ?? '',
    'comment-url': comment?.url ?? (issue?.id ? issue.url : null) ?? '',
    'issue-number': issue?.number ?? '',
    'issue-url': issue?.issueUrl ?? '',
    'minimum-version': PLAIN_VERSION.exec(minimumVersion ?? '')?.[0] ?? '',
    'release-url': receipts.find(({ destination }) => destination === 'release')?.url ?? '',
    'discussion-url': receipts.find(({ destination }) => destination === 'discussion')?.url ?? '',
    'badge-path': files.badgePath,
  };
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value);
}

/** Anyone may send a version, and a workflow may paste it into a line that a shell runs. */
const PLAIN_VERSION = /^(?:[\p{L}]+ ?)?\d[\p{L}\d._+-]*$/u;

/**
 * In UTF-16 units. GitHub drops what exceeds 1 MB of a job's outputs, and expressions in a workflow take
 * less.
 */
const LIST_LIMIT = 100_000;

/** A JSON array of the first objects, as many as fit into an output; the results file has all of them. */
export function formatList(objects: readonly object[]): string {
  const texts: string[] = [];
  let length = '[]'.length;
  for (const text of objects.map(inertInShells)) {
    length += text.length + 1;
    if (length > LIST_LIMIT) break;
    texts.push(text);
  }
  return `[${texts.join(',')}]`;
}

/** The text of a results file. */
export function formatResults(results: Results | SeveralResults): string {
  return `${JSON.stringify(results, null, 2)}\n`;
}

/** The paths of a run's files. */
interface WrittenFiles {
  readonly reportPath: string;
  readonly resultsPath: string;
  /** The SVG; the JSON for shields' endpoint is `badge.json` next to it. */
  readonly badgePath: string;
}

/**
 * Writes the report's Markdown, the results file and the badge into a new folder under `tempDir`, so that no
 * run overwrites another's files. If that cannot be written, the system's folder is taken; if that cannot be
 * written either, the paths are empty. Both cost a warning.
 */
export function writeFiles(
  markdown: string,
  results: Results | SeveralResults,
  tempDir: string | null,
  log: Pick<Log, 'warning'>,
): WrittenFiles {
  for (const base of new Set([tempDir ?? tmpdir(), tmpdir()])) {
    try {
      return writeInto(base, markdown, results);
    } catch (error) {
      log.warning(`The report's files could not be written to ${base}: ${messageOf(error)}`);
    }
  }
  return { reportPath: '', resultsPath: '', badgePath: '' };
}

function writeInto(base: string, markdown: string, results: Results | SeveralResults): WrittenFiles {
  mkdirSync(base, { recursive: true });
  const folder = mkdtempSync(join(base, 'insight-report-'));
  const badge = buildBadge('reports' in results ? results.reports : [results], results.conclusion);
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  write('badge.json', badgeJson(badge));
  return {
    reportPath: write('report.md', markdown),
    resultsPath: write('results.json', formatResults(results)),
    badgePath: write('badge.svg', badgeSvg(badge)),
  };
}

/** The inputs of the step, and what of them must never be shown. */
export interface StepInputs {
  readonly raw: RawInputs;
  readonly secrets: readonly string[];
}

/** Writes the outputs, the files and the job summary of a run that could not begin: all of them say why. */
export async function reportError(
  message: string,
  { raw, secrets }: StepInputs,
  context: RunContext,
  run: Results['run'],
  effects: PublishEffects,
  log: Pick<Log, 'warning'>,
): Promise<void> {
  // Good or bad, the inputs have one message already.
  const read = inputReader(raw, new Problems());
  const named = {
    reportId: read('report-id', parseReportId) ?? INPUTS['report-id'].default,
    title: redact(read('title', parseTitle) ?? INPUTS.title.default, secrets),
    timezone: null,
    locale: INPUTS.locale.default,
  };
  const results = errorResults(named, { nowMs: effects.now(), run }, message);
  const page = renderNotRun(results) ?? '';
  try {
    await postSummary({ body: page }, context, effects);
  } finally {
    setOutputs([results], writeFiles(page, results, context.tempDir, log), []);
  }
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
