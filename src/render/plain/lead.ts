import { makeControlsVisible } from '../../text/visible.ts';
import { formatChange, numberFormat } from '../format/numbers.ts';
import { formatValue, withUnit } from '../format/values.ts';
import type { InsightView } from '../view/insight-types.ts';

/**
 * The one number of an insight, with its change, as plain text: `12,450 users ▲ 3.1%`; null if it could not
 * be reported.
 */
export function leadOf(insight: InsightView, locale: string): string | null {
  if (!insight.ok) return null;
  const { number, percent } = numberFormat(locale);
  const { funnel, returns, average, total, unit, format } = insight;
  const write = (value: number): string => makeControlsVisible(formatValue(value, format, locale));
  const withChange = (text: string, change: number | null): string =>
    change === null ? text : `${text} ${formatChange(change, locale)}`;
  if (funnel) return `${percent(funnel.rate)} came through`;
  if (returns[0]) return `${percent(returns[0].rate)} came back ${returns[0].after}`;
  if (average !== null && (insight.leadsWithAverage || total === null))
    return withChange(`average ${write(average)}`, insight.averageChange);
  if (total !== null) return withChange(withUnit(write(total), total, unit, format), insight.change);
  return `${number(insight.rowCount)} ${insight.rowWord}`;
}
