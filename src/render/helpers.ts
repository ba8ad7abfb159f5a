import { bar, sparkline } from './chart.ts';
import { csvOf } from './csv.ts';
import { formatDay, formatMoment } from './dates.ts';
import { codeSpan, escapeHtml, escapeProse, escapeValue } from './escape.ts';
import { display, visible } from './display.ts';
import { delta, duration, numberFormat, signed } from './format.ts';
import { gateTable } from './gate-table.ts';
import { link } from './link.ts';
import { markdownTable } from './table.ts';
import { valueText } from './value-format.ts';
import type { FormatView, GateView, InsightView, View } from './view.ts';

/** What a helper is called with: its arguments and the whole view. It gives Markdown, or a value for another helper. */
type Helper = (view: View, ...values: readonly never[]) => Output;

/** `markdown` is put into the document as it is; `value` is escaped unless another helper takes it. */
type Output = { readonly markdown: string } | { readonly value: unknown };

const markdown = (text: string): Output => ({ markdown: text });

/** The helpers of templates, by name. No field of the view has one of these names: a helper would hide it. */
export const HELPERS: Readonly<Record<string, Helper>> = Object.freeze({
  number: (view: View, value: number | string | null, format: FormatView | null = null) =>
    markdown(valueText(value, format, view.locale)),
  percent: (view: View, value: Numeric) => markdown(numberFormat(view.locale).percent(numeric(value))),
  delta: (view: View, change: Numeric) => markdown(delta(numeric(change), view.locale)),
  signed: (view: View, difference: Numeric, format: FormatView | null = null) =>
    markdown(signed(numeric(difference), (size) => valueText(size, format, view.locale))),
  points: (view: View, now: Numeric, before: Numeric) => markdown(points(numeric(now), numeric(before), view.locale)),
  amount: (view: View, count: number | null, unit: string, format: FormatView | null = null) =>
    markdown(amount(count, unit, view.locale, format)),
  duration: (view: View, ms: number) => markdown(duration(ms, view.locale)),
  bar: (_: View, value: number | null, largest: number | null) => drawn(bar(value, largest)),
  sparkline: (_: View, values: readonly (number | null)[] | null) => drawn(sparkline(values ?? [])),
  date: (view: View, iso: string | null, zone: string | null = null) =>
    markdown(iso === null ? '–' : formatDay(Date.parse(iso), view.locale, zone ?? view.timezone)),
  moment: (view: View, iso: string | null, zone: string | null = null) =>
    markdown(iso === null ? '–' : formatMoment(Date.parse(iso), view.locale, zone ?? view.timezone)),
  escape: (_: View, value: string | null) => markdown(escapeValue(value)),
  code: (_: View, value: string | null) => markdown(codeSpan(display(value), 'anywhere')),
  prose: (_: View, text: string | null) => markdown(text === null ? escapeValue(null) : escapeProse(text)),
  html: (_: View, value: string | null) => markdown(escapeHtml(value)),
  link: (_: View, url: string | null, text: Parameters<typeof link>[1]) => markdown(link(url, text)),
  csv: (_: View, insight: InsightView) => ({ value: csvOf(insight) }),
  fence: (_: View, text: string | null, language: string | null = null) =>
    markdown(text === null ? '' : fence(text, language ?? '')),
  gateTable: (_: View, gates: readonly GateView[]) => markdown(gateTable(gates)),
  table: (view: View, insight: InsightView) => markdown(markdownTable(insight, view.locale)),
  plural: (_: View, count: number | null, one: string, other: string) => ({ value: count === 1 ? one : other }),
  eq: (_: View, left: unknown, right: unknown) => ({ value: left === right }),
  gt: (_: View, left: number, right: number) => ({ value: left > right }),
  not: (_: View, value: unknown) => ({ value: !truth(value) }),
  and: (_: View, ...values: unknown[]) => ({ value: values.every(truth) }),
  or: (_: View, ...values: unknown[]) => ({ value: values.some(truth) }),
});

/** A number as results hold it: infinities and what is no number are words. */
type Numeric = number | string | null;

function numeric(value: Numeric): number | null {
  return typeof value === 'string' ? Number(value) : value;
}

/** What `{{#if}}` takes for true: an empty list is false. */
function truth(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** A count with what it counts, where that is known: `1 user`, `12,450 events`. */
export function amount(count: number | null, unit: string, locale: string, format: FormatView | null = null): string {
  const number = valueText(count, format, locale);
  if ((unit !== 'events' && unit !== 'users') || (format !== null && format.options['style'] !== undefined))
    return number;
  return `${number} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

/** The change of a part in percentage points: `▲ 0.4 points`; a dash where one is not known. */
function points(now: number | null, before: number | null, locale: string): string {
  if (now === null || before === null || !Number.isFinite(now - before)) return '–';
  const tenths = Math.round((now - before) * 1000) / 10;
  if (tenths === 0) return '±0 points';
  const size = Math.abs(tenths);
  return `${tenths > 0 ? '▲' : '▼'}\u00a0${numberFormat(locale).number(size)} ${size === 1 ? 'point' : 'points'}`;
}

function drawn(characters: string): Output {
  return markdown(characters === '' ? '' : codeSpan(characters, 'cell'));
}

/** A fenced block whose fence is longer than any run of backticks in the text. */
function fence(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const marks = '`'.repeat(longest + 1);
  const lines = text.split('\n').map(visible).join('\n');
  return `${marks}${language.replace(/[^a-z0-9]/gi, '')}\n${lines}\n${marks}`;
}
