import { parseDateRange } from '../../../src/report/inputs/interval/dates.ts';
import { parseIntervalWords } from '../../../src/report/inputs/interval/words.ts';
import type { IntervalSpec } from '../../../src/report/inputs/request.ts';

/** An interval in words or as two dates, which begin in `timeZone`. Throws the problem if it is invalid. */
export function intervalSpec(text: string, timeZone = 'UTC'): IntervalSpec {
  const spec = text.includes('/') ? parseDateRange(text, timeZone) : parseIntervalWords(text);
  if ('why' in spec) throw new Error(spec.why);
  return spec;
}
