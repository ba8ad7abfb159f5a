// Decides which columns the table of an insight has, their headings (`TelemetryDeck.Device.modelName` as
// `Model name`), and how many decimals their numbers have. Pure.
import type { ReportedInsight } from '../../results/results.ts';
import { outputUnit } from '../../tables/query/counting.ts';
import { isNumeric } from './cells.ts';
import type { ColumnView, RowView } from './table-types.ts';
import { bucketTitle, inWords, metricTitle } from './headings.ts';

/** The headings of the columns that not every table has. A column without a heading here is left out. */
interface ColumnPlan {
  readonly kind: 'ranking' | 'series' | 'funnel' | 'list';
  /** The heading of the shares: `Share`, `Of all`. */
  readonly share?: string;
  /** The heading of a funnel's rates, the first number of a row's `cells`: `Continue`. */
  readonly rate?: string;
  /** The heading of the users who were lost at a step, the second number of `cells`: `Drop-off`. */
  readonly drop?: string;
  /** The time that the rows' trends span, which their heading ends with: ` over 13 weeks`. */
  readonly overTime?: string;
}

/** The columns of an insight's table. A column that would be empty is left out. */
export function buildColumns(
  insight: ReportedInsight,
  rows: readonly RowView[],
  { kind, share, rate, drop, overTime = '' }: ColumnPlan,
): ColumnView[] {
  const { metric, dimensions, good } = insight;
  const isMeasured = metric !== null;
  const hasPrevious = ({ previous, isNew, hidden }: RowView) =>
    previous !== null || isNew || hidden.includes('previous');
  const isCompared = isMeasured && insight.compare !== null && rows.some(hasPrevious);
  const hasBars = rows.length > 1 && rows.some(({ value }) => value !== null && value !== 0);
  const hasRates = rows.some(({ cells }) => (cells[0] ?? null) !== null);
  const better = good === 'up' ? '▲' : '▼';
  const columns: ColumnView[] = [];
  const add = (column: ColumnFacts) => {
    columns.push(buildColumn(column));
  };
  if (kind === 'ranking' && isMeasured && dimensions.length > 0) add({ kind: 'rank', title: '#' });
  columns.push(...keyColumnsOf(insight, kind));
  if (isMeasured) add({ kind: 'metric', name: metric, title: metricTitle(insight) });
  // The change comes right after the value, since a phone shows only four columns.
  if (isCompared)
    add({ kind: 'change', title: good === undefined ? 'Change' : `Change, ${better} is better` });
  if (share !== undefined && rows.some((row) => row.share !== null)) add({ kind: 'share', title: share });
  if (rate !== undefined && hasRates) add({ kind: 'rate', title: rate });
  if (drop !== undefined && hasRates) add({ kind: 'count', title: drop, index: 1 });
  if (hasBars) add({ kind: 'bar', title: '' });
  if (rows.some(({ history }) => history.length > 1)) add({ kind: 'trend', title: `Trend${overTime}` });
  if (isCompared) add({ kind: 'before', title: 'Before' });
  return [...columns, ...buildOutputColumns(insight, rows)];
}

/**
 * What distinguishes a column. `isText`: whether it is aligned left, as text is; numbers are aligned right.
 */
interface ColumnFacts
  extends Pick<ColumnView, 'kind' | 'title'>, Partial<Pick<ColumnView, 'name' | 'index'>> {
  readonly isText?: boolean;
}

const TEXT_KINDS: readonly ColumnView['kind'][] = ['key', 'bar', 'trend', 'time'];

/** A column of a table. */
export function buildColumn({
  kind,
  title,
  name = null,
  index = 0,
  isText = TEXT_KINDS.includes(kind),
}: ColumnFacts): ColumnView {
  const formatted = kind === 'metric' || kind === 'before';
  return { kind, name, title, align: isText ? 'left' : 'right', formatted, index, decimals: 0 };
}

function keyColumnsOf(
  { dimensions, metric, query, queryType }: ReportedInsight,
  kind: ColumnPlan['kind'],
): ColumnView[] {
  if (kind === 'series') return [buildColumn({ kind: 'key', title: bucketTitle(query) })];
  if (dimensions.length > 0) return buildKeyColumns(dimensions);
  if (metric === null) return [];
  return [buildColumn({ kind: 'key', title: queryType === 'funnel' ? 'Step' : '' })];
}

/** The columns of dimensions. */
export function buildKeyColumns(dimensions: readonly string[]): ColumnView[] {
  return dimensions.map((name, index) => buildColumn({ kind: 'key', name, title: inWords(name), index }));
}

function buildOutputColumns(
  { dimensions, metric, outputs, query, queryType }: ReportedInsight,
  rows: readonly RowView[],
): ColumnView[] {
  const others = outputs.filter((name) => name !== metric && !dimensions.includes(name));
  return others.map((name) => {
    if (name === EVENT_TIME && queryType === 'scan')
      return buildColumn({ kind: 'time', name, title: 'Time' });
    const isText = holdsText(rows, name);
    const column = buildColumn({ kind: 'output', name, title: inWords(name), isText });
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
