// Renders a report for a terminal: for `insight-report report`, `init` and `demo`. Pure.
import { styleText } from 'node:util';
import stringWidth from 'string-width';
import type { Outcome, ReleaseResult, Results } from '../../results/results.ts';
import { display } from '../format/display.ts';
import { gatesHeading } from '../view/gates-summary.ts';
import { orderByWorth } from '../view/arrange/worth.ts';
import { buildView } from '../view/report.ts';
import type { InsightView } from '../view/insight-types.ts';
import type { GateView, View } from '../view/report-types.ts';
import { sayFailure } from '../view/sentences/insight.ts';
import { say, type Sentence, sentenceAsText } from '../view/sentences/sentence.ts';
import { type Paint, renderTerminalTable, renderVersions, type Style } from './table.ts';
import { wrapText } from '../../../text/layout/wrap.ts';
import { releaseText } from '../format/releases.ts';

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
  const screen = { paint, width: options.width - 4 };
  const { when, failure, took } = view.says;
  const lines = ['', `  ${paint('bold', display(view.title))}`, ...linesOf(when, 'dim', screen)];
  lines.push(...linesOf(failure, 'red', screen));
  lines.push(...renderGateLines(view, screen));
  for (const release of view.releases) lines.push('', ...renderRelease(release, view.locale, screen));
  if (view.notes.length > 0) lines.push('', ...renderNotes(view.notes, screen));
  for (const insight of view.insights) lines.push('', ...renderSection(insight, view.locale, screen));
  lines.push('', ...linesOf(took, 'dim', screen), '');
  return lines.join('\n');
}

/** What lines are written for: how a text is painted, and how many columns are left beside the margins. */
interface Screen {
  readonly paint: Paint;
  readonly width: number;
}

function linesOf(sentence: Sentence | null, style: Style, { paint, width }: Screen): string[] {
  if (sentence === null) return [];
  return wrapText(sentenceAsText(sentence), width).map((line) => `  ${paint(style, line)}`);
}

function renderRelease(release: ReleaseResult, locale: string, screen: Screen): string[] {
  if (release.status === 'error') return linesOf(say`✗ ${sayFailure(release)}`, 'red', screen);
  const title = screen.paint('bold', display(release.title));
  return [`  ${title}`, ...renderNotes([releaseText(release, locale)], screen)];
}

function renderSection(insight: InsightView, locale: string, screen: Screen): string[] {
  const { paint, width } = screen;
  const { glance, more, gone, failure } = insight.says;
  if (failure !== null) return linesOf(say`✗ ${failure}`, 'red', screen);
  const title = paint('bold', paint('underline', display(insight.title)));
  const [first = '', ...further] = [glance, ...more].flatMap((each) => wrapText(sentenceAsText(each), width));
  // With two columns of margin on each side, and two between title and sentence.
  const fitsOnTitleLine = stringWidth(insight.title) + 2 + stringWidth(first) <= width;
  const lines =
    fitsOnTitleLine && further.length === 0
      ? [`  ${title}  ${first}`]
      : [`  ${title}`, ...[first, ...further].map((line) => `  ${line}`)];
  const table: string[] = [];
  if (insight.rows.length > 0 && insight.versions?.hasMore !== false)
    table.push('', ...renderTerminalTable(insight, locale, width, paint));
  if (insight.versions) table.push(...renderVersions(insight.versions, width, paint));
  const below = [
    ...linesOf(gone, 'dim', { paint, width: width - 2 }),
    ...renderNotes(insight.notes, screen),
  ].map((line) => `  ${line}`);
  return [...lines, ...table.map((line) => (line === '' ? '' : `    ${line}`)), ...below];
}

function renderNotes(notes: readonly string[], { paint, width }: Screen): string[] {
  return notes.flatMap((note) =>
    wrapText(display(note, 1000), width).map((line) => `  ${paint('dim', line)}`),
  );
}

const SIGNS: Readonly<Record<Outcome, readonly [sign: string, style: Style]>> = {
  failed: ['✗', 'red'],
  inconclusive: ['?', 'red'],
  warned: ['!', 'cyan'],
  passed: ['✓', 'green'],
};
const MESSAGE_LIMIT = 1000;

/** The gates, with a message for each; empty without gates. */
function renderGateLines({ gates, period }: View, screen: Screen): readonly string[] {
  if (gates.length === 0) return [];
  return [
    '',
    `  ${gatesHeading(gates, (verdict) => screen.paint('bold', verdict))}`,
    ...gates.flatMap((gate) => messageLines(gate, period?.text ?? null, screen)),
  ];
}

/** The message of a gate, with its period unless that is the report's, which is `shownPeriod`. */
function messageLines(
  { outcome, snoozedUntil, message, period }: GateView,
  shownPeriod: string | null,
  { paint, width }: Screen,
): readonly string[] {
  const [sign, style] = snoozedUntil === null ? SIGNS[outcome] : (['z', 'dim'] as const);
  const text = period === null || period === shownPeriod ? message : `${message} · ${period}`;
  const [first = '', ...further] = wrapText(display(text, MESSAGE_LIMIT), width - 2);
  return [`  ${paint(style, sign)} ${first}`, ...further.map((line) => `    ${line}`)];
}
