// Writes when a gate's value is expected to cross its limit, for verdicts and `insight-report backtest`.
// Pure.
import type { Forecast } from '../../gate/verdict/forecast.ts';
import type { Verdict } from '../../results/results.ts';
import { formatDay } from '../format/dates.ts';
import { formatVerdictValue } from '../format/verdicts.ts';
import { plural } from '../../../text/plural.ts';

/**
 * A forecast in a sentence: `It falls, and reaches 2% around Nov 30, 2026 (± 12 days).`; empty if there is
 * none.
 */
export function describeForecast(forecast: Forecast, unit: Verdict['unit'], locale: string): string {
  if (forecast.kind === 'none') return '';
  const moves = `It ${forecast.isRising ? 'rises' : 'falls'}`;
  if (forecast.kind === 'moving') return `${moves}.`;
  const { atMs, limit, withinDays, isNear } = forecast;
  const to = formatVerdictValue(limit, null, unit, locale);
  if (isNear) return `${moves}, and is about to reach ${to}.`;
  return `${moves}, and reaches ${to} around ${formatDay(atMs, locale, 'UTC')} (± ${withinDays} ${plural('day', withinDays)}).`;
}
