// Renders what a rolling issue remembers: the table of earlier periods, and the comment about gates that
// changed. The Action (action/pages.ts) hands these functions to `publish/`, which knows the earlier posts.
// Pure.
import type { Results } from '../results/results.ts';
import { truncate, truncateUnits } from '../../text/truncate.ts';
import { toOneLine } from '../../text/visible.ts';
import { formatRange } from './format/dates.ts';
import { bar } from './format/chart.ts';
import { display } from './format/display.ts';
import { codeSpan } from './markdown/escape.ts';
import { renderLink } from './markdown/link.ts';
import { escapeInline } from './markdown/prose.ts';
import { buildGateView } from './view/gates.ts';
import { findWorstSymbol, summarizeGates } from './view/gates-summary.ts';
import { buildView } from './view/report.ts';
import { sentenceAsText } from './view/sentences/sentence.ts';
import { whereKnown } from '../../tql/json.ts';
import { leadValue } from './view/sentences/lead.ts';

/**
 * A past period of a rolling issue, as plain text, which the state keeps: dates, first numbers,
 * gates, run.
 */
type PeriodLine = ReturnType<typeof buildPeriodLine>;

/** How many insights' numbers a line has. */
const INSIGHTS = 3;

/** How many past periods are not folded. */
const OPEN_LINES = 8;

const TITLE_LIMIT = 40;

const TEXT_LIMIT_UNITS = 200;

/**
 * Sums up a report in one line, which the next runs show in the table of earlier periods:
 * `Nov 9 – 15 | Devices 12,450 users · ▲ 4.2% | ✅ 2 passed | run 52`.
 */
export function buildPeriodLine(results: Results) {
  const { insights, locale, timezone, thresholds, run } = results;
  const reported = insights.filter((insight) => insight.status === 'ok');
  const starts = reported.map(({ interval }) => Date.parse(interval.start));
  const ends = reported.map(({ interval }) => Date.parse(interval.end));
  const views = buildView({ ...results, insights: reported }, 'file', null).insights;
  const leads = views.map(({ says }) => sentenceAsText(says.lead));
  const numbers = reported.flatMap((insight, index) => {
    const title = truncate(display(toOneLine(insight.title)), TITLE_LIMIT);
    const lead = leads[index] ?? '';
    return lead !== '' && leads.indexOf(lead) < index ? [] : [`${title} ${lead}`.trim()];
  });
  const gates = thresholds.map((verdict) => buildGateView(verdict, results));
  return {
    dates: starts.length === 0 ? '' : formatRange(Math.min(...starts), Math.max(...ends), locale, timezone),
    numbers: truncateUnits(numbers.slice(0, INSIGHTS).join('; '), TEXT_LIMIT_UNITS),
    gates: gates.length === 0 ? '' : `${findWorstSymbol(gates)} ${summarizeGates(gates)}`,
    // The run's id, and the number that GitHub counts it by; empty if unknown.
    run: run?.id ?? '',
    runNumber: run?.number ?? '',
    // The first number, to be drawn beside those of other periods; absent if it has none.
    ...whereKnown({ value: views[0] && leadValue(views[0]) }),
  };
}

/**
 * The table of earlier periods, the newest first, of which the older ones are folded. The lines come from the
 * issue's own text, which people may have edited, so they are escaped here.
 */
export function renderHistory(lines: readonly PeriodLine[], { run }: Pick<Results, 'run'>): string {
  const runs = run === null ? null : run.url.replace(/\d+$/, '');
  const values = lines.map(({ value = 0 }) => Math.abs(value));
  const hasTrend = values.filter((value) => value > 0).length > 1;
  const hasGates = lines.some(({ gates }) => gates !== '');
  const rowOf = (period: string, numbers: string, trend: string, gates: string, run: string) => {
    const cells = [period, numbers, ...(hasTrend ? [trend] : []), ...(hasGates ? [gates] : []), run];
    return `| ${cells.join(' | ')} |`;
  };
  const rows = lines.map((line) => {
    const trend = codeSpan(bar(line.value ?? null, Math.max(...values)), 'cell');
    const { dates, numbers, gates } = line;
    return rowOf(escapeCell(dates), escapeCell(numbers), trend, escapeCell(gates), renderRun(line, runs));
  });
  const head = [
    rowOf('Period', 'Numbers', 'Trend of the first number', 'Gates', 'Run'),
    rowOf(':--', ':--', ':--', ':--', ':--'),
  ];
  const older = rows.slice(OPEN_LINES);
  return [
    `**Earlier periods** (${lines.length})`,
    '',
    ...head,
    ...rows.slice(0, OPEN_LINES),
    ...(older.length === 0
      ? []
      : ['', `<details><summary>${older.length} more</summary>`, '', ...head, ...older, '', '</details>']),
  ].join('\n');
}

function escapeCell(text: string): string {
  return text === '' ? '' : escapeInline(text);
}

function renderRun({ run, runNumber }: PeriodLine, runs: string | null): string {
  const name = runNumber === '' ? 'run' : `run ${runNumber}`;
  return run === '' || runs === null ? '' : renderLink(`${runs}${run}`, name);
}
