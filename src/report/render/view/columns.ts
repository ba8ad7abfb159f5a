import type { ReportedInsight } from '../../results/results.ts';
import { outputUnit } from '../../tables/aggregations.ts';
import type { Query } from '../../../tql/query.ts';
import { isOneBucket } from '../../tables/companion-queries.ts';
import { bucketUnit } from '../format/dates.ts';
import { isNumeric } from './cells.ts';
import type { ColumnView, RowView } from './table-types.ts';

/** Which of the columns that not every table has a kind of insight shows, by their headings. */
interface ColumnPlan {
  readonly kind: 'ranking' | 'series' | 'funnel' | 'list';
  /** The heading of shares; none if a share says nothing. */
  readonly share?: string;
  /** The heading of the first number of a row's `cells`, a rate. */
  readonly rate?: string;
  /** The heading of the second one, a count. */
  readonly drop?: string;
  /** The time that the rows' trends span: ` over 13 weeks`. */
  readonly overTime?: string;
}

/** The columns of an insight's table. A column that would be empty is left out. */
export function buildColumns(
  insight: ReportedInsight,
  rows: readonly RowView[],
  { kind, share, rate, drop, overTime = '' }: ColumnPlan,
): ColumnView[] {
  const { metric, dimensions } = insight;
  const isMeasured = metric !== null;
  const isCompared =
    isMeasured &&
    insight.compare !== null &&
    rows.some(({ previous, isNew, hidden }) => previous !== null || isNew || hidden.includes('previous'));
  const hasBars = rows.length > 1 && rows.some(({ value }) => value !== null && value !== 0);
  const hasRate = rate !== undefined && rows.some(({ cells }) => (cells[0] ?? null) !== null);
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
    share !== undefined && rows.some((row) => row.share !== null) && buildColumn('share', null, share),
    hasRate && buildColumn('rate', null, rate),
    hasRate && drop !== undefined && buildColumn('count', null, drop, 1),
    hasBars && buildColumn('bar', null, ''),
    rows.some(({ history }) => history.length > 1) && buildColumn('trend', null, `Trend${overTime}`),
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
