import type { Results } from '../results.ts';
import { buildView } from './build-view.ts';
import { sparkline } from './chart.ts';
import { display } from './display.ts';
import { duration, numberFormat } from './format.ts';
import { amount } from './helpers.ts';
import { type Paint, type Style, terminalTable } from './terminal-table.ts';
import type { InsightView, View } from './view.ts';

/** What a terminal can show: its width in columns, and whether it takes colours. */
export interface TerminalOptions {
  readonly width: number;
  readonly color: boolean;
}

const STYLES: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  cyan: [36, 39],
  underline: [4, 24],
};

/** A report for a terminal: the same view as templates see, without borders, nothing in a value able to act. */
export function renderTerminal(results: Results, options: TerminalOptions): string {
  const view = buildView(results, 'file', null);
  const paint: Paint = (style, text) => {
    const [on, off] = STYLES[style];
    return options.color && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  };
  const lines = ['', `  ${paint('bold', display(view.title))}`];
  if (view.period) lines.push(`  ${paint('dim', view.period.text)}`);
  for (const insight of view.insights) lines.push('', ...section(insight, view, paint, options.width));
  lines.push('', `  ${paint('dim', footer(view))}`, '');
  return lines.join('\n');
}

function section(insight: InsightView, view: View, paint: Paint, width: number): string[] {
  const title = paint('bold', paint('underline', display(insight.title)));
  if (insight.error)
    return [
      `  ${title}`,
      ...wrap(`✗ Could not be reported: ${display(insight.error.message, 1000)}`, width - 4).map(
        (line) => `  ${paint('red', line)}`,
      ),
    ];
  const lines = [`  ${title}  ${headline(insight, view)}`];
  if (insight.period && !insight.samePeriod) lines.push(`  ${paint('dim', insight.period.text)}`);
  if (insight.rows.length > 0)
    lines.push('', ...terminalTable(insight, view.locale, width - 4, paint).map((line) => `    ${line}`));
  for (const note of insight.notes)
    lines.push(...wrap(display(note, 1000), width - 4).map((line) => `    ${paint('dim', line)}`));
  return lines;
}

function headline(insight: InsightView, view: View): string {
  const { number } = numberFormat(view.locale);
  if (insight.rowCount === 0) return `No ${insight.unit === 'users' ? 'users' : 'events'} in this period.`;
  const parts = insight.total === null ? [] : [amount(insight.total, insight.unit, view.locale)];
  if (!insight.series) parts.push(`${number(insight.rowCount)} ${insight.rowCount === 1 ? 'row' : 'rows'}`);
  if (insight.highest) parts.push(`highest ${display(insight.highest.label)} ${number(insight.highest.value)}`);
  if (insight.lowest) parts.push(`lowest ${display(insight.lowest.label)} ${number(insight.lowest.value)}`);
  if (insight.trend.length > 1) parts.push(sparkline(insight.trend));
  return parts.join(' · ');
}

function footer(view: View): string {
  const count = `${view.insightCount} ${view.insightCount === 1 ? 'insight' : 'insights'}`;
  const failed = view.failedCount === 0 ? '' : ` · ${view.failedCount} could not be reported`;
  return `${count} in ${duration(view.durationMs, view.locale)}${failed}`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
