import { INPUTS } from './declared.ts';
import { parseInterval, type IntervalContext } from './interval-object.ts';
import { parseLine } from './lines.ts';
import type { InsightRequest, IntervalSpec } from './request.ts';
import { parseInteger } from './scalars.ts';
import type { YamlValue } from './yaml-text.ts';

/** What an entry of `insights` or `queries` is read with: the report's own settings, which the entry may override. */
export interface EntryContext extends IntervalContext {
  readonly top: number;
  /** The report's interval: what was given, else the default. */
  readonly interval: IntervalSpec;
  readonly isIntervalGiven: boolean;
}

/** The keys by which any entry overrides the report's settings. */
export const OVERRIDES = ['title', 'top', 'interval', 'metric'] as const;

/** What an entry says of its own; an interval that it does not give is null. */
export type Overrides = Pick<InsightRequest, 'title' | 'top' | 'interval' | 'metric'>;

/** Reads an entry's overrides. */
export async function parseOverrides(
  at: string,
  entry: ReadonlyMap<string, YamlValue>,
  context: EntryContext,
): Promise<Overrides> {
  const { problems } = context;
  const title = textOf(at, entry, 'title', context);
  const top = textOf(at, entry, 'top', context);
  const metric = textOf(at, entry, 'metric', context);
  const interval = entry.get('interval');
  return {
    title: title === null ? null : parseLine(`${at}, title`, title, TITLE_LIMIT, problems),
    top: (top === null ? null : parseInteger(`${at}, top`, top, INPUTS.top, problems)) ?? context.top,
    interval: interval === undefined ? null : await parseInterval(`${at}, interval`, interval, context),
    metric: metric === null ? null : parseLine(`${at}, metric`, metric, METRIC_LIMIT, problems),
  };
}

/** The text of a key; null when the entry has none. A list or a map there is a problem. */
export function textOf(
  at: string,
  entry: ReadonlyMap<string, YamlValue>,
  key: string,
  { problems }: Pick<EntryContext, 'problems'>,
): string | null {
  const value = entry.get(key);
  if (value === undefined || typeof value === 'string') return value ?? null;
  return problems.add({ at: `${at}, ${key}`, why: `is ${kindOf(value)}`, expected: 'a text' });
}

/** What a YAML value is, for a message. */
export function kindOf(value: YamlValue): string {
  return typeof value === 'string' ? 'a text' : Array.isArray(value) ? 'a list' : 'a map';
}

/** Characters in a report's or a table's title. */
export const TITLE_LIMIT = 200;
const METRIC_LIMIT = 200;
