// Renders a report for a terminal.
import { styleText } from 'node:util';
import stringWidth from 'string-width';
import type { Outcome, ReleaseResult, Results } from '../../results/results.ts';
import { display } from '../format/display.ts';
import { gatesHeading } from '../view/gates.ts';
import { orderByWorth } from '../view/arrange/worth.ts';
import { buildView } from '../view/report.ts';
import type { InsightView } from '../view/insight-types.ts';
import type { GateView, View } from '../view/report-types.ts';
import { sayFailure } from '../view/sentences/insight.ts';
import { say, type Sentence, sentenceAsText } from '../view/sentences/sentence.ts';
import { type Paint, renderTerminalTable, renderVersions, type Style } from './table.ts';
import { wrapText } from '../../../text/layout/wrap.ts';
import { releaseText } from '../format/verdicts.ts';

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
  const width = options.width - 4;
  const { when, failure, missed, took } = view.says;
  const lines = ['', `  ${paint('bold', display(view.title))}`, ...linesOf(when, 'dim', paint, width)];
  for (const warning of [missed, failure]) lines.push(...linesOf(warning, 'red', paint, width));
  lines.push(...renderGateLines(view, paint, width));
  for (const release of view.releases) lines.push('', ...renderRelease(release, view.locale, paint, width));
  if (view.notes.length > 0) lines.push('', ...renderNotes(view.notes, width, paint));
  for (const insight of view.insights) lines.push('', ...renderSection(insight, view, paint, options.width));
  lines.push('', ...linesOf(took, 'dim', paint, width), '');
  return lines.join('\n');
}

function linesOf(sentence: Sentence | null, style: Style, paint: Paint, width: number): string[] {
  if (sentence === null) return [];
  return wrapText(sentenceAsText(sentence), width).map((line) => `  ${paint(style, line)}`);
}

function renderRelease(release: ReleaseResult, locale: string, paint: Paint, width: number): string[] {
  if (release.status === 'error') return linesOf(say`✗ ${sayFailure(release)}`, 'red', paint, width);
  return [
    `  ${paint('bold', display(release.title))}`,
    ...renderNotes([releaseText(release, locale)], width, paint),
  ];
}

function renderSection(insight: InsightView, view: View, paint: Paint, width: number): string[] {
  const title = paint('bold', paint('underline', display(insight.title)));
  if (insight.says.failure) return linesOf(say`✗ ${insight.says.failure}`, 'red', paint, width - 4);
  const { glance, more, gone } = insight.says;
  const [first = '', ...further] = [glance, ...more].flatMap((each) =>
    wrapText(sentenceAsText(each), width - 4),
  );
  const fits = stringWidth(first) + stringWidth(insight.title) + 6 <= width && further.length === 0;
  const lines = fits
    ? [`  ${title}  ${first}`]
    : [`  ${title}`, ...[first, ...further].map((line) => `  ${line}`)];
  if (insight.rows.length > 0 && insight.versions?.hasMore !== false)
    lines.push(
      '',
      ...renderTerminalTable(insight, view.locale, width - 4, paint).map((line) => `    ${line}`),
    );
  if (insight.versions)
    lines.push(...renderVersions(insight.versions, width - 4, paint).map((line) => `    ${line}`.trimEnd()));
  lines.push(...linesOf(gone, 'dim', paint, width - 6).map((line) => `  ${line}`));
  return [...lines, ...renderNotes(insight.notes, width - 4, paint).map((line) => `  ${line}`)];
}

function renderNotes(notes: readonly string[], width: number, paint: Paint): string[] {
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
function renderGateLines({ gates, period }: View, paint: Paint, width: number): readonly string[] {
  if (gates.length === 0) return [];
  return [
    '',
    `  ${gatesHeading(gates, (verdict) => paint('bold', verdict))}`,
    ...gates.flatMap((gate) => messageLines(gate, period?.text ?? null, paint, width)),
  ];
}

function messageLines(
  { outcome, snoozedUntil, message, period }: GateView,
  shown: string | null,
  paint: Paint,
  width: number,
): readonly string[] {
  const [sign, style] = snoozedUntil === null ? SIGNS[outcome] : (['z', 'dim'] as const);
  const text = period === null || period === shown ? message : `${message} · ${period}`;
  const [first = '', ...further] = wrapText(display(text, MESSAGE_LIMIT), width - 2);
  return [`  ${paint(style, sign)} ${first}`, ...further.map((line) => `    ${line}`)];
}
