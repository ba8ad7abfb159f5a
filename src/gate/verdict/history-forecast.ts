import type { ReportedInsight } from '../../results.ts';
import { evidenceOf, type GateEvidence } from '../evidence/gate-evidence.ts';
import type { FunctionCall } from '../expression/syntax-tree.ts';
import type { DecidingComparison } from './deciding-comparison.ts';
import { forecastCrossing, type Forecast, type TimedValue } from './forecast.ts';

/**
 * When a gate's value is expected to cross its limit, by the earlier periods that the report shows (`history`); null if it does not read
 * one number that they have, or a straight line does not fit them.
 */
export function findForecast(deciding: DecidingComparison | null, shown: GateEvidence, nowMs: number): Forecast | null {
  if (deciding === null || deciding.call === null || deciding.value === null || deciding.limit === null) return null;
  const { insight } = evidenceOf(shown, deciding.call.insight);
  const earlier = earlierValues(deciding.call, insight);
  if (earlier.length === 0) return null;
  const { complete, end } = insight.interval;
  const own: readonly TimedValue[] = complete ? [{ atMs: Date.parse(end), value: deciding.value }] : [];
  const forecast = forecastCrossing([...earlier, ...own], deciding.limit, nowMs);
  return forecast.kind === 'crossing' ? forecast : null;
}

/** The values of earlier periods, oldest first, as far as they are known. */
function earlierValues(call: FunctionCall, insight: ReportedInsight): readonly TimedValue[] {
  const { history, interval, totalHistory } = insight;
  // The buckets of the period itself are parts of it, not periods like it.
  if (history.some(({ end }) => Date.parse(end) > Date.parse(interval.start))) return [];
  const values = valuesOf(call, insight, totalHistory);
  return history.flatMap(({ end }, index) => {
    const value = values[index] ?? null;
    return value === null ? [] : [{ atMs: Date.parse(end), value }];
  });
}

function valuesOf(
  { name, args, set }: FunctionCall,
  { rows, metric }: ReportedInsight,
  totals: readonly (number | null)[],
): readonly (number | null)[] {
  const [first = null, second = null] = args;
  if (name === 'total') return first === null || first === metric ? totals : [];
  if (set !== undefined || first === null || (second !== null && second !== metric)) return [];
  const named = rows.filter(({ key }) => key === first);
  const [row] = named;
  if (row === undefined || named.length > 1) return [];
  if (name === 'value') return row.history;
  return name === 'share' ? row.history.map((value, index) => shareOf(value, totals[index] ?? null)) : [];
}

function shareOf(value: number | null, total: number | null): number | null {
  return value === null || total === null || total === 0 ? null : value / total;
}
