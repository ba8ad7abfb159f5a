import { styleText } from 'node:util';
import stringWidth from 'string-width';
import type { Outcome, Results } from '../../results.ts';
import { plural } from '../../text/plural.ts';
import { display } from '../format/display.ts';
import { formatDuration, numberFormat } from '../format/numbers.ts';
import { summarizeGates } from '../view/gates.ts';
import { releaseText } from '../plain/releases.ts';
import { headlineOf } from '../plain/headline.ts';
import { buildView, orderByWorth } from '../view/report.ts';
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

/**
 * Renders a report for a terminal, from the view that templates see. Control characters in values are made
 * visible, so that nothing can act.
 */
export function renderTerminal(results: Results, options: TerminalOptions): string {
  const view = buildView(orderByWorth(results), 'file', null);
  const paint: Paint = (style, text) =>
    options.color && text !== '' ? styleText(style, text, { validateStream: false }) : text;
  const lines = ['', `  ${paint('bold', display(view.title))}`];
  const compared = view.compared === null ? '' : `, compared with ${view.compared.words}`;
  if (view.period) lines.push(`  ${paint('dim', view.period.text + compared)}`);
  if (view.previousPost && view.previousPost.missed > 0)
    lines.push(`  ${paint('red', formatMissedReports(view.previousPost.missed))}`);
  lines.push(...renderGateLines(view.gates, paint, options.width - 4));
  for (const release of view.releases)
    lines.push(
      '',
      `  ${paint('bold', display(release.title))}`,
      ...renderNotes([releaseText(release)], options.width - 4, paint),
    );
  if (view.notes.length > 0) lines.push('', ...renderNotes(view.notes, options.width - 4, paint));
  for (const insight of view.insights) lines.push('', ...renderSection(insight, view, paint, options.width));
  if (view.roundedTo !== null)
    lines.push(
      '',
      ...wrapText(roundingText(view), options.width - 4).map((line) => `  ${paint('dim', line)}`),
    );
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
  const [first = '', ...further] = wrapText(headlineOf(insight, view.locale), width - 4);
  const fits = stringWidth(first) + stringWidth(insight.title) + 6 <= width && further.length === 0;
  const lines = fits
    ? [`  ${title}  ${first}`]
    : [`  ${title}`, ...[first, ...further].map((line) => `  ${line}`)];
  if (insight.period && !insight.samePeriod) lines.push(`  ${paint('dim', insight.period.text)}`);
  if (insight.rows.length > 0)
    lines.push(
      '',
      ...renderTerminalTable(insight, view.locale, width - 4, paint).map((line) => `    ${line}`),
    );
  if (insight.versions)
    lines.push(
      ...renderVersions(insight.versions, view.locale, width - 4, paint).map((line) =>
        `    ${line}`.trimEnd(),
      ),
    );
  if (insight.gone.length > 0) lines.push(`    ${paint('dim', goneText(insight, width - 4))}`);
  return [...lines, ...renderNotes(insight.notes, width - 4, paint).map((line) => `  ${line}`)];
}

function renderNotes(notes: readonly string[], width: number, paint: Paint): string[] {
  return notes.flatMap((note) =>
    wrapText(display(note, 1000), width).map((line) => `  ${paint('dim', line)}`),
  );
}

function formatMissedReports(missed: number): string {
  return `By the schedule, ${missed} earlier ${missed === 1 ? 'report is' : 'reports are'} missing.`;
}

function goneText({ gone, goneMore }: InsightView, width: number): string {
  const more = goneMore > 0 ? ` and ${goneMore} more` : '';
  return fitToWidth(
    `Gone: ${gone.map(({ label }) => display(label)).join(', ')}${more}`,
    width,
    'right',
  ).trimEnd();
}

function roundingText({ roundedTo, locale }: View): string {
  const size = numberFormat(locale).number(roundedTo ?? 0);
  return `Counts are rounded to multiples of ${size}, each after an offset of its own, and smaller rows are in “Other”.`;
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
