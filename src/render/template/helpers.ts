import { bar, sparkline } from '../format/chart.ts';
import { formatDay, formatMoment } from '../format/dates.ts';
import { display } from '../format/display.ts';
import { makeControlsVisible } from '../../text/visible.ts';
import {
  formatChange,
  formatDifference,
  formatDuration,
  formatPoints,
  numberFormat,
  subtract,
} from '../format/numbers.ts';
import { type ValueFormat, withUnit } from '../format/values.ts';
import { renderCsv } from '../markdown/csv.ts';
import {
  codeSpan,
  escapeHtml,
  escapeProse,
  escapeValue,
  formatValueAsMarkdown,
  renderLink,
} from '../markdown/escape.ts';
import { renderGates } from '../markdown/gates.ts';
import { renderReleases } from '../markdown/releases.ts';
import { sentenceAsHtml } from '../markdown/sentence.ts';
import { renderMarkdownTable } from '../markdown/table.ts';
import { renderVersions } from '../markdown/versions.ts';
import type { ReleaseResult, Signals } from '../../results.ts';
import { renderSignals } from '../../signals/presenting/markdown.ts';
import type { InsightView, PeriodView } from '../view/insight-types.ts';
import type { GateView, View } from '../view/report-types.ts';
import type { VersionsView } from '../view/analysis-types.ts';
import { Sentence } from '../view/sentences/sentence.ts';

/**
 * A helper: how many arguments it needs, which it takes, and what it makes of the whole view and of them.
 */
type Helper = readonly [
  least: number,
  takes: Signature,
  write: (view: View, ...values: readonly never[]) => Output,
];

/** `markdown` is written to the document as it is; `value` is escaped unless another helper takes it. */
type Output = { readonly markdown: string } | { readonly value: unknown };

const markdown = (text: string): Output => ({ markdown: text });

/**
 * The helpers of templates, by name. No field of the view may have the same name, since the helper would hide
 * it.
 */
