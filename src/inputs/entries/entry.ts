import { INPUTS } from '../declared.ts';
import { type IntervalContext, parseInterval } from '../interval/parse.ts';
import type { Problems } from '../problems.ts';
import {
  type ComparisonMode,
  DIRECTIONS,
  INSIGHT_KINDS,
  type InsightRequest,
  type IntervalSpec,
} from '../request.ts';
import { parseChoice, parseInteger, parseLine, parseShare, parseTitle } from '../scalars.ts';
import { isMap, kindOf, noteUnknownKeys, readTextKey, type YamlMap, type YamlValue } from '../yaml/value.ts';

/**
 * What an entry of `insights` or `queries` is read with: the report's settings, which the entry may override.
 */
export interface EntryContext extends IntervalContext {
  readonly top: number;
  /** The report's interval: the given one, else the default. */
  readonly interval: IntervalSpec;
  readonly isIntervalGiven: boolean;
  readonly compare: ComparisonMode;
  readonly history: number;
  /** Whether insights have an address in a dashboard. */
  readonly hasDashboard: boolean;
}

/** An entry as given, its place, and its name if a map names the entries. */
export type GivenEntry = readonly [at: string, value: YamlValue, key: string | null];

/** Reads the entries of a list, or of a map from names to entries; those with a problem are left out. */
export async function parseEntries(
  input: string,
  value: readonly YamlValue[] | YamlMap,
  parse: (entry: GivenEntry) => Promise<InsightRequest | null>,
): Promise<readonly InsightRequest[]> {
  const entries = isMap(value)
    ? [...value].map(([name, entry]) => parse([`${input}, ${name}`, entry, name]))
    : value.map((entry, index) => parse([`${input}, entry ${index + 1}`, entry, null]));
  return (await Promise.all(entries)).filter((entry) => entry !== null);
}

/** The keys with which an entry can override the report's settings, and say what its rows are. */
export const OVERRIDE_KEYS = [
  ...(['title', 'top', 'interval', 'compare', 'history', 'metric', 'kind', 'keep'] as const),
  ...(['good', 'explain'] as const),
] as const;

/** An entry's own settings, else the report's; the interval is null if the entry has none. */
type Overrides = Pick<InsightRequest, (typeof OVERRIDE_KEYS)[number]>;

/**
 * What all entries have: a source (an id or a file, empty once that was noted), a name if one is given, and
 * settings.
 */
interface CommonParts {
  readonly source: string;
  readonly name: string | null;
  readonly overrides: Overrides;
}

/** Reads what all entries have; a string stands for its `sourceKey` alone. Null once a problem was noted. */
export async function parseCommonParts(
  [at, value, key]: GivenEntry,
  sourceKey: 'id' | 'file',
  expected: string,
  context: EntryContext,
): Promise<CommonParts | null> {
  const { problems } = context;
  const entry = typeof value === 'string' ? new Map([[sourceKey, value]]) : value;
  if (!isMap(entry)) return problems.add({ at, why: `is ${kindOf(value)}`, expected });
  noteUnknownKeys(at, entry, [sourceKey, ...(key === null ? ['name'] : []), ...OVERRIDE_KEYS], problems);
  const source = readTextKey(at, entry, sourceKey, problems)?.trim() ?? '';
  if (source === '') problems.add({ at, why: `has no ${sourceKey}`, expected });
  const overrides = await parseOverrides(at, entry, context);
  return { source, name: key ?? readTextKey(at, entry, 'name', problems), overrides };
}

async function parseOverrides(at: string, entry: YamlMap, context: EntryContext): Promise<Overrides> {
  const { problems } = context;
  const read = <T>(key: string, parse: (place: string, text: string) => T): T | null => {
    const text = readTextKey(at, entry, key, problems);
    return text === null ? null : parse(`${at}, ${key}`, text);
  };
  const interval = entry.get('interval');
  return {
    title: read('title', (place, text) => parseTitle(place, text, problems)),
    top: read('top', (place, text) => parseInteger(place, text, INPUTS.top, problems)) ?? context.top,
    interval: interval === undefined ? null : await parseInterval(`${at}, interval`, interval, context),
    compare:
      read('compare', (place, text) => parseChoice(place, text, INPUTS.compare.choices, problems)) ??
      context.compare,
    history:
      read('history', (place, text) => parseInteger(place, text, INPUTS.history, problems)) ??
      context.history,
    metric: read('metric', (place, text) => parseLine(place, text, METRIC_LIMIT, problems)),
    kind: read('kind', (place, text) => parseChoice(place, text, INSIGHT_KINDS, problems)),
    keep: read('keep', (place, text) => parseShare(place, text, DEFAULT_KEEP, problems)) ?? DEFAULT_KEEP,
    good: read('good', (place, text) => parseChoice(place, text, DIRECTIONS, problems)),
    explain: parseExplain(`${at}, explain`, entry.get('explain'), problems),
  };
}

/** The dimensions of `explain`: a list, or names divided by commas. */
function parseExplain(at: string, given: YamlValue | undefined, problems: Problems): readonly string[] {
  if (given === undefined) return [];
  const expected = `a list of at most ${EXPLAIN_LIMIT} dimensions such as [country, version]`;
  const names =
    typeof given === 'string' ? given.split(',').map((name) => name.trim()) : isMap(given) ? null : given;
  const texts = names?.flatMap((name) => (typeof name === 'string' && name !== '' ? [name] : []));
  if (texts === undefined || texts.length !== names?.length || texts.length > EXPLAIN_LIMIT) {
    const what =
      typeof given === 'string' ? { given } : { why: `is ${kindOf(given)} of something else or of too many` };
    problems.add({ at, expected, ...what });
    return [];
  }
  return [...new Set(texts.flatMap((name) => parseLine(at, name, METRIC_LIMIT, problems) ?? []))];
}

const EXPLAIN_LIMIT = 5;
const METRIC_LIMIT = 200;
const DEFAULT_KEEP = 0.98;
const NAME_LIMIT = 100;

/** Parses an entry's name; null if there is none because its id or file was a problem. */
export function parseName(at: string, text: string | null, problems: Problems): string | null {
  return text === null ? null : parseLine(`${at}, name`, text, NAME_LIMIT, problems);
}

/** Notes the names that several entries have, be they insights or queries. */
export function noteRepeatedNames(entries: readonly InsightRequest[], problems: Problems): void {
  const names = entries.map(({ name }) => name);
  for (const [index, { name, source }] of entries.entries()) {
    if (names.indexOf(name) === index) continue;
    const at = source.kind === 'query' ? 'queries' : 'insights';
    problems.add({
      at,
      given: name,
      why: 'a name that another entry has',
      expected: 'a different name for each entry',
    });
  }
}
