// Makes the badge of a run, as an SVG picture and as JSON for shields.io. The Action writes both next to the
// report (output `badge-path`). Pure.
import type { Conclusion, Results } from '../results/results.ts';
import { truncate } from '../../text/truncate.ts';
import { display } from './format/display.ts';
import { buildGateView } from './view/gates.ts';
import { summarizeGates } from './view/gates-summary.ts';
import { buildView } from './view/report.ts';
import { sentenceAsText } from './view/sentences/sentence.ts';

/** What a badge says: two short texts, and the colour behind the second one as `#rrggbb`. */
interface Badge {
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

/**
 * White text on each of them has a contrast of 4.5 at least, so that they can be read on light and on dark
 * pages.
 */
const COLORS: Readonly<Record<Conclusion, string>> = {
  error: '#57606a',
  failed: '#cf222e',
  inconclusive: '#57606a',
  warned: '#9a6700',
  passed: '#1a7f37',
  neutral: '#0969da',
  skipped: '#57606a',
};

const TEXT_LIMIT = 60;

/**
 * The badge of a run, which the Action writes next to the report: `Users lost by requiring iOS 16 | failed,
 * 2.16%`, `Weekly usage | 1 gate failed, 2 passed`, or without gates the first insight's number.
 */
export function buildBadge(reports: readonly Results[], conclusion: Conclusion): Badge {
  const { label, message } = describe(reports, conclusion);
  return { label: shorten(label), message: shorten(message), color: COLORS[conclusion] };
}

function describe(reports: readonly Results[], conclusion: Conclusion): Pick<Badge, 'label' | 'message'> {
  const [first] = reports;
  const titles = reports.map(({ title }) => title).join(', ');
  if (first === undefined || conclusion === 'error' || conclusion === 'skipped')
    return { label: titles || 'Insight Report', message: conclusion === 'error' ? 'no data' : conclusion };
  const gates = reports.flatMap((results) =>
    results.thresholds.map((verdict) => buildGateView(verdict, results)),
  );
  const [gate] = gates;
  if (gate === undefined) return describeNumber(first);
  if (gates.length > 1) return { label: titles, message: summarizeGates(gates, 'gate') };
  return { label: gate.name, message: [gate.words, gate.value].filter(Boolean).join(', ') };
}

function describeNumber(results: Results): Pick<Badge, 'label' | 'message'> {
  const [insight] = results.insights;
  const lead = sentenceAsText(buildView(results, 'file', null).insights[0]?.says.lead ?? null);
  if (insight?.status !== 'ok' || lead === '') return { label: results.title, message: 'no data' };
  return { label: insight.title, message: lead };
}

function shorten(text: string): string {
  return truncate(display(text.replace(/\s+/g, ' ').trim()), TEXT_LIMIT);
}

/** The badge as shields' endpoint takes it (https://shields.io/badges/endpoint-badge), in JSON. */
export function badgeJson({ label, message, color }: Badge): string {
  return `${JSON.stringify({ schemaVersion: 1, label, message, color: color.slice(1) })}\n`;
}

const LABEL_COLOR = '#24292f';
/** In pixels: left and right of a text, and for one character of the font, which is 11 pixels high. */
const PADDING = 6;
const CELL_WIDTH = 7;

/**
 * The badge as an SVG picture. A monospaced font needs no table of widths, and each text is stretched to the
 * width that was kept for it, whatever font the reader has.
 */
export function badgeSvg({ label, message, color }: Badge): string {
  const [labelWidth, messageWidth] = [widthOf(label), widthOf(message)];
  const [left, right] = [labelWidth + 2 * PADDING, messageWidth + 2 * PADDING];
  const title = escapeXml(`${label}: ${message}`);
  const text = (x: number, width: number, content: string) =>
    `<text x="${x}" y="14" textLength="${width}" lengthAdjust="spacingAndGlyphs">${escapeXml(content)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    '<g clip-path="url(#r)">',
    `<rect width="${left}" height="20" fill="${LABEL_COLOR}"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${color}"/>`,
    '</g>',
    '<g fill="#fff" font-family="ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace" font-size="11" xml:space="preserve">',
    text(PADDING, labelWidth, label),
    text(left + PADDING, messageWidth, message),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/**
 * The width of a text in pixels. From U+1100 on, most characters (East Asia, emoji) are as wide as two
 * others.
 */
function widthOf(text: string): number {
  const cells = Array.from(text, (character) => ((character.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2));
  return cells.reduce((sum, count) => sum + count * CELL_WIDTH, 0);
}

/** Escaped, and without the characters that XML 1.0 cannot hold in any form. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
