import { parseDateRange } from '../../inputs/interval/dates.ts';
import { EXPECTED_INTERVAL } from '../../inputs/interval/nearest.ts';
import { parseIntervalWords } from '../../inputs/interval/words.ts';
import type { IntervalSpec } from '../../inputs/request.ts';
import { formatInterval } from '../../tql/absolute-intervals.ts';
import type { JsonObject } from '../../tql/json.ts';
import type { ValueType } from '../arguments/spec.ts';

/** A time range in words or dates, which begin in UTC. */
const INTERVAL: ValueType<IntervalSpec> = {
  expected: EXPECTED_INTERVAL,
  parse: (text) => {
    const spec = text.includes('/') ? parseDateRange(text.trim(), 'UTC') : parseIntervalWords(text);
    return typeof spec === 'string' ? null : spec;
  },
};

/** The flag that gives a query its interval. */
export const INTERVAL_FLAG = { value: 'INTERVAL', type: INTERVAL } as const;

/** The keys that give a query this interval. */
export function intervalKeys(spec: IntervalSpec): JsonObject {
  if (spec.kind === 'absolute') return { intervals: [formatInterval(spec.range)] };
  const { beginningDate, endDate } = spec.interval;
  return { relativeIntervals: [{ beginningDate: { ...beginningDate }, endDate: { ...endDate } }] };
}