export const HELPERS: Readonly<Record<string, Helper>> = Object.freeze({
  number: [
    1,
    ['value', 'format'],
    (view: View, value: number | string | null, format: ValueFormat | null = null) =>
      markdown(formatValueAsMarkdown(value, format, view.locale)),
  ],
  percent: [
    1,
    ['numeric'],
    (view: View, value: Numeric) => markdown(numberFormat(view.locale).percent(toNumber(value))),
  ],
  delta: [
    1,
    ['numeric'],
    (view: View, change: Numeric) => markdown(formatChange(toNumber(change), view.locale)),
  ],
  signed: [
    1,
    ['numeric', 'format'],
    (view: View, difference: Numeric, format: ValueFormat | null = null) => {
      const write = (size: number): string => formatValueAsMarkdown(size, format, view.locale);
      return markdown(formatDifference(toNumber(difference), write));
    },
  ],
  points: [
    2,
    ['numeric', 'numeric'],
    (view: View, now: Numeric, before: Numeric) =>
      markdown(formatPoints(subtract(toNumber(now), toNumber(before)), view.locale)),
  ],
  amount: [
    2,
    ['value', 'text', 'format'],
    (view: View, count: number | null, unit: string, format: ValueFormat | null = null) =>
      markdown(withUnit(formatValueAsMarkdown(count, format, view.locale), count, unit, format)),
  ],
  duration: [1, ['value'], (view: View, ms: number) => markdown(formatDuration(ms, view.locale))],
  bar: [
    2,
    ['value', 'value'],
    (_: View, value: number | null, largest: number | null) => codeOutput(bar(value, largest)),
  ],
  sparkline: [
    1,
    ['list'],
    (_: View, values: readonly (number | null)[] | null) => codeOutput(sparkline(values ?? [])),
  ],
  date: [1, ['moment', 'zone'], dateHelper(formatDay)],
  moment: [1, ['moment', 'zone'], dateHelper(formatMoment)],
  code: [1, ['any'], (_: View, value: string | null) => markdown(codeSpan(display(value), 'anywhere'))],
  prose: [
    1,
    ['text'],
    (_: View, text: string | null) => markdown(text === null ? escapeValue(null) : escapeProse(text)),
  ],
  html: [
    1,
    ['any'],
    (_: View, value: string | Sentence | null) =>
      markdown(value instanceof Sentence ? sentenceAsHtml(value) : escapeHtml(value)),
  ],
  link: [
    2,
    ['text', 'words'],
    (_: View, url: string | null, text: Parameters<typeof renderLink>[1]) => markdown(renderLink(url, text)),
  ],
  csv: [1, ['insight'], (_: View, insight: InsightView) => ({ value: renderCsv(insight) })],
  fence: [
    1,
    ['text', 'text'],
    (_: View, text: string | null, language: string | null = null) =>
      markdown(text === null ? '' : codeFence(text, language ?? '')),
  ],
  gateTable: [
    1,
    ['gates', 'any'],
    (_: View, gates: readonly GateView[], shown: PeriodView | null = null) =>
      markdown(renderGates(gates, shown)),
  ],
  signalTable: [
    1,
    ['signals'],
    (view: View, signals: Signals | null) =>
      markdown(signals === null ? '' : renderSignals(signals, view.locale)),
  ],
  releaseSections: [
    1,
    ['releases'],
    (view: View, releases: readonly ReleaseResult[]) => markdown(renderReleases(releases, view.locale)),
  ],
  table: [
    1,
    ['insight'],
    (view: View, insight: InsightView) => markdown(renderMarkdownTable(insight, view.locale)),
  ],
  versionTable: [1, ['versions'], (_: View, versions: VersionsView) => markdown(renderVersions(versions))],
  plural: [
    3,
    ['value', 'text', 'text'],
    (_: View, count: number | null, one: string, other: string) => ({ value: count === 1 ? one : other }),
  ],
  eq: [2, ['any', 'any'], (_: View, left: unknown, right: unknown) => ({ value: left === right })],
  gt: [2, ['value', 'value'], (_: View, left: number, right: number) => ({ value: left > right })],
  not: [1, ['any'], (_: View, value: unknown) => ({ value: !isTruthy(value) })],
  and: [1, 'many', (_: View, ...values: unknown[]) => ({ value: values.every(isTruthy) })],
  or: [1, 'many', (_: View, ...values: unknown[]) => ({ value: values.some(isTruthy) })],
});

/**
 * The arguments of Handlebars' own helpers; `log` is left out, since it would write rows to the run's log.
 */
const BLOCKS: Readonly<Record<string, readonly [least: number, takes: Signature]>> = {
  if: [1, ['any']],
  unless: [1, ['any']],
  each: [1, ['any']],
  with: [1, ['any']],
  lookup: [2, ['any', 'any']],
};

/** The names of all helpers. */
export const HELPER_NAMES: ReadonlySet<string> = new Set([...Object.keys(HELPERS), ...Object.keys(BLOCKS)]);

function signatureOf(name: string): readonly [least: number, takes: Signature, ...unknown[]] {
  return HELPERS[name] ?? BLOCKS[name] ?? [0, 'many'];
}

