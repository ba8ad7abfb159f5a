import type { ReportedInsight } from '../../results/results.ts';
import { outputUnit } from '../../tables/aggregations.ts';
import type { Query } from '../../../tql/query.ts';
import { isOneBucket } from '../../tables/companion-queries.ts';
import { bucketUnit, formatSecond } from '../format/dates.ts';
import type { ColumnView, RowView } from './table-types.ts';
import type { ResultValue } from '../../../tql/result.ts';
import { bar, shadeOf, sparkline } from '../format/chart.ts';
import { textOf } from '../format/display.ts';
import { type InsightView, isByTime } from './insight-types.ts';
import type { Phrases } from './sentences/phrases.ts';
import { chart, join, raised, say, type Sentence, unbroken, value, words } from './sentences/sentence.ts';

/** What a kind of insight says about its columns. */
interface ColumnPlan {
  readonly kind: 'ranking' | 'series' | 'funnel' | 'list';
  /** The heading of shares; none if a share says nothing. */
  readonly share?: string;
  /** The heading of the first number of a row's `cells`, a rate. */
  readonly rate?: string;
  /** The heading of the second one, a count. */
  readonly drop?: string;
}

/** The columns of an insight's table. A column that would be empty is left out. */
export function buildColumns(
  insight: ReportedInsight,
  rows: readonly RowView[],
  { kind, share, rate, drop }: ColumnPlan,
): ColumnView[] {
  const { metric, dimensions } = insight;
  const some = (test: (row: RowView) => boolean): boolean => rows.some(test);
  const isMeasured = metric !== null;
  const isCompared =
    isMeasured &&
    insight.compare !== null &&
    some(({ previous, isNew, hidden }) => previous !== null || isNew || hidden.includes('previous'));
  const hasBars = rows.length > 1 && some(({ value }) => value !== null && value !== 0);
  const hasRate = rate !== undefined && some(({ cells }) => (cells[0] ?? null) !== null);
  const hasRank = kind === 'ranking' && isMeasured && dimensions.length > 0;
  const columns = [
    hasRank && buildColumn('rank', null, '#'),
    ...keyColumnsOf(insight, kind),
    isMeasured && buildColumn('metric', metric, metricTitle(insight)),
    // The change comes right after the value, since a phone shows only four columns.
    isCompared &&
      buildColumn(
        'change',
        null,
        insight.good === undefined ? 'Change' : `Change, ${insight.good === 'up' ? '▲' : '▼'} is better`,
      ),
    share !== undefined && some((row) => row.share !== null) && buildColumn('share', null, share),
    hasRate && buildColumn('rate', null, rate),
    hasRate && drop !== undefined && buildColumn('count', null, drop, 1),
    hasBars && buildColumn('bar', null, ''),
    some(({ history }) => history.length > 1) && buildColumn('trend', null, 'Trend'),
    isCompared && buildColumn('before', null, 'Before'),
    ...buildOutputColumns(insight, rows),
  ];
  return columns.filter((column) => column !== false);
}

/** A column; text is aligned left, numbers right. */
export function buildColumn(
  kind: ColumnView['kind'],
  name: string | null,
  title: string,
  index = 0,
  isText = ['key', 'bar', 'trend', 'time'].includes(kind),
): ColumnView {
  const formatted = kind === 'metric' || kind === 'before';
  return { kind, name, title, align: isText ? 'left' : 'right', formatted, index, decimals: 0 };
}

function keyColumnsOf(
  { dimensions, metric, query, queryType }: ReportedInsight,
  kind: ColumnPlan['kind'],
): ColumnView[] {
  if (kind === 'series') return [buildColumn('key', null, bucketTitle(query))];
  if (dimensions.length > 0) return buildKeyColumns(dimensions);
  return metric === null ? [] : [buildColumn('key', null, queryType === 'funnel' ? 'Step' : '')];
}

/** The columns of dimensions. */
export function buildKeyColumns(dimensions: readonly string[]): ColumnView[] {
  return dimensions.map((name, index) => buildColumn('key', name, inWords(name), index));
}

/** Two words or more in camel case or snake case. An abbreviation, as in `iOSVersion`, is left as it is. */
const SPELT_TOGETHER = /^[a-z][a-z\d]+(?:(?:[A-Z]|_[a-z])[a-z\d]+)*$/;

/** A column's name from outside as a heading: `TelemetryDeck.Device.modelName` as `Model name`. */
function inWords(name: string): string {
  const last = /^[\w.]+\.(\w+)$/.exec(name)?.[1] ?? name;
  if (!SPELT_TOGETHER.test(last)) return last;
  const words = last.replaceAll(/_|(?=[A-Z])/g, ' ').toLowerCase();
  const capital = words.charAt(0).toUpperCase() + words.slice(1);
  return capital.replaceAll(/\b(?:api|id|os|sdk|ui|url)\b/gi, (abbreviation) => abbreviation.toUpperCase());
}

/** The columns, with whole names as headings where they would read alike. */
export function tellApart(columns: readonly ColumnView[]): readonly ColumnView[] {
  const alike = Map.groupBy(columns, ({ title }) => title.toLowerCase());
  return columns.map((column) => {
    const { name, title } = column;
    const isShared = (alike.get(title.toLowerCase()) ?? []).length > 1;
    return isShared && name !== null && title === inWords(name) ? { ...column, title: name } : column;
  });
}

function buildOutputColumns(
  { dimensions, metric, outputs, query, queryType }: ReportedInsight,
  rows: readonly RowView[],
): ColumnView[] {
  const others = outputs.filter((name) => name !== metric && !dimensions.includes(name));
  return others.map((name) => {
    if (name === EVENT_TIME && queryType === 'scan') return buildColumn('time', name, 'Time');
    const column = buildColumn('output', name, inWords(name), 0, holdsText(rows, name));
    return { ...column, formatted: outputUnit(query, name) === 'other' };
  });
}

/** An event's time, which a scan answers in milliseconds. */
const EVENT_TIME = '__time';

function holdsText(rows: readonly RowView[], name: string): boolean {
  return rows.some(({ values }) => {
    const value = Object.hasOwn(values, name) ? values[name] : null;
    return typeof value === 'string' && !isNumeric(value);
  });
}

/** Whether a value is a number, or one of the words for the numbers that JSON cannot hold. */
function isNumeric(output: unknown): output is number | string {
  return typeof output === 'number' || output === 'Infinity' || output === '-Infinity' || output === 'NaN';
}

/** What the metric counts; the output's own name if that is unknown. */
export function metricTitle(insight: ReportedInsight): string {
  if (insight.unit === 'events') return 'Events';
  if (insight.unit === 'users') return 'Users';
  return inWords(insight.metric ?? '');
}

/** The heading of a timeseries' buckets: `Day` for days. */
function bucketTitle(query: Query): string {
  const unit = bucketUnit(query.granularity);
  if (unit === null) return isOneBucket(query) ? 'Period' : 'Time';
  return unit.charAt(0).toUpperCase() + unit.slice(1);
}

/** A cell of an insight's table. */
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

/** What `hidden` of a row calls the number that a column shows. */
function numberNameOf({ kind, name, index }: ColumnView): string {
  const names = { metric: 'value', before: 'previous', output: `values.${name ?? ''}` } as const;
  if (kind === 'count' || kind === 'rate') return cellName(index);
  return kind === 'metric' || kind === 'before' || kind === 'output' ? names[kind] : '';
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
