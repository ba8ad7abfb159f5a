import { INPUTS } from './declared.ts';
import { parseInterval, type IntervalContext } from './interval.ts';
import { textOf } from './keys.ts';
import { parseLine, parseTitle } from './lines.ts';
import type { Comparison, InsightRequest, IntervalSpec } from './request.ts';
import { parseChoice, parseInteger } from './scalars.ts';
import type { YamlValue } from './yaml-value.ts';

/** What an entry of `insights` or `queries` is read with: the report's own settings, which the entry may override. */
export interface EntryContext extends IntervalContext {
  readonly top: number;
  /** The report's interval: what was given, else the default. */
  readonly interval: IntervalSpec;
  readonly isIntervalGiven: boolean;
  readonly compare: Comparison;
  readonly history: number;
}

/** The keys by which any entry overrides the report's settings. */
export const OVERRIDES = ['title', 'top', 'interval', 'compare', 'history', 'metric'] as const;

/** What an entry says of its own; an interval that it does not give is null. */
type Overrides = Pick<InsightRequest, (typeof OVERRIDES)[number]>;

/** Reads an entry's overrides. */
export async function parseOverrides(
  at: string,
  entry: ReadonlyMap<string, YamlValue>,
  context: EntryContext,
): Promise<Overrides> {
  const { problems } = context;
  const title = textOf(at, entry, 'title', problems);
  const top = textOf(at, entry, 'top', problems);
  const compare = textOf(at, entry, 'compare', problems);
  const history = textOf(at, entry, 'history', problems);
  const metric = textOf(at, entry, 'metric', problems);
  const interval = entry.get('interval');
  return {
    title: title === null ? null : parseTitle(`${at}, title`, title, problems),
    top: (top === null ? null : parseInteger(`${at}, top`, top, INPUTS.top, problems)) ?? context.top,
    interval: interval === undefined ? null : await parseInterval(`${at}, interval`, interval, context),
    compare:
      (compare === null ? null : parseChoice(`${at}, compare`, compare, INPUTS.compare.choices, problems)) ??
      context.compare,
    history:
      (history === null ? null : parseInteger(`${at}, history`, history, INPUTS.history, problems)) ?? context.history,
    metric: metric === null ? null : parseLine(`${at}, metric`, metric, METRIC_LIMIT, problems),
  };
}

const METRIC_LIMIT = 200;
