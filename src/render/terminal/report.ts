import { styleText } from 'node:util';
import stringWidth from 'string-width';
import type { Outcome, Results } from '../../results.ts';
import { plural } from '../../text/plural.ts';
import { sparkline } from '../format/chart.ts';
import { display } from '../format/display.ts';
import { makeControlsVisible } from '../../text/visible.ts';
import { formatChange, formatDifference, formatDuration, numberFormat } from '../format/numbers.ts';
import { formatValue, withUnit } from '../format/values.ts';
import { summarizeGates } from '../view/gates.ts';
import { buildView } from '../view/report.ts';
import type { InsightView } from '../view/insight-types.ts';
import type { GateView, View } from '../view/report-types.ts';
import { type Paint, renderTerminalTable, type Style } from './table.ts';
import { renderVersions } from './versions.ts';
import { fitToWidth, wrapText } from './width.ts';

/** What a terminal can show: its width in columns, and whether it supports colours. */
interface TerminalOptions {
  readonly width: number;
  readonly color: boolean;
}

/** Renders a report for a terminal, from the view that templates see. Control characters in values are made visible, so that nothing can act. */
export function renderTerminal(results: Results, options: TerminalOptions): string {
  const view = buildView(results, 'file', null);
  const paint: Paint = (style, text) =>
    options.color && text !== '' ? styleText(style, text, { validateStream: false }) : text;
  const lines = ['', `  ${paint('bold', display(view.title))}`];
  const compared = view.compared === null ? '' : `, compared with ${view.compared.words}`;
  if (view.period) lines.push(`  ${paint('dim', view.period.text + compared)}`);
  if (view.previousPost && view.previousPost.missed > 0)
    lines.push(`  ${paint('red', formatMissedReports(view.previousPost.missed))}`);
  lines.push(...renderGateLines(view.gates, paint, options.width - 4));
  if (view.notes.length > 0) lines.push('', ...renderNotes(view.notes, options.width - 4, paint));
  for (const insight of view.insights) lines.push('', ...renderSection(insight, view, paint, options.width));
  if (view.roundedTo !== null)
    lines.push('', ...wrapText(roundingText(view), options.width - 4).map((line) => `  ${paint('dim', line)}`));
  lines.push('', `  ${paint('dim', footer(view))}`, '');
  return lines.join('\n');
}

function renderSection(insight: InsightView, view: View, paint: Paint, width: number): string[] {
  const title = paint('bold', paint('underline', display(insight.title)));
  if (insight.error)
    return [
      `  ${title}`,
      ...wrapText(`✗ Could not be reported: ${display(insight.error.message, 1000)}`, width - 4).map(
        (line) => `  ${paint('red', line)}`,
      ),
    ];
  const [first = '', ...further] = wrapText(headline(insight, view), width - 4);
  const fits = stringWidth(first) + stringWidth(insight.title) + 6 <= width && further.length === 0;
  const lines = fits ? [`  ${title}  ${first}`] : [`  ${title}`, ...[first, ...further].map((line) => `  ${line}`)];
  if (insight.period && !insight.samePeriod) lines.push(`  ${paint('dim', insight.period.text)}`);
  if (insight.rows.length > 0)
    lines.push('', ...renderTerminalTable(insight, view.locale, width - 4, paint).map((line) => `    ${line}`));
  if (insight.versions)
    lines.push(
      ...renderVersions(insight.versions, view.locale, width - 4, paint).map((line) => `    ${line}`.trimEnd()),
    );
  if (insight.gone.length > 0) lines.push(`    ${paint('dim', goneText(insight, width - 4))}`);
  return [...lines, ...renderNotes(insight.notes, width - 4, paint).map((line) => `  ${line}`)];
}

function renderNotes(notes: readonly string[], width: number, paint: Paint): string[] {
  return notes.flatMap((note) => wrapText(display(note, 1000), width).map((line) => `  ${paint('dim', line)}`));
}

/** The summary beside an insight's title: the same facts as in the Markdown report's first line, unescaped. */
function headline(insight: InsightView, view: View): string {
  const { number } = numberFormat(view.locale);
  const write = (value: number | string | null): string =>
    makeControlsVisible(formatValue(value, insight.format, view.locale));
  const { highest, lowest, movers, trend, trendText } = insight;
  if (insight.rowCount === 0) return `No ${insight.unit === 'users' ? 'users' : insight.counted} in this period.`;
  const parts = insight.leadsWithAverage ? [] : totalParts(insight, view.locale);
  if (insight.average !== null) parts.push(`average ${write(insight.average)}`);
  if (insight.leadsWithAverage) parts.push(...differentUsers(insight, view.locale));
  if (highest) parts.push(`highest ${display(highest.label)} ${write(highest.value)}`);
  if (lowest) parts.push(`lowest ${display(lowest.label)} ${write(lowest.value)}`);
  if (movers.up) parts.push(`up most ${display(movers.up.label)} ${formatDifference(movers.up.difference, write)}`);
  if (movers.down)
    parts.push(`down most ${display(movers.down.label)} ${formatDifference(movers.down.difference, write)}`);
  if (movers.added) parts.push(`new ${display(movers.added.label)}`);
  if (movers.lost) parts.push(`gone ${display(movers.lost.label)}`);
  parts.push(...findings(insight, view.locale));
  if (trend.length > 1) parts.push(`${trendText} ${sparkline(trend)}`.trim());
  if (insight.totalTrend.length > 1 && insight.kind !== 'ranking')
    parts.push(`${insight.totalTrendText} ${sparkline(insight.totalTrend)}`);
  if (trend.length <= 1 && !insight.series && parts.length < 2)
    parts.push(`${number(insight.rowCount)} ${insight.rowWord}`);
  return parts.join(' · ');
}

