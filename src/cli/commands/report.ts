// `report` prints the report that the Action would post: Markdown, the results file, or lines for a
// terminal.
import type { TemplateSource } from '../../report/inputs/request.ts';
import { renderReport } from '../../report/render/report.ts';
import { renderTerminal } from '../../report/render/terminal/report.ts';
import type { Results } from '../../report/results/results.ts';
import { type FinishedReport, logVerdicts, resultsFile, runReports } from '../../report/run/reports.ts';
import { askOnce } from '../../report/run/service.ts';
import { inertJson } from '../../text/workflow-commands.ts';
import { inputsCommand } from '../arguments/command.ts';
import { NOW_FLAG, QUIET_FLAG, someOf } from '../arguments/values.ts';
import { type Io, takesColor, stderrLog } from '../io.ts';
import { STORED_FLAGS, withReportService } from '../stored-organization.ts';
import { EXIT_CODES, printOutcome } from '../outcome.ts';
import { readRequests, USUAL_CONFIG } from '../requests.ts';

const FORMATS = ['markdown', 'json', 'terminal'] as const;
type Format = (typeof FORMATS)[number];

const report = inputsCommand(
  {
    name: 'report',
    usage: [
      'report [flags]',
      'report --insights IDS [flags]',
      'report --config FILE [--report NAME] [flags]',
      'report --insights NAMES --db FILE [--org NAMESPACE] [flags]',
    ],
    description: `Prints a report of your insights. Nothing is posted.
The environment variable INSIGHT_REPORT_API_TOKEN holds the token.
With --db, it reads your own service's database file, without a token.
${USUAL_CONFIG}`,
    flags: {
      format: {
        value: 'FORMATS',
        type: someOf(FORMATS),
        description: `${FORMATS.join(', ')} (default: terminal on a terminal, otherwise markdown)`,
      },
      ...STORED_FLAGS,
      now: NOW_FLAG,
      quiet: QUIET_FLAG,
    },
    examples: [
      'report --insights 3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10 --interval "last 7 days" --format terminal',
      'report --config .github/insight-report.yml --report weekly',
      `report --queries devices.json --compare none --format json > results.json`,
    ],
    footer: EXIT_CODES,
  },
  async (args, io) => {
    const { flags, problems } = args;
    const log = stderrLog(io, 'insight-report', flags.quiet ? 'errors' : 'information');
    // No workflow run made the report.
    const effects = { nowMs: flags.now ?? Date.now(), log, run: null };
    return withReportService(args, io, async (inputs, service) => {
      const requests = await readRequests(inputs, problems);
      const reports = await runReports(
        requests,
        service === undefined ? effects : { ...effects, service: askOnce(service) },
      );
      const formats: readonly Format[] = flags.format ?? [io.columns === null ? 'markdown' : 'terminal'];
      // A report on a terminal shows the verdicts itself.
      const isSeen = io.columns !== null && formats.includes('terminal');
      if (!isSeen) logVerdicts(reports, log);
      for (const format of formats) io.stdout.write(await formatReports(reports, format, io));
      return printOutcome(reports, io, { isQuiet: flags.quiet, isSeen });
    });
  },
);

export const commands = [report];

/** Ends with a newline. */
async function formatReports(reports: readonly FinishedReport[], format: Format, io: Io): Promise<string> {
  switch (format) {
    case 'json':
      return `${inertJson(resultsFile(reports.map(({ results }) => results)), 2)}\n`;
    case 'markdown': {
      const pages = reports.map(({ request, results }) => renderMarkdown(results, request.templates.summary));
      return (await Promise.all(pages)).join('\n');
    }
    case 'terminal': {
      const options = { width: io.columns ?? 100, color: takesColor(io) };
      return reports.map(({ results }) => renderTerminal(results, options)).join('\n');
    }
  }
}

async function renderMarkdown(results: Results, template: TemplateSource): Promise<string> {
  const { markdown } = await renderReport(results, {
    template,
    destination: 'file',
    limit: null,
    links: { whole: null },
  });
  return markdown;
}
