// The flag `--interval`: `last 7 days`, `2026-10-01/2026-11-01`.
import { parseDateRange } from '../../report/inputs/interval/dates.ts';
import { EXPECTED_INTERVAL } from '../../report/inputs/interval/nearest.ts';
import { parseIntervalWords } from '../../report/inputs/interval/words.ts';
import type { IntervalSpec } from '../../report/inputs/request.ts';
import type { ValueType } from '../arguments/spec.ts';

/** A time range in words or dates, which begin in UTC. */
const INTERVAL: ValueType<IntervalSpec> = {
  expected: EXPECTED_INTERVAL,
  parse: (text) => {
    const spec = text.includes('/') ? parseDateRange(text.trim(), 'UTC') : parseIntervalWords(text);
    return 'why' in spec ? null : spec;
  },
};

/** The flag that gives a query its interval. */
export const INTERVAL_FLAG = { value: 'INTERVAL', type: INTERVAL } as const;
