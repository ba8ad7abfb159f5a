// The helpers that templates can call, with the arguments that they take: `{{number total}}`, `{{#if (gt
// total 3)}}`. docs/reference/template-helpers.md describes each helper. Pure.
import { bar, sparkline } from '../format/chart.ts';
import { formatDay, formatMoment } from '../format/dates.ts';
import { display } from '../format/display.ts';
import { makeLinesVisible } from '../../../text/visible.ts';
import {
  formatChange,
  formatDifference,
  formatDuration,
  formatPoints,
  numberFormat,
  subtract,
} from '../format/numbers.ts';
import { type ValueFormat, withUnit } from '../format/values.ts';
import { codeSpan, escapeValue, formatValueAsMarkdown } from '../markdown/escape.ts';
import { renderLink } from '../markdown/link.ts';
import { escapeHtml } from '../markdown/html.ts';
import { escapeProse } from '../markdown/prose.ts';
import { renderGates } from '../markdown/gates.ts';
import { renderReleases } from '../markdown/releases.ts';
import { sentenceAsHtml } from '../markdown/sentence.ts';
import { renderCsv, renderMarkdownTable, renderVersions } from '../markdown/table.ts';
import type { Minimums, ReleaseResult, Signals } from '../../results/results.ts';
import { renderMinimums } from '../minimums/section.ts';
import { renderSignals } from '../signals/markdown.ts';
import type { InsightView, PeriodView } from '../view/insight-types.ts';
import type { GateView, View } from '../view/report-types.ts';
import type { VersionsView } from '../view/analysis-types.ts';
import { Sentence } from '../view/sentences/sentence.ts';
import type { ArgumentKind } from './argument-kinds.ts';

/**
 * The kinds of the arguments that a helper needs, and of those that may follow; `many`: any number of any.
 */
export type Signature = readonly [
  needed: readonly ArgumentKind[],
  optional: readonly ArgumentKind[] | 'many',
];

/** A helper: its arguments, and what it writes for the view and them. */
type Helper<Output> = readonly [...Signature, write: (view: View, ...values: readonly never[]) => Output];

/** The helpers whose output is Markdown: it is not escaped again. */
export const MARKDOWN_HELPERS: Readonly<Record<string, Helper<string>>> = Object.freeze({
  number: [
    ['value'],
    ['format'],
    (view: View, value: Numeric, format: ValueFormat | null = null) =>
      formatValueAsMarkdown(value, format, view.locale),
  ],
  percent: [
    ['numeric'],
    [],
    (view: View, value: Numeric) => numberFormat(view.locale).percent(toNumber(value)),
  ],
  delta: [['numeric'], [], (view: View, change: Numeric) => formatChange(toNumber(change), view.locale)],
  signed: [
    ['numeric'],
    ['format'],
    (view: View, difference: Numeric, format: ValueFormat | null = null) =>
      formatDifference(toNumber(difference), (size) => formatValueAsMarkdown(size, format, view.locale)),
  ],
  points: [
    ['numeric', 'numeric'],
    [],
    (view: View, now: Numeric, before: Numeric) =>
      formatPoints(subtract(toNumber(now), toNumber(before)), view.locale),
  ],
  amount: [
    ['value', 'text'],
    ['format'],
    (view: View, count: number | null, unit: string, format: ValueFormat | null = null) =>
      withUnit(formatValueAsMarkdown(count, format, view.locale), count, unit, format),
  ],
  duration: [['value'], [], (view: View, ms: number) => formatDuration(ms, view.locale)],
  bar: [
    ['value', 'value'],
    [],
    (_: View, value: number | null, largest: number | null) => codeSpan(bar(value, largest), 'cell'),
  ],
  sparkline: [
    ['list'],
    [],
    (_: View, values: readonly (number | null)[] | null) => codeSpan(sparkline(values ?? []), 'cell'),
  ],
  date: [['moment'], ['zone'], dateHelper(formatDay)],
  moment: [['moment'], ['zone'], dateHelper(formatMoment)],
  code: [['any'], [], (_: View, value: string | null) => codeSpan(display(value), 'anywhere')],
  prose: [
    ['text'],
    [],
    (_: View, text: string | null) => (text === null ? escapeValue(null) : escapeProse(text)),
  ],
  html: [
    ['any'],
    [],
    (_: View, value: string | Sentence | null) =>
      value instanceof Sentence ? sentenceAsHtml(value) : escapeHtml(value),
  ],
  link: [
    ['text', 'words'],
    [],
    (_: View, url: string | null, text: Parameters<typeof renderLink>[1]) => renderLink(url, text),
  ],
  fence: [
    ['text'],
    ['text'],
    (_: View, text: string | null, language: string | null = null) =>
      text === null ? '' : codeFence(text, language ?? ''),
  ],
  gateTable: [
    ['gates'],
    ['any'],
    (_: View, gates: readonly GateView[], shown: PeriodView | null = null) => renderGates(gates, shown),
  ],
  signalTable: [
    ['signals'],
    [],
    (view: View, signals: Signals | null) => renderSignals(signals, view.locale),
  ],
  minimumSection: [
    ['minimums'],
    [],
    (view: View, minimums: Minimums | null) => renderMinimums(minimums, view.locale),
  ],
  releaseSections: [
    ['releases'],
    [],
    (view: View, releases: readonly ReleaseResult[]) => renderReleases(releases, view.locale),
  ],
  table: [['insight'], [], (view: View, insight: InsightView) => renderMarkdownTable(insight, view.locale)],
  versionTable: [['versions'], [], (_: View, versions: VersionsView) => renderVersions(versions)],
});

/** The helpers whose output is a value: it is escaped when it is printed. */
const VALUE_HELPERS: Readonly<Record<string, Helper<unknown>>> = {
  csv: [['insight'], [], (_: View, insight: InsightView) => renderCsv(insight)],
  plural: [
    ['value', 'text', 'text'],
    [],
    (_: View, count: number | null, one: string, other: string) => (count === 1 ? one : other),
  ],
  eq: [['any', 'any'], [], (_: View, left: unknown, right: unknown) => left === right],
  gt: [['value', 'value'], [], (_: View, left: number, right: number) => left > right],
  not: [['any'], [], (_: View, value: unknown) => !isTruthy(value)],
  and: [['any'], 'many', (_: View, ...values: unknown[]) => values.every(isTruthy)],
  or: [['any'], 'many', (_: View, ...values: unknown[]) => values.some(isTruthy)],
};

/** All of our helpers. No field of the view may have the same name, since the helper would hide it. */
export const HELPERS: Readonly<Record<string, Helper<unknown>>> = Object.freeze({
  ...MARKDOWN_HELPERS,
  ...VALUE_HELPERS,
});

function dateHelper(write: (ms: number, locale: string, zone: string) => string) {
  return ({ locale, timezone }: View, iso: string | null, zone: string | null = null): string =>
    iso === null ? '–' : write(Date.parse(iso), locale, zone ?? timezone);
}

/** A number as results hold it: infinities and NaN are words. */
type Numeric = number | string | null;

function toNumber(value: Numeric): number | null {
  return typeof value === 'string' ? Number(value) : value;
}

/** Whether `{{#if}}` takes a value for true. An empty list is false. */
function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** A fenced code block, with a fence longer than any run of backticks in the text. */
function codeFence(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language.replace(/[^a-z0-9]/gi, '')}\n${makeLinesVisible(text)}\n${marks}`;
}
