// Reads the input `interval` in any of its forms: words (`words.ts`), two dates or an object (`dates.ts`).
import type { Problems } from '../problems.ts';
import type { IntervalSpec } from '../request.ts';
import { type LoadYaml, parseYaml } from '../yaml/parse.ts';
import type { YamlValue } from '../yaml/value.ts';
import { parseDateRange, parseIntervalObject } from './dates.ts';
import { EXPECTED_INTERVAL, nearestInterval } from './nearest.ts';
import { parseIntervalWords } from './words.ts';

/** What an interval is parsed with. */
export interface IntervalContext {
  /** The zone in which dates begin. */
  readonly timeZone: string;
  readonly loadYaml: LoadYaml;
  readonly problems: Problems;
}

/** Parses an interval in any of its forms; null once a problem was noted. */
export async function parseInterval(
  value: YamlValue,
  { timeZone, loadYaml, problems }: IntervalContext,
): Promise<IntervalSpec | null> {
  const isObject = typeof value !== 'string' || /^\{|beginningDate|endDate/.test(value);
  if (isObject) {
    const object = await parseYaml(value, loadYaml, problems);
    return object === null ? null : parseIntervalObject(object, problems);
  }
  const spec = value.includes('/') ? parseDateRange(value.trim(), timeZone) : parseIntervalWords(value);
  if (!('why' in spec)) return spec;
  const hint = nearestInterval(value);
  return problems.refuse({
    input: value,
    why: spec.why,
    hint,
    expected: hint === null ? EXPECTED_INTERVAL : null,
  });
}
