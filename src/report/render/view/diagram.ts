// Draws Mermaid diagrams: a series over time, and the parts of a ranking. Nothing in a label can act. GitHub
// draws them from a code block; https://mermaid.js.org describes the language. Pure.
import { truncate } from '../../../text/truncate.ts';
import { makeControlsVisible } from '../../../text/visible.ts';
import { display } from '../format/display.ts';
import type { RowView } from './table-types.ts';

/** The point of a row; none if its value is not known. */
export function toPoint({ label, value }: RowView): readonly DiagramPoint[] {
  return value === null ? [] : [{ label, value }];
}

/** A value of a diagram, and its label. */
export interface DiagramPoint {
  readonly label: string | null;
  readonly value: number;
}

const FEWEST_POINTS = 3;
const MOST_BARS = 12;

/** Stands at the end of the label of a bucket in which something is marked. */
export const MARK = ' ▲';

/** More points than this would overlap. */
export const MOST_POINTS = 31;

/**
 * A Mermaid `xychart-beta` of the latest values over time, a few of them as bars; empty if it would be blank
 * or unreadable.
 */
export function renderLineDiagram(
  points: readonly DiagramPoint[],
  title: string,
  mostBars = MOST_BARS,
): string {
  const shown = points.slice(-MOST_POINTS);
  const values = shown.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const labels = axisLabels(shown.map(({ label }) => label));
  // Mermaid draws equal labels at one place.
  const hasEqualLabels = new Set(labels).size < labels.length;
  const isBlank = shown.length < FEWEST_POINTS || low === high;
  if (isBlank || hasEqualLabels || !values.every(isDrawable)) return '';
  // Mermaid draws bars from the bottom of the chart, not from zero, so the smaller of two losses would be the
  // taller bar.
  const kind = shown.length > mostBars || low < 0 ? 'line' : 'bar';
  const numerals = values.map(formatNumeral);
  return xyChart(labels, `"${escapeLabel(title)}" ${formatNumeral(low)} --> ${formatNumeral(high)}`, kind, [
    numerals,
  ]);
}

/** A Mermaid `xychart-beta`. Its labels, its axis and its numerals are as Mermaid reads them. */
export function xyChart(
  labels: readonly string[],
  axis: string,
  kind: 'line' | 'bar',
  series: readonly (readonly string[])[],
  // Mermaid's own colour on a light page is #ECECFF, hardly visible on white.
  colours: readonly string[] = ['steelblue'],
): string {
  return [
    'xychart-beta',
    `  x-axis [${labels.map((label) => `"${label}"`).join(', ')}]`,
    `  y-axis ${axis}`,
    ...series.map((numerals) => `  ${kind} [${numerals.join(', ')}]`),
    `%%{init: {"themeVariables": {"xyChart": {"plotColorPalette": "${colours.slice(0, series.length).join(', ')}"}}}}%%`,
  ].join('\n');
}

const SLICES = 7;

/**
 * A Mermaid `pie` of a ranking's first rows and the rest; empty if the parts do not make a whole, or if there
 * is only one.
 */
export function renderPieDiagram(rows: readonly RowView[], total: number | null): string {
  const points = rows.slice(0, SLICES).flatMap(toPoint);
  const isSlice = ({ value }: DiagramPoint) => value > 0 && isDrawable(value);
  if (total === null || points.length < 2 || !points.every(isSlice)) return '';
  const rest = total - points.reduce((sum, { value }) => sum + value, 0);
  const all = rest > 0 ? [...points, { label: 'Other', value: rest }] : points;
  const slices = new Map<string, number>();
  for (const { label, value } of all) {
    const text = escapeLabel(label);
    slices.set(text, (slices.get(text) ?? 0) + value);
  }
  return ['pie', ...[...slices].map(([label, value]) => `  "${label}" : ${formatNumeral(value)}`)].join('\n');
}

// How many characters fit below a diagram of Mermaid's default width.
const AXIS_WIDTH = 90;

/** Labels for an axis: as many as fit, as Mermaid reads them. */
export function axisLabels(labels: readonly (string | null)[]): readonly string[] {
  return thinLabels(labels.map(escapeLabel));
}

/**
 * Keeps every n-th label if there are too many, and replaces the others by invisible ones. Mermaid draws
 * equal labels at one place, so each invisible label has another length; it trims labels, but leaves U+200B.
 */
function thinLabels(labels: readonly string[]): string[] {
  const width = labels.reduce((sum, label) => sum + estimateWidth(label) + 2, 0);
  const step = Math.max(1, Math.ceil(width / AXIS_WIDTH));
  return labels.map((label, index) => {
    if (index % step === 0) return label;
    const mark = label.endsWith(MARK) ? MARK.trim() : '';
    return `${mark}${'\u200b'.repeat(index + 1)}`;
  });
}

/**
 * About how wide a label is drawn, in Latin characters: East Asian characters and emoji count twice,
 * combining marks not at all.
 */
function estimateWidth(label: string): number {
  return Array.from(label.replace(/\p{M}/gu, '')).reduce(
    (width, character) => width + (character > '\u2e7f' ? 2 : 1),
    0,
  );
}

/** Whether Mermaid can read a number: its grammars have no exponents. */
function isDrawable(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) < 1e15 && (value === 0 || Math.abs(value) >= 1e-6);
}

function formatNumeral(value: number): string {
  return String(Number(value.toFixed(6)));
}

const LABEL_LENGTH = 24;

/**
 * A label for Mermaid. Nothing in it can end a string, begin a comment or an entity, notify anyone or
 * reorder text; a long one is cut.
 */
function escapeLabel(label: string | null): string {
  const text = makeControlsVisible(display(label))
    .replaceAll('://', '·')
    .replaceAll('\u00a0', ' ')
    .replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{RI}\u200d .,:()/+_–—…▲-]/gu, '·');
  return truncate(text.trim() || '·', LABEL_LENGTH);
}
