import type { ResultValue } from '../../tql/result.ts';
import { bar, sparkline } from '../format/chart.ts';
import { formatSecond } from '../format/dates.ts';
import { textOf } from '../format/display.ts';
import { isNumeric } from './columns.ts';
import { type InsightView, isByTime } from './insight-types.ts';
import type { Phrases } from './sentences/phrases.ts';
import { chart, join, raised, say, type Sentence, unbroken, value, words } from './sentences/sentence.ts';
import type { ColumnView, RowView } from './table-types.ts';

/** A cell of an insight's table. */
export function cellOf(row: RowView, column: ColumnView, insight: InsightView, phrases: Phrases): Sentence {
  const { change, locale, measured, number, percent } = phrases;
  switch (column.kind) {
    case 'rank':
      return number(row.rank);
    case 'key':
      return keyCell(row, column, insight);
    case 'metric':
      return measured(measuredOf(row, insight));
    case 'share':
      return percent(row.share);
    case 'bar':
      return chart(bar(row.value, insight.largest));
    case 'trend':
      return chart(sparkline(row.history));
    case 'change':
      return isNewlyCounted(row) ? words('new') : change(row.change, row.difference);
    case 'before':
      return measured(row.previous);
    case 'count':
      return number(row.cells[column.index] ?? null);
    case 'rate': {
      // In the empty half of a triangle there is nothing.
      const rate = row.cells[column.index] ?? null;
      return rate === null ? words('') : percent(rate);
    }
    case 'output': {
      const output = outputOf(row, column);
      if (isNumeric(output)) return (column.formatted ? measured : number)(output);
      return output === null ? words('–') : value(textOf(output));
    }
    case 'time': {
      const output = outputOf(row, column);
      const moment = momentOf(output, insight, locale);
      return moment === null ? value(output === null ? null : textOf(output)) : unbroken(words(moment));
    }
  }
}

/**
 * The line about the remaining rows: its text in the first column of keys, its sum and its share; null in the
 * other columns, and where a number is unknown. Null if there is no such line.
 */
export function restCells(
  { columns, rest }: InsightView,
  { measured, percent }: Phrases,
): readonly (Sentence | null)[] | null {
  if (rest === null) return null;
  const key = columns.find(({ kind }) => kind === 'key') ?? columns[0];
  return columns.map((column) => {
    if (column === key) return words(rest.text);
    if (column.kind === 'metric') return rest.value === null ? null : measured(rest.value);
    return column.kind === 'share' && rest.share !== null ? percent(rest.share) : null;
  });
}

/** A column's heading: only the names of outputs and dimensions come from outside. */
export function headingOf({ name, title }: ColumnView): Sentence {
  return name === null ? words(title) : value(title);
}

/** A row's key; the last column of keys carries the row's marks. */
function keyCell(row: RowView, column: ColumnView, { columns, kind }: InsightView): Sentence {
  const isDate = column.name === null && isByTime({ kind });
  const name = value(keyOf(row, column));
  const key = isDate ? unbroken(name) : name;
  const mark = markOf(row, kind);
  if (mark === '' && row.marks.length === 0) return key;
  const marks = join([mark === '' ? null : words(mark), ...row.marks.map(value)], ', ');
  const isLast = column === columns.findLast((each) => each.kind === 'key');
  return isLast ? say`${key} ${marks && raised(marks)}` : key;
}

/** The mark beside a row's name: `so far`, `new`, or the places gained or lost (`▲2`); empty for none. */
function markOf(row: RowView, kind: InsightView['kind']): string {
  if (row.soFar) return 'so far';
  if (row.isNew) return 'new';
  if (kind !== 'ranking' || row.moved === null || row.moved === 0) return '';
  return row.moved > 0 ? `▲${row.moved}` : `▼${-row.moved}`;
}

/** Whether a row was 0 or missing before: its change is never shown as infinity. */
function isNewlyCounted({ change, isNew, previous, value }: RowView): boolean {
  return change === null && (isNew || previous === 0) && value !== 0 && value !== null;
}

/** The text of a key column: the value of a dimension, the date of a bucket, the name of a step. */
export function keyOf(row: RowView, column: ColumnView): string | null {
  return column.name === null ? row.label : (row.names[column.index] ?? null);
}

/**
 * A row's value of an output column; null if it has none. An output may have the name of an inherited
 * property such as `constructor`.
 */
export function outputOf(row: RowView, column: ColumnView): ResultValue {
  const name = column.name ?? '';
  return Object.hasOwn(row.values, name) ? (row.values[name] ?? null) : null;
}

/**
 * A row's value: if it is not a finite number, the word that JSON has in its place (`Infinity`, `-Infinity`,
 * `NaN`).
 */
export function measuredOf({ value, values }: RowView, { metric }: InsightView): number | string | null {
  if (value !== null || metric === null || !Object.hasOwn(values, metric)) return value;
  const given = values[metric] ?? null;
  return isNumeric(given) ? given : null;
}

/** The moment that an output is, in the insight's time zone; null if it is not a moment. */
function momentOf(output: ResultValue, { period }: InsightView, locale: string): string | null {
  const ms = typeof output === 'string' && DATED_TEXT.test(output) ? Date.parse(output) : output;
  const isMoment = typeof ms === 'number' && Math.abs(ms) <= LAST_MS;
  return isMoment ? formatSecond(ms, locale, period?.timezone ?? 'UTC') : null;
}

const DATED_TEXT = /^\d{4}-\d\d-\d\dT/;

/** The latest moment that a `Date` can hold. */
const LAST_MS = 8.64e15;
