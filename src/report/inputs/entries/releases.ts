// Reads the input `releases`: which releases to compare with older versions, and by which event:
// `stability: { event: TelemetryDeck.Error.occurred }`.
import { filterSchema } from '../../../tql/schema/filter.ts';
import type { Json } from '../../../tql/json.ts';
import { isFilter } from '../../../tql/query-parts.ts';
import { describeProblems, parseWithSchema } from '../../../tql/schema/validation.ts';
import type { ReadingContext } from '../effects.ts';
import type { Problems } from '../problems.ts';
import type { ReleaseRequest } from '../request.ts';
import { lineOf, parseDay, parseTitle } from '../scalars.ts';
import { parseColumns } from './entry.ts';
import { parseYaml } from '../yaml/parse.ts';
import { isMap, keyReader, refuseKind, noteUnknownKeys, type YamlValue } from '../yaml/value.ts';

/** The keys of an entry of `releases`. */
const RELEASE_KEYS = ['event', 'title', 'version', 'new', 'against', 'since', 'strata'] as const;

/** Reads `releases`: a map from names to what is bad and what is compared. */
export async function parseReleases(
  input: YamlValue,
  context: ReadingContext,
): Promise<readonly ReleaseRequest[]> {
  const { loadYaml, problems } = context;
  const value = await parseYaml(input, loadYaml, problems);
  if (value === null || value === '') return [];
  if (!isMap(value)) {
    refuseKind(value, EXPECTED, problems);
    return [];
  }
  return [...value].flatMap(([name, entry]) => parseEntry(name, entry, problems.at(name)) ?? []);
}

const EXPECTED = 'a map from names to entries such as { event: TelemetryDeck.Error.occurred }';
const parseText = lineOf(200);
const parseName = lineOf(100);

function parseEntry(nameText: string, value: YamlValue, problems: Problems): ReleaseRequest | null {
  const entry = typeof value === 'string' ? new Map([['event', value]]) : value;
  if (!isMap(entry)) return refuseKind(value, EXPECTED, problems);
  noteUnknownKeys(entry, RELEASE_KEYS, problems);
  const name = parseName(nameText, problems.at('name'));
  const read = keyReader(new Map([...entry].filter(([, text]) => text !== '')), problems);
  // A release with a problem keeps its name, so that its thresholds are read as well.
  const event = parseEvent(entry.get('event'), problems) ?? '';
  const release = {
    title: read('title', parseTitle),
    version: read('version', parseText),
    new: read('new', parseText),
    strata: parseColumns(entry.get('strata'), 3, '[platform]', problems.at('strata')),
    against: againstOf(read('against', parseText) ?? 'previous'),
    since: read('since', parseDay),
  };
  return name === null ? null : { name, event, ...release };
}

/** What `against` says: `previous`, `all`, a version such as `4.0`, or `startsWith 3.`. */
function againstOf(text: string): ReleaseRequest['against'] {
  if (text === 'previous') return { kind: 'previous' };
  if (text === 'all' || text === 'all lower versions') return { kind: 'lower' };
  const [, prefix] = /^startsWith\s+["']?(.+?)["']?$/s.exec(text) ?? [];
  return prefix === undefined ? { kind: 'version', text } : { kind: 'startsWith', text: prefix };
}

function parseEvent(value: YamlValue | undefined, problems: Problems): ReleaseRequest['event'] | null {
  const expected = "what is bad: an event's type such as TelemetryDeck.Error.occurred, or a filter object";
  if (value === undefined || value === '') return problems.refuse({ why: 'has no event', expected });
  if (typeof value === 'string') return parseText(value, problems.at('event'));
  const filter = toJson(value);
  const parsed = parseWithSchema(filterSchema, filter);
  if (parsed.ok && isFilter(filter)) return filter;
  const why = parsed.ok ? 'is a list' : describeProblems(parsed, '');
  return problems.at('event').refuse({ why, expected });
}

/** YAML is read as texts, and a filter's only keys that take no text are these. */
const BOOLEANS: ReadonlySet<string> = new Set(['lowerOpen', 'upperOpen']);

function toJson(value: YamlValue): Json {
  if (typeof value === 'string') return value;
  if (!isMap(value)) return value.map(toJson);
  const entries = [...value].map(([key, item]): [string, Json] => [
    key,
    BOOLEANS.has(key) ? item === 'true' : toJson(item),
  ]);
  return Object.fromEntries(entries);
}
