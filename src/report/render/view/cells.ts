// Writes the cells of tables, for Markdown, terminals and the explorer. Pure.
import type { ResultValue } from '../../../tql/result.ts';
import { bar, shadeOf, sparkline } from '../format/chart.ts';
import { formatSecond } from '../format/dates.ts';
import { textOf } from '../format/display.ts';
import { type InsightView, isByTime } from './insight-types.ts';
import type { Phrases } from './sentences/phrases.ts';
import { chart, join, raised, say, type Sentence, unbroken, value, words } from './sentences/sentence.ts';
import type { ColumnView, RowView } from './table-types.ts';

/** What a column shows of a row: `3,184`, `▲ 6.1%`, `< 10` for a number that is hidden. */
export function cellOf(row: RowView, column: ColumnView, insight: InsightView, phrases: Phrases): Sentence {
  if (row.hidden.includes(numberNameOf(column))) return say`< ${phrases.number(insight.fewerThan)}`;
  const { change, locale, measured, number, percent } = phrases;
  const { decimals } = column;
  switch (column.kind) {
    case 'rank':
    case 'count':
      return number(numberOf(row, column, insight), decimals);
    case 'key':
      return keyCell(row, column, insight);
    case 'metric':
    case 'before':
      return measured(numberOf(row, column, insight), decimals);
    case 'share':
      return percent(row.share, decimals);
    case 'bar':
      return chart(bar(row.value, insight.largest));
    case 'trend':
      return chart(sparkline(row.history));
    case 'change':
      return isNewlyCounted(row) ? words('new') : change(row.change, row.difference);
    case 'rate': {
      // In the empty half of a triangle there is nothing.
      const rate = row.cells[column.index] ?? null;
      const shade = insight.kind === 'retention' && rate !== null ? `${shadeOf(rate)} ` : '';
      return rate === null ? words('') : say`${words(shade)}${percent(rate, decimals)}`;
    }
    case 'output': {
      const output = outputOf(row, column);
      if (isNumeric(output)) return (column.formatted ? measured : number)(output, decimals);
      return output === null ? words('–') : value(textOf(output));
    }
    case 'time': {
      const output = outputOf(row, column);
      const moment = momentOf(output, insight, locale);
      return moment === null ? value(output === null ? null : textOf(output)) : unbroken(words(moment));
    }
  }
}

/** The number that a column shows of a row; null if it is unknown, or if the column shows no number. */
export function numberOf(row: RowView, column: ColumnView, insight: Pick<InsightView, 'metric'>) {
  switch (column.kind) {
    case 'rank':
      return row.rank;
    case 'metric':
      return measuredOf(row, insight);
    case 'share':
      return row.share;
    case 'change':
      return row.change;
    case 'before':
      return row.previous;
    case 'count':
    case 'rate':
      return row.cells[column.index] ?? null;
    default:
      return null;
  }
}

/** What `hidden` of a row calls the number that a column shows; empty for a column that hides none. */
function numberNameOf({ kind, name, index }: ColumnView): string {
  switch (kind) {
    case 'metric':
      return 'value';
    case 'before':
      return 'previous';
    case 'output':
      return `values.${name ?? ''}`;
    case 'count':
    case 'rate':
      return cellName(index);
    default:
      return '';
  }
}

/** What `hidden` of a row calls one of its `cells`. */
export function cellName(index: number): string {
  return `cells.${index}`;
}

/** The cells of the line about the remaining rows, null where nothing is known; null without such a line. */
export function restCells(
  { columns, rest }: InsightView,
  { measured, number, percent }: Phrases,
): readonly (Sentence | null)[] | null {
  if (rest === null) return null;
  const key = columns.find(({ kind }) => kind === 'key') ?? columns[0];
  return columns.map((column) => {
    if (column === key) return words(rest.text);
    if (column.kind === 'metric' && rest.fewerThan !== null) return say`fewer than ${number(rest.fewerThan)}`;
    if (column.kind === 'metric') return rest.value === null ? null : measured(rest.value, column.decimals);
    return column.kind === 'share' && rest.share !== null ? percent(rest.share, column.decimals) : null;
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

/** A row's value of an output, which may have the name of an inherited property such as `constructor`. */
export function outputOf(row: RowView, column: ColumnView): ResultValue {
  const name = column.name ?? '';
  return Object.hasOwn(row.values, name) ? (row.values[name] ?? null) : null;
}

/** A row's value: if it is not a finite number, the word that JSON has in its place. */
function measuredOf(
  { value, values }: RowView,
  { metric }: Pick<InsightView, 'metric'>,
): number | string | null {
  if (value !== null || metric === null || !Object.hasOwn(values, metric)) return value;
  const metricValue = values[metric] ?? null;
  return isNumeric(metricValue) ? metricValue : null;
}

/** The moment that an output is, in the insight's time zone; null if it is not a moment. */
function momentOf(output: ResultValue, { period }: InsightView, locale: string): string | null {
  const ms = typeof output === 'string' && DATED_TEXT.test(output) ? Date.parse(output) : output;
  const isMoment = typeof ms === 'number' && !Number.isNaN(new Date(ms).getTime());
  return isMoment ? formatSecond(ms, locale, period?.timezone ?? 'UTC') : null;
}

const DATED_TEXT = /^\d{4}-\d\d-\d\dT/;

/** Whether a value is a number, or one of the words for the numbers that JSON cannot hold. */
export function isNumeric(output: unknown): output is number | string {
  return typeof output === 'number' || output === 'Infinity' || output === '-Infinity' || output === 'NaN';
}
