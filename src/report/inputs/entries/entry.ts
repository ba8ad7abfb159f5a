// Reads what the entries of `insights` and `queries` have in common: a name, a title, an interval, and
// settings that override the report's: `{ id: 3F0C…, top: 20, compare: none }`.
import { type InputName, INPUTS } from '../declared.ts';
import { type IntervalContext, parseInterval } from '../interval/parse.ts';
import type { Problems } from '../problems.ts';
import {
  type ComparisonMode,
  DIRECTIONS,
  INSIGHT_KINDS,
  type InsightRequest,
  type IntervalSpec,
  type ReleaseRequest,
} from '../request.ts';
import { integerWithin, lineOf, oneOf, parseTitle, shareLike } from '../scalars.ts';
import {
  isMap,
  keyReader,
  refuseKind,
  namesIn,
  noteUnknownKeys,
  type YamlMap,
  type YamlValue,
} from '../yaml/value.ts';

/** The report's settings that an entry of `insights` or `queries` may override, or is read by. */
export interface EntrySettings {
  /** The zone in which dates begin. */
  readonly timeZone: string;
  readonly top: number;
  /** The report's interval: the given one, or else the default. */
  readonly interval: IntervalSpec;
  readonly isIntervalGiven: boolean;
  readonly compare: ComparisonMode;
  readonly history: number;
  /** Whether insights have an address in a dashboard. */
  readonly hasDashboard: boolean;
}

/** What an entry is read with. */
export type EntryContext = EntrySettings & IntervalContext;

/** An entry before it is read. */
export interface RawEntry {
  readonly value: YamlValue;
  /** Where its problems are noted. */
  readonly problems: Problems;
  /** Its name, if a map names the entries. */
  readonly key: string | null;
}

/** Reads the entries of a list, or of a map from names to entries; those with a problem are left out. */
export async function parseEntries(
  value: readonly YamlValue[] | YamlMap,
  problems: Problems,
  parse: (entry: RawEntry) => Promise<InsightRequest | null>,
): Promise<readonly InsightRequest[]> {
  const entries = isMap(value)
    ? [...value].map(([name, item]) => ({ value: item, problems: problems.at(name), key: name }))
    : value.map((item, index) => ({ value: item, problems: problems.at(`entry ${index + 1}`), key: null }));
  const parsed = await Promise.all(entries.map(parse));
  return parsed.filter((entry) => entry !== null);
}

/** The keys with which an entry can override the report's settings, and say what its rows are. */
export const OVERRIDE_KEYS = [
  'title',
  'top',
  'interval',
  'compare',
  'history',
  'metric',
  'kind',
  'keep',
  'good',
  'explain',
] as const;

/** An entry's own settings, or else the report's; the interval is null if the entry has none. */
type Overrides = Pick<InsightRequest, (typeof OVERRIDE_KEYS)[number]>;

/** What all entries have. */
interface CommonParts {
  /** An id or a file; empty once that was noted. */
  readonly source: string;
  readonly name: string | null;
  readonly overrides: Overrides;
}

/**
 * Reads what all entries have. A string stands for its `sourceKey` alone. Null once a problem was noted.
 */
export async function parseCommonParts(
  { value, problems, key }: RawEntry,
  sourceKey: 'id' | 'file',
  expected: string,
  context: EntryContext,
): Promise<CommonParts | null> {
  const entry = typeof value === 'string' ? new Map([[sourceKey, value]]) : value;
  if (!isMap(entry)) return refuseKind(value, expected, problems);
  noteUnknownKeys(entry, [sourceKey, ...(key === null ? ['name'] : []), ...OVERRIDE_KEYS], problems);
  const read = keyReader(entry, problems);
  const source = read(sourceKey)?.trim() ?? '';
  if (source === '') problems.add({ why: `has no ${sourceKey}`, expected });
  const overrides = await parseOverrides(entry, { ...context, problems });
  return { source, name: key ?? read('name'), overrides };
}

async function parseOverrides(entry: YamlMap, context: EntryContext): Promise<Overrides> {
  const { problems } = context;
  const read = keyReader(entry, problems);
  const interval = entry.get('interval');
  const at = { ...context, problems: problems.at('interval') };
  return {
    title: read('title', parseTitle),
    top: read('top', integerWithin(INPUTS.top)) ?? context.top,
    interval: interval === undefined ? null : await parseInterval(interval, at),
    compare: read('compare', oneOf(INPUTS.compare.choices)) ?? context.compare,
    history: read('history', integerWithin(INPUTS.history)) ?? context.history,
    metric: read('metric', parseColumnName),
    kind: read('kind', oneOf(INSIGHT_KINDS)),
    keep: read('keep', shareLike(DEFAULT_KEEP)) ?? DEFAULT_KEEP,
    good: read('good', oneOf(DIRECTIONS)),
    explain: parseColumns(entry.get('explain'), 5, '[country, version]', problems.at('explain')),
  };
}

/** Reads at most `limit` names of columns: a list, or a text with commas between them. */
export function parseColumns(
  input: YamlValue | undefined,
  limit: number,
  example: string,
  problems: Problems,
): readonly string[] {
  const names = namesIn(input);
  if (names !== null && names.length <= limit)
    return [...new Set(names.flatMap((name) => parseColumnName(name, problems) ?? []))];
  const why = isMap(input) ? 'is a map' : 'is too long, or holds something else';
  problems.add({ why, expected: `a list of at most ${limit} columns such as ${example}` });
  return [];
}

/** The name of an output or a column. */
const parseColumnName = lineOf(200);
/** The share of users that a minimum version keeps unless `keep` says another. */
const DEFAULT_KEEP = 0.98;
const parseNameText = lineOf(100);

/** Parses an entry's name; null if there is none because its id or file was a problem. */
export function parseName(text: string | null, problems: Problems): string | null {
  return text === null ? null : parseNameText(text, problems.at('name'));
}

/** Notes the names that several entries have, be they insights, queries or releases. */
export function noteRepeatedNames(
  insights: readonly InsightRequest[],
  releases: readonly ReleaseRequest[],
  problems: Problems,
): void {
  const entries = [...insights, ...releases];
  const names = entries.map(({ name }) => name);
  for (const [index, entry] of entries.entries()) {
    const { name } = entry;
    if (names.indexOf(name) === index) continue;
    problems.at(inputOfEntry(entry)).add({
      input: name,
      why: 'a name that another entry has',
      expected: 'a different name for each entry',
    });
  }
}

function inputOfEntry(entry: InsightRequest | ReleaseRequest): InputName {
  if (!('source' in entry)) return 'releases';
  return entry.source.kind === 'query' ? 'queries' : 'insights';
}
