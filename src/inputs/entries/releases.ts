import { filterSchema } from '../../tql/filter.ts';
import type { Json } from '../../tql/json.ts';
import { isFilter } from '../../tql/query.ts';
import { describeProblems, parseWithSchema } from '../../tql/validation.ts';
import type { ReadingContext } from '../effects.ts';
import type { Problems } from '../problems.ts';
import type { ReleaseRequest } from '../request.ts';
import { parseDay, parseLine, parseTitle } from '../scalars.ts';
import { isMap, kindOf, noteUnknownKeys, parseYaml, readTextKey, type YamlValue } from '../yaml/value.ts';

/** The keys of an entry of `releases`. */
export const RELEASE_KEYS = ['event', 'title', 'version', 'new', 'against', 'since', 'strata'] as const;

type Context = Pick<ReadingContext, 'loadYaml' | 'problems'>;

/** Reads `releases`: a map from names to what is bad and what is compared. */
export async function parseReleases(given: YamlValue, context: Context): Promise<readonly ReleaseRequest[]> {
  const { loadYaml, problems } = context;
  const value = typeof given === 'string' ? await parseYaml(AT, given, loadYaml, problems) : given;
  if (value === null || value === '') return [];
  if (!isMap(value)) {
    problems.add({ at: AT, why: `is ${kindOf(value)}`, expected: EXPECTED });
    return [];
  }
  return [...value].flatMap(([name, entry]) => parseEntry(name, entry, problems) ?? []);
}

const AT = 'releases';
const EXPECTED = 'a map from names to entries such as { event: crashed }';
const TEXT_LIMIT = 200;
const NAME_LIMIT = 100;
const STRATA_LIMIT = 3;

function parseEntry(given: string, value: YamlValue, problems: Problems): ReleaseRequest | null {
  const at = `${AT}, ${given}`;
  const entry = typeof value === 'string' ? new Map([['event', value]]) : value;
  if (!isMap(entry)) return problems.add({ at, why: `is ${kindOf(value)}`, expected: EXPECTED });
  noteUnknownKeys(at, entry, RELEASE_KEYS, problems);
  const name = parseLine(`${at}, name`, given, NAME_LIMIT, problems);
  const read = <T>(key: string, parse: (place: string, text: string) => T): T | null => {
    const text = readTextKey(at, entry, key, problems);
    return text === null || text.trim() === '' ? null : parse(`${at}, ${key}`, text.trim());
  };
  const line = (key: string): string | null =>
    read(key, (place, text) => parseLine(place, text, TEXT_LIMIT, problems));
  // A release with a problem keeps its name, so that its thresholds are read as well.
  const event = parseEvent(at, entry.get('event'), problems) ?? '';
  const strata = parseStrata(`${at}, strata`, entry.get('strata'), problems);
  const release = {
    title: read('title', (place, text) => parseTitle(place, text, problems)),
    version: line('version'),
    new: line('new'),
    strata,
    against: againstOf(line('against') ?? 'previous'),
    since: read('since', (place, text) => parseDay(place, text, problems)),
  };
  return name === null ? null : { name, event, ...release };
}

function againstOf(text: string): ReleaseRequest['against'] {
  if (text === 'previous') return { kind: 'previous' };
  const [, prefix] = /^startsWith\s+["']?(.+?)["']?$/.exec(text) ?? [];
  return prefix === undefined ? { kind: 'version', text } : { kind: 'startsWith', text: prefix };
}

function parseEvent(
  at: string,
  value: YamlValue | undefined,
  problems: Problems,
): ReleaseRequest['event'] | null {
  const expected = "what is bad: an event's type such as crashed, or a filter object";
  if (value === undefined || value === '') return problems.add({ at, why: 'has no event', expected });
  if (typeof value === 'string') return parseLine(`${at}, event`, value, TEXT_LIMIT, problems);
  const filter = toJson(value);
  const parsed = parseWithSchema(filterSchema, filter);
  if (parsed.ok && isFilter(filter)) return filter;
  const why = parsed.ok ? 'is a list' : describeProblems(parsed, '');
  return problems.add({ at: `${at}, event`, why, expected });
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

function parseStrata(at: string, given: YamlValue | undefined, problems: Problems): readonly string[] {
  const names = typeof given === 'string' ? given.split(',') : (given ?? []);
  const expected = `a list of at most ${STRATA_LIMIT} columns such as [platform]`;
  if (isMap(names) || names.length > STRATA_LIMIT || names.some((name) => typeof name !== 'string')) {
    problems.add({ at, why: isMap(names) ? 'is a map' : 'has too many columns or none', expected });
    return [];
  }
  const texts = names.flatMap((name) =>
    typeof name === 'string' && name.trim() !== '' ? [name.trim()] : [],
  );
  return [...new Set(texts.flatMap((name) => parseLine(at, name, TEXT_LIMIT, problems) ?? []))];
}
