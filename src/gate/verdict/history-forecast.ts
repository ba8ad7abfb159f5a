import { evidenceOf, type GateEvidence } from '../evidence/gate-evidence.ts';
import { historyOf } from '../evidence/history.ts';
import type { DecidingComparison } from './deciding-comparison.ts';
import { forecastCrossing, type Forecast, type TimedValue } from './forecast.ts';

/**
 * When a gate's value is expected to cross its limit, by the earlier periods that the report shows (`history`); null if it does not read
 * one number that they have, or a straight line does not fit them.
 */
export function findForecast(deciding: DecidingComparison | null, shown: GateEvidence, nowMs: number): Forecast | null {
  if (deciding === null || deciding.call === null || deciding.value === null || deciding.limit === null) return null;
  const evidence = evidenceOf(shown, deciding.call.insight);
  const { history, interval } = evidence.insight;
  const values = historyOf(evidence, deciding.call);
  const earlier = history.flatMap(({ end }, index): readonly TimedValue[] => {
    const value = values[index] ?? null;
    return value === null ? [] : [{ atMs: Date.parse(end), value }];
  });
  const own = interval.complete ? [{ atMs: Date.parse(interval.end), value: deciding.value }] : [];
  const forecast = earlier.length === 0 ? null : forecastCrossing([...earlier, ...own], deciding.limit, nowMs);
  return forecast?.kind === 'crossing' ? forecast : null;
}