function dateHelper(write: (ms: number, locale: string, zone: string) => string) {
  return ({ locale, timezone }: View, iso: string | null, zone: string | null = null): Output =>
    markdown(iso === null ? '–' : write(Date.parse(iso), locale, zone ?? timezone));
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

function codeOutput(characters: string): Output {
  return markdown(characters === '' ? '' : codeSpan(characters, 'cell'));
}

/** A fenced code block, with a fence longer than any run of backticks in the text. */
function codeFence(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const marks = '`'.repeat(longest + 1);
  const lines = text.split('\n').map(makeControlsVisible).join('\n');
  return `${marks}${language.replace(/[^a-z0-9]/gi, '')}\n${lines}\n${marks}`;
}

/** A type of argument. */
type ArgumentKind = keyof typeof ARGUMENT_KINDS;

/** The types of a helper's arguments; `many` takes any number of any type. */
type Signature = readonly ArgumentKind[] | 'many';

// A number may be a text: results hold "Infinity" and "NaN", and outputs may be anything.
const ARGUMENT_KINDS = {
  value: { is: 'a number', fits: (value: unknown) => ['number', 'string'].includes(typeof value) },
  numeric: {
    is: 'a number',
    fits: (value: unknown) => !isObject(value) && /^(NaN|-?(Infinity|\d[\d.e+-]*))$/.test(String(value)),
  },
  text: { is: 'a text', fits: (value: unknown) => typeof value === 'string' },
  moment: {
    is: 'a moment in ISO form',
    fits: (value: unknown) => typeof value === 'string' && !isNaN(Date.parse(value)),
  },
  zone: { is: 'a time zone such as Europe/Berlin', fits: (value: unknown) => typeof value === 'string' },
  list: { is: 'a list of numbers', fits: (value: unknown) => Array.isArray(value) && !value.some(isObject) },
  gates: {
    is: 'gates',
    fits: (value: unknown) => Array.isArray(value) && value.every((each) => hasField(each, 'outcome')),
  },
  insight: {
    is: 'an insight',
    fits: (value: unknown) => hasField(value, 'columns') && hasField(value, 'rows'),
  },
  releases: { is: 'releases', fits: (value: unknown) => Array.isArray(value) },
  signals: { is: 'signals', fits: (value: unknown) => hasField(value, 'scope') },
  versions: { is: 'versions', fits: (value: unknown) => hasField(value, 'families') },
  format: { is: 'a format', fits: (value: unknown) => hasField(value, 'options') },
  words: { is: 'a text', fits: () => true },
  any: { is: 'a value', fits: (value: unknown) => !isMarkdown(value) },
} as const;

/** The types that must not be null, since nothing could be shown for it. */
const NEEDED: ReadonlySet<ArgumentKind> = new Set<ArgumentKind>(['gates', 'insight', 'versions']);

/** Checks the number of a helper's arguments, and its named ones; null if they are right. */
export function findCallFault(name: string, count: number, named: readonly string[]): string | null {
  const [least, signature] = signatureOf(name);
  if (named[0] !== undefined && !(named[0] === 'includeZero' && (name === 'if' || name === 'unless')))
    return `the helper "${name}" takes no ${named[0]}=…`;
  const most = signature === 'many' ? Infinity : signature.length;
  if (count >= least && count <= most) return null;
  const many = most === least ? `${least}` : most === Infinity ? `${least} or more` : `${least} to ${most}`;
  return `the helper "${name}" takes ${many} argument${most === 1 ? '' : 's'}${describeArguments(name)}, but was given ${count}`;
}

/**
 * Checks the types of a helper's arguments without quoting one; null if they are right. Null, the unknown
 * value, is mostly allowed.
 */
export function findArgumentFault(name: string, values: readonly unknown[]): string | null {
  const [, signature] = signatureOf(name);
  if (signature === 'many') return null;
  for (const [index, kind] of signature.entries()) {
    const value = values[index] ?? null;
    if (value === null && (index >= values.length || !NEEDED.has(kind))) continue;
    if (!ARGUMENT_KINDS[kind].fits(value))
      return `the helper "${name}" takes ${ARGUMENT_KINDS[kind].is}, but was given ${describeValue(value, kind)}`;
  }
  return null;
}

/** A helper's arguments in brackets, for a message. */
export function describeArguments(name: string): string {
  const [, signature] = signatureOf(name);
  return signature === 'many' ? '' : ` (${signature.map((kind) => ARGUMENT_KINDS[kind].is).join(', ')})`;
}

function describeValue(value: unknown, wanted: ArgumentKind): string {
  if (value === null) return 'nothing';
  if (isMarkdown(value)) return 'the output of another helper';
  if (Array.isArray(value))
    return wanted === 'list' || wanted === 'gates' ? 'a list of something else' : 'a list';
  if (typeof value === 'string') return wanted === 'moment' ? 'a text that is not one' : 'a text';
  return typeof value === 'object' ? 'something else' : `a ${typeof value}`;
}

function isMarkdown(value: unknown): boolean {
  return hasField(value, 'toHTML');
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function hasField(value: unknown, field: string): boolean {
  return typeof value === 'object' && value !== null && field in value;
}
