// Writes the headings of columns: `Model name` for `TelemetryDeck.Device.modelName`, `Users`, `Day`. Pure.
import type { ReportedInsight } from '../../results/results.ts';
import type { Query } from '../../../tql/query.ts';
import { isOneBucket } from '../../tables/companion-queries.ts';
import { bucketUnit } from '../format/buckets.ts';
import type { ColumnView } from './table-types.ts';

/** What the metric counts; the output's own name if that is unknown. */
export function metricTitle(insight: ReportedInsight): string {
  if (insight.unit === 'events') return 'Events';
  if (insight.unit === 'users') return 'Users';
  return inWords(insight.metric ?? '');
}

/** The heading of a timeseries' buckets: `Day` for days. */
export function bucketTitle(query: Query): string {
  const unit = bucketUnit(query.granularity);
  if (unit === null) return isOneBucket(query) ? 'Period' : 'Time';
  return unit.charAt(0).toUpperCase() + unit.slice(1);
}

/** A column's name from outside as a heading: `TelemetryDeck.Device.modelName` as `Model name`. */
export function inWords(name: string): string {
  const last = /^[\w.]+\.(\w+)$/.exec(name)?.[1] ?? name;
  if (!SPELT_TOGETHER.test(last)) return last;
  const words = last.replaceAll(/_|(?=[A-Z])/g, ' ').toLowerCase();
  const capital = words.charAt(0).toUpperCase() + words.slice(1);
  return capital.replaceAll(/\b(?:api|id|os|sdk|ui|url)\b/gi, (abbreviation) => abbreviation.toUpperCase());
}

/** A name in camel case or snake case: `modelName`, `model_name`. `iOSVersion` is not, and stays as it is. */
const SPELT_TOGETHER = /^[a-z][a-z\d]+(?:(?:[A-Z]|_[a-z])[a-z\d]+)*$/;

/** The columns, with whole names as headings where they would read alike. */
export function tellApart(columns: readonly ColumnView[]): readonly ColumnView[] {
  const alike = Map.groupBy(columns, ({ title }) => title.toLowerCase());
  return columns.map((column) => {
    const { name, title } = column;
    const isShared = (alike.get(title.toLowerCase()) ?? []).length > 1;
    return isShared && name !== null && title === inWords(name) ? { ...column, title: name } : column;
  });
}