/** The total, and how it has changed; a funnel's findings say that better. */
function totalParts(insight: InsightView, locale: string): string[] {
  const { funnel, total, change, previousTotal } = insight;
  if (funnel) return [];
  return [
    ...(total === null ? [] : [amountText(insight, locale)]),
    ...(change === null ? [] : [formatChange(change, locale)]),
    ...(previousTotal === 0 && (total ?? 0) > 0 ? ['none before'] : []),
  ];
}

/** The average's change, and how many users there are in the whole period, which is another number. */
function differentUsers({ averageChange, total, format }: InsightView, locale: string): string[] {
  const users = `different ${plural('user', total ?? 0)} in the period`;
  return [
    ...(averageChange === null ? [] : [formatChange(averageChange, locale)]),
    ...(total === null ? [] : [`${makeControlsVisible(formatValue(total, format, locale))} ${users}`]),
  ];
}

function amountText({ total, unit, format }: InsightView, locale: string): string {
  const written = makeControlsVisible(formatValue(total, format, locale));
  return format === null ? withUnit(written, total, unit, null) : written;
}

/** The results of a funnel, a retention or an experiment. */
function findings({ funnel, returns, experiments }: InsightView, locale: string): string[] {
  const { number, percent } = numberFormat(locale);
  const came = returns.map(({ after, rate }, index) => `${percent(rate)} ${index === 0 ? 'came back ' : ''}${after}`);
  const through = funnel ? [`${percent(funnel.rate)} came through to ${display(funnel.last.label)}`] : [];
  const verdicts = experiments.map(({ group, better, worse, overlap, pValue, significant }) => {
    const about = group === null ? '' : `${display(group)}: `;
    const rates = `${display(better.name)} ${percent(better.rate)} against ${display(worse.name)} ${percent(worse.rate)}`;
    if (overlap > 0) return `${about}${rates}, no verdict: ${number(overlap)} ${plural('user', overlap)} in both`;
    return `${about}${rates}, ${pValue === null ? 'no p-value' : `p = ${number(pValue)}, ${significant ? '' : 'not '}significant at 5%`}`;
  });
  return [...through, ...came, ...verdicts];
}

function formatMissedReports(missed: number): string {
  return `By the schedule, ${missed} earlier ${missed === 1 ? 'report is' : 'reports are'} missing.`;
}

function goneText({ gone, goneMore }: InsightView, width: number): string {
  const more = goneMore > 0 ? ` and ${goneMore} more` : '';
  return fitToWidth(`Gone: ${gone.map(({ label }) => display(label)).join(', ')}${more}`, width, 'right').trimEnd();
}

function roundingText({ roundedTo, locale }: View): string {
  const size = numberFormat(locale).number(roundedTo ?? 0);
  return `Counts are rounded down to multiples of ${size}, and rows below that are in “Other”: so no number tells of a smaller group.`;
}

function footer(view: View): string {
  const count = `${view.insightCount} ${plural('insight', view.insightCount)}`;
  const failed = view.failedCount === 0 ? '' : ` · ${view.failedCount} could not be reported`;
  return `${count} in ${formatDuration(view.durationMs, view.locale)}${failed}`;
}

const SIGNS: Readonly<Record<Outcome, readonly [sign: string, style: Style]>> = {
  failed: ['✗', 'red'],
  inconclusive: ['?', 'red'],
  warned: ['!', 'cyan'],
  passed: ['✓', 'green'],
};
const MESSAGE_LIMIT = 1000;

/** The gates, with a message for each; empty without gates. */
function renderGateLines(gates: readonly GateView[], paint: Paint, width: number): readonly string[] {
  if (gates.length === 0) return [];
  return [
    '',
    `  ${paint('bold', `Usage gates: ${summarizeGates(gates)}`)}`,
    ...gates.flatMap((gate) => messageLines(gate, paint, width)),
  ];
}

function messageLines(
  { outcome, snoozedUntil, message, period }: GateView,
  paint: Paint,
  width: number,
): readonly string[] {
  const [sign, style] = snoozedUntil === null ? SIGNS[outcome] : (['z', 'dim'] as const);
  const text = period === null ? message : `${message} · ${period}`;
  const [first = '', ...further] = wrapText(display(text, MESSAGE_LIMIT), width - 2);
  return [`  ${paint(style, sign)} ${first}`, ...further.map((line) => `    ${line}`)];
}
