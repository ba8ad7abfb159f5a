// Forecasts a gate's value by the `history` of its insights. Called by `decide.ts`.
import type { ReportedInsight } from '../../results/results.ts';
import type { GateReader } from '../evidence/gate-evidence.ts';
import { historyOf } from '../evidence/history.ts';
import { evaluate } from '../../expression/evaluate.ts';
import { exactNumber, NOTHING, unknownNumber } from '../../expression/number-range.ts';
import { type NumberReader, asNumber } from '../../expression/values.ts';
import type { DecidingComparison } from './deciding-comparison.ts';
import { forecastCrossing, type Forecast, type TimedValue } from './forecast.ts';

/**
 * When a gate's value is expected to cross its limit, by the earlier periods that the report shows
 * (`history`); null if it does not read numbers that they have, or a straight line does not fit them.
 */
export function findForecast(
  deciding: DecidingComparison | null,
  reader: GateReader,
  nowMs: number,
): Forecast | null {
  // A limit that is read from the data moves itself, so nobody knows where the line would cross it.
  if (deciding?.value == null || deciding.limit === null || deciding.isLimitRead) return null;
  const insights = deciding.calls.map((call) => reader.insight(call.insight));
  const [first] = insights;
  if (first === undefined || insights.some((each) => !hasSamePeriods(each, first))) return null;
  // If a period has days without events, its numbers are no trend.
  if (insights.some(({ noEventsOn }) => noEventsOn !== undefined)) return null;
  const earlier = first.history.flatMap(({ end }, index): readonly TimedValue[] => {
    const value = asNumber(evaluate(deciding.node, readerOf(reader, index)))?.exact ?? null;
    return value === null ? [] : [{ atMs: Date.parse(end), value }];
  });
  const { complete, end } = first.interval;
  const currentPoints = complete ? [{ atMs: Date.parse(end), value: deciding.value }] : [];
  const forecast = forecastCrossing([...earlier, ...currentPoints], deciding.limit, nowMs);
  return forecast.kind === 'crossing' ? forecast : null;
}

type Periods = Pick<ReportedInsight, 'interval' | 'history'>;

function hasSamePeriods(a: Periods, b: Periods): boolean {
  const datesOf = ({ interval, history }: Periods): string =>
    JSON.stringify([...history, interval].map(({ start, end }) => [start, end]));
  return datesOf(a) === datesOf(b);
}

/** Reads what the insights had in the earlier period at `index`. */
function readerOf(reader: GateReader, index: number): NumberReader {
  return {
    read: (call) => {
      const value = historyOf(reader.evidence(call.insight), call)[index] ?? null;
      return value === null ? unknownNumber(null) : exactNumber(value);
    },
    rows: () => ({ kind: 'list', items: [], from: NOTHING }),
  };
}
