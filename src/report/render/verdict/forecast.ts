import type { Forecast } from '../../gate/verdict/forecast.ts';
import type { Verdict } from '../../results/results.ts';
import { formatVerdictValue } from '../format/verdicts.ts';
import { MS_PER_DAY } from '../../../tql/interval.ts';
import { plural } from '../../../text/plural.ts';

/** A forecast in a sentence, which says that it is an estimate, what it is based on, and its uncertainty. */
export function describeForecast(forecast: Forecast, verdictUnit: Verdict['unit'], locale: string): string {
  if (forecast.kind === 'too-few-values') return 'Too few values for a trend.';
  const line = `straight line over ${forecast.points} periods`;
  if (forecast.kind === 'no-trend') return `No clear trend (${line}).`;
  const { slope, limit } = forecast;
  const perMonth = formatMove(Math.abs(slope) * 30 * MS_PER_DAY, verdictUnit, locale);
  const limitText = formatVerdictValue(limit, null, verdictUnit, locale);
  const moves = `It ${slope > 0 ? 'rises' : 'falls'} by about ${perMonth} in 30 days`;
  switch (forecast.kind) {
    case 'moving-away':
      return `${moves}, away from ${limitText} (an estimate: ${line}).`;
    case 'far-ahead':
      return `${moves}, and reaches ${limitText} in years, if ever (an estimate: ${line}).`;
    case 'crossing': {
      const days = Math.max(1, Math.round(forecast.errorMs / MS_PER_DAY));
      const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
        forecast.atMs,
      );
      const error = `± ${days} ${plural('day', days)} at 95% confidence`;
      return `${moves}, and crosses ${limitText} around ${date}, ${error} (an estimate: ${line}).`;
    }
  }
}

/**
 * How far a value moves. A share moves by points, from 4% by 3.4 points to 0.6%, and a change by percentage
 * points.
 */
function formatMove(distance: number, unit: Verdict['unit'], locale: string): string {
  if (unit === 'number') return formatVerdictValue(distance, null, unit, locale);
  return `${formatVerdictValue(distance * 100, null, 'number', locale)} ${unit === 'change' ? 'percentage points' : 'points'}`;
}
