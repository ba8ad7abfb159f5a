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
  columns.push(...buildKeyColumns(insight, kind));
  const counts = more.map(({ kind, name, title }, index) => buildColumn(kind, name, title, index));
  columns.push(...counts.filter((each) => each.kind === 'count'));
  if (metric !== null) columns.push(buildColumn('metric', metric, metricTitle(insight)));
  // The change comes right after the value, since a phone shows only four columns.
  if (isCompared) columns.push(buildColumn('change', null, changeTitle(insight)));
  if (kind !== 'series' && some((row) => row.share !== null))
    columns.push(buildColumn('share', null, plan.shareTitle));
  const holds = ({ index }: ColumnView): boolean => some(({ cells }) => (cells[index] ?? null) !== null);
  columns.push(...counts.filter((each) => each.kind === 'rate' && holds(each)));
  if (rows.length > 1 && some((row) => typeof row.value === 'number' && row.value !== 0))
    columns.push(buildColumn('bar', null, ''));
  if (some((row) => row.trend.length > 1)) columns.push(buildColumn('trend', null, 'Trend'));
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

function buildKeyColumns(insight: ReportedInsight, kind: ColumnPlan['kind']): ColumnView[] {
  const { dimensions, metric, queryType } = insight;
  if (kind === 'series') return [buildColumn('key', null, bucketTitle(insight.query))];
  if (kind === 'funnel' && dimensions.length > 0)
    return dimensions.map((name, index) => buildKeyColumn(name, index, dimensions, 'step', 'Step'));
  if (dimensions.length === 0)
    return metric === null ? [] : [buildColumn('key', null, queryType === 'funnel' ? 'Step' : '')];
  return dimensions.map((name, index) => buildKeyColumn(name, index, dimensions));
}

/**
 * A dimension's column. Its heading is the last part of a name like `TelemetryDeck.Device.modelName`, unless
 * two dimensions share it.
 */
export function buildKeyColumn(
  name: string,
  index: number,
  all: readonly string[],
  own: string | null = null,
  ownTitle = '',
): ColumnView {
  if (name === own && index === all.length - 1) return buildColumn('key', name, ownTitle, index);
  const short = shortName(name);
  return buildColumn(
    'key',
    name,
    all.filter((each) => shortName(each) === short).length === 1 ? short : name,
    index,
  );
}

function shortName(name: string): string {
  const last = /^[\w.]+\.(\w+)$/.exec(name)?.[1];
  return last ?? name;
}

function buildOutputColumns(insight: ReportedInsight, rows: readonly RowView[]): ColumnView[] {
  const others = insight.outputs.filter(
    (name) => name !== insight.metric && !insight.dimensions.includes(name),
  );
  return others.map((name) => ({
    ...(name === EVENT_TIME && insight.queryType === 'scan'
      ? buildColumn('time', name, 'Time')
      : buildColumn('output', name, shortName(name), 0, holdsText(rows, name))),
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
  return insight.metric ?? '';
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
