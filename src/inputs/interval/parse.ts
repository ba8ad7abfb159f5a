import { INTERVAL_FORMS } from './words.ts';
import { parseIntervalWords } from './words.ts';
import type { Problems } from '../problems.ts';
import type { IntervalSpec } from '../request.ts';
import { parseYaml, type LoadYaml } from '../yaml/value.ts';
import type { YamlValue } from '../yaml/value.ts';

/** What an interval's parsing needs beside its text. */
export interface IntervalContext {
  /** The zone in which dates begin. */
  readonly timeZone: string;
  readonly loadYaml: LoadYaml;
  readonly problems: Problems;
}

/** Reads an interval in any of its forms; null once a problem was noted. */
export async function parseInterval(
  at: string,
  value: YamlValue,
  context: IntervalContext,
): Promise<IntervalSpec | null> {
  const { problems } = context;
  if (typeof value !== 'string') return loadAndParseObject(at, value, problems);
  if (/^\{|beginningDate|endDate/.test(value)) {
    const parsed = await parseYaml(at, value, context.loadYaml, problems);
    return parsed === null ? null : loadAndParseObject(at, parsed, problems);
  }
  const spec = value.includes('/') ? await loadAndParseDates(value, context.timeZone) : parseIntervalWords(value);
  return typeof spec === 'string' ? problems.add({ at, given: value, why: spec, expected: INTERVAL_FORMS }) : spec;
}

async function loadAndParseDates(value: string, timeZone: string): Promise<IntervalSpec | string> {
  // Calendars take long to load and most intervals are words.
  const { parseDateRange: parseAbsolute } = await import('./dates.ts');
  return parseAbsolute(value.trim(), timeZone);
}

async function loadAndParseObject(at: string, value: YamlValue, problems: Problems): Promise<IntervalSpec | null> {
  const { parseIntervalObject } = await import('./dates.ts');
  return parseIntervalObject(at, value, problems);
}
