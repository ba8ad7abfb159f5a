import { INPUTS } from '../declared.ts';
import { type IntervalContext, parseInterval } from '../interval/parse.ts';
import type { Problems } from '../problems.ts';
import type { ComparisonMode, InsightRequest, IntervalSpec } from '../request.ts';
import { parseChoice, parseInteger, parseLine, parseTitle } from '../scalars.ts';
import { readTextKey, type YamlValue } from '../yaml/value.ts';

/** What an entry of `insights` or `queries` is read with: the report's own settings, which the entry may override. */
export interface EntryContext extends IntervalContext {
  readonly top: number;
  /** The report's interval: what was given, else the default. */
  readonly interval: IntervalSpec;
  readonly isIntervalGiven: boolean;
  readonly compare: ComparisonMode;
  readonly history: number;
}

/** The keys by which any entry overrides the report's settings. */
export const OVERRIDE_KEYS = ['title', 'top', 'interval', 'compare', 'history', 'metric'] as const;

/** What an entry says of its own; an interval that it does not give is null. */
type Overrides = Pick<InsightRequest, (typeof OVERRIDE_KEYS)[number]>;

/** Reads an entry's overrides. */
export async function parseOverrides(
  at: string,
  entry: ReadonlyMap<string, YamlValue>,
  context: EntryContext,
): Promise<Overrides> {
  const { problems } = context;
  const title = readTextKey(at, entry, 'title', problems);
  const top = readTextKey(at, entry, 'top', problems);
  const compare = readTextKey(at, entry, 'compare', problems);
  const history = readTextKey(at, entry, 'history', problems);
  const metric = readTextKey(at, entry, 'metric', problems);
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

const NAME_LIMIT = 100;

/** An entry's name; null where there is none because its id or file was a problem already. */
export function parseName(at: string, text: string | null, problems: Problems): string | null {
  return text === null ? null : parseLine(`${at}, name`, text, NAME_LIMIT, problems);
}

/** Notes every name that two entries have, whether insights or queries. */
export function noteRepeatedNames(entries: readonly InsightRequest[], problems: Problems): void {
  const seen = new Set<string>();
  for (const { name, source } of entries) {
    if (seen.has(name)) {
      problems.add({
        at: source.kind === 'insight' ? 'insights' : 'queries',
        given: name,
        why: 'a name that another entry has as well',
        expected: 'a name of its own for each entry',
      });
    }
    seen.add(name);
  }
}
