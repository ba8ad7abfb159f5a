import type { Forecast } from '../../gate/verdict/forecast.ts';
import type { Verdict } from '../../results/results.ts';
import { formatMonth } from '../format/dates.ts';
import { formatVerdictValue } from '../format/verdicts.ts';

/** A forecast in a sentence; empty if there is nothing to say. */
export function describeForecast(forecast: Forecast, unit: Verdict['unit'], locale: string): string {
  if (forecast.kind === 'none') return '';
  const moves = `It ${forecast.isRising ? 'rises' : 'falls'}`;
  if (forecast.kind === 'moving') return `${moves}.`;
  const { atMs, limit, points } = forecast;
  return `${moves}, and reaches ${formatVerdictValue(limit, null, unit, locale)} around ${formatMonth(atMs, locale)} (an estimate from ${points} periods).`;
}
