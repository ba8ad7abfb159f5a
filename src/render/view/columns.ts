import type { ReportedInsight } from '../../results.ts';
import { outputUnit } from '../../tables/aggregations.ts';
import type { Query } from '../../tql/query.ts';
import { isOneBucket } from '../../tables/companion-queries.ts';
import { bucketUnit } from '../format/dates.ts';
import { nonFiniteWord } from './rows.ts';
import type { ColumnView, RowView } from './table-types.ts';

/** A column of `cells` that a kind of insight adds. */
export interface ExtraColumn {
  readonly kind: 'count' | 'rate';
  readonly name: string | null;
  readonly title: string;
}

/** What a kind of insight says about its columns. */
export interface ColumnPlan {
  readonly kind: 'ranking' | 'series' | 'funnel' | 'experiment' | 'list';
  readonly shareTitle: string;
  readonly more: readonly ExtraColumn[];
}

/** The columns of an insight's table. A column that would be empty is left out. */
export function buildColumns(
  insight: ReportedInsight,
  rows: readonly RowView[],
  plan: ColumnPlan,
): ColumnView[] {
  const { kind, more } = plan;
  const { metric, dimensions } = insight;
  const some = (test: (row: RowView) => boolean): boolean => rows.some(test);
  const isCompared =
    metric !== null && insight.compare !== null && some((row) => row.previous !== null || row.isNew);
  const columns: ColumnView[] = [];
  if (kind === 'ranking' && metric !== null && dimensions.length > 0)
    columns.push(buildColumn('rank', null, '#'));
  columns.push(...keyColumnsOf(insight, kind));
  const counts = more.map(({ kind, name, title }, index) => buildColumn(kind, name, title, index));
  columns.push(...counts.filter((each) => each.kind === 'count'));
  if (metric !== null) columns.push(buildColumn('metric', metric, metricTitle(insight)));
  // The change comes right after the value, since a phone shows only four columns.
  if (isCompared) columns.push(buildColumn('change', null, changeTitle(insight)));
  if (kind !== 'series' && some((row) => row.share !== null))
    columns.push(buildColumn('share', null, plan.shareTitle));
  const holds = ({ index }: ColumnView): boolean => some(({ cells }) => (cells[index] ?? null) !== null);
  columns.push(...counts.filter((each) => each.kind === 'rate' && holds(each)));
  if (rows.length > 1 && some((row) => row.value !== null && row.value !== 0))
    columns.push(buildColumn('bar', null, ''));
  if (some((row) => row.history.length > 1)) columns.push(buildColumn('trend', null, 'Trend'));
  if (isCompared) columns.push(buildColumn('before', null, 'Before'));
  return [...columns, ...buildOutputColumns(insight, rows)];
}

/** A column; text is aligned left, numbers right. */
export function buildColumn(
  kind: ColumnView['kind'],
  name: string | null,
  title: string,
  index = 0,
  isText = kind === 'key' || kind === 'bar' || kind === 'trend' || kind === 'time',
): ColumnView {
  return {
    kind,
    name,
    title,
    align: isText ? 'left' : 'right',
    formatted: kind === 'metric' || kind === 'before',
    index,
  };
}

function keyColumnsOf(insight: ReportedInsight, kind: ColumnPlan['kind']): ColumnView[] {
  const { dimensions, metric, queryType } = insight;
  if (kind === 'series') return [buildColumn('key', null, bucketTitle(insight.query))];
  if (dimensions.length === 0)
    return metric === null ? [] : [buildColumn('key', null, queryType === 'funnel' ? 'Step' : '')];
  return buildKeyColumns(dimensions);
}

/** The columns of dimensions. */
export function buildKeyColumns(dimensions: readonly string[]): ColumnView[] {
  return dimensions.map((name, index) => buildColumn('key', name, inWords(name), index));
}

/** Two words or more in camel case or snake case. An abbreviation, as in `iOSVersion`, is left as it is. */
const SPELT_TOGETHER = /^[a-z][a-z\d]+(?:(?:[A-Z]|_[a-z])[a-z\d]+)*$/;

/**
 * The heading of a column that events or a query have named: the last part of
 * `TelemetryDeck.Device.modelName` as `Model name`.
 */
function inWords(name: string): string {
  const last = /^[\w.]+\.(\w+)$/.exec(name)?.[1] ?? name;
  if (!SPELT_TOGETHER.test(last)) return last;
  const words = last.replaceAll(/_|(?=[A-Z])/g, ' ').toLowerCase();
  const capital = words.charAt(0).toUpperCase() + words.slice(1);
  return capital.replaceAll(/\b(?:api|id|os|sdk|ui|url)\b/gi, (abbreviation) => abbreviation.toUpperCase());
}

/**
 * The columns with headings that differ: a name is shown whole where it would read like another heading.
 */
export function tellApart(columns: readonly ColumnView[]): readonly ColumnView[] {
  const alike = Map.groupBy(columns, ({ title }) => title.toLowerCase());
  return columns.map((column) => {
    const { name, title } = column;
    const isShared = (alike.get(title.toLowerCase()) ?? []).length > 1;
    return isShared && name !== null && title === inWords(name) ? { ...column, title: name } : column;
  });
}

function buildOutputColumns(insight: ReportedInsight, rows: readonly RowView[]): ColumnView[] {
  const others = insight.outputs.filter(
    (name) => name !== insight.metric && !insight.dimensions.includes(name),
  );
  return others.map((name) => ({
    ...(name === EVENT_TIME && insight.queryType === 'scan'
      ? buildColumn('time', name, 'Time')
      : buildColumn('output', name, inWords(name), 0, holdsText(rows, name))),
    formatted: outputUnit(insight.query, name) === 'other',
  }));
}

/** An event's time, which a scan answers in milliseconds. */
const EVENT_TIME = '__time';

function holdsText(rows: readonly RowView[], name: string): boolean {
  return rows.some(
    ({ values }) =>
      Object.hasOwn(values, name) && typeof values[name] === 'string' && nonFiniteWord(values[name]) === null,
  );
}

/** What the metric counts; the output's own name if that is unknown. */
export function metricTitle(insight: Pick<ReportedInsight, 'unit' | 'metric'>): string {
  if (insight.unit === 'events') return 'Events';
  if (insight.unit === 'users') return 'Users';
  return inWords(insight.metric ?? '');
}

/** `Change`, and which direction is good news if the insight's entry says it: signs that need no colour. */
function changeTitle({ good }: Pick<ReportedInsight, 'good'>): string {
  return good === undefined ? 'Change' : `Change, ${good === 'up' ? '▲' : '▼'} is better`;
}

/** The heading of a timeseries' buckets: `Day` for days. */
function bucketTitle(query: Query): string {
  const unit = bucketUnit(query.granularity);
  if (unit === null) return isOneBucket(query) ? 'Period' : 'Time';
  return unit.charAt(0).toUpperCase() + unit.slice(1);
}
