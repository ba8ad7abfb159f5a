import { nearestWord } from '../text/nearest.ts';
import { type CallName, parseCallName } from '../text/call-name.ts';
import type { ReadingContext } from './effects.ts';
import { parseInterval } from './interval/parse.ts';
import { splitList } from './posting.ts';
import { type IntervalSpec, SIGNAL_FAILURES, type SignalFailure, type SignalsRequest } from './request.ts';
import { parseBoolean, parseLine } from './scalars.ts';
import {
  isMap,
  kindOf,
  noteUnknownKeys,
  parseYaml,
  readTextKey,
  type YamlMap,
  type YamlValue,
} from './yaml/value.ts';

type Context = Pick<ReadingContext, 'loadYaml' | 'problems'> & {
  readonly interval: IntervalSpec;
  readonly timeZone: string;
};

/** The keys of a map. */
export const SIGNAL_OPTIONS = ['whole', 'folder', 'diff', 'call', 'interval', 'fail-on'] as const;

/** Reads `signals`: true, false, or a map of its options. Null if the code is not looked at. */
export async function parseSignals(given: YamlValue, context: Context): Promise<SignalsRequest | null> {
  const { loadYaml, problems } = context;
  const isMapText = typeof given === 'string' && given.includes(':');
  const value = isMapText ? await parseYaml(AT, given, loadYaml, problems) : given;
  if (value === null || value === '' || value === 'false') return null;
  const map = value === 'true' ? new Map<string, YamlValue>() : value;
  if (isMap(map)) return readOptions(map, context);
  const wrong = typeof map === 'string' ? { given: map } : { why: `is ${kindOf(map)}` };
  return problems.add({ at: AT, ...wrong, expected: 'true, false, or a map such as { whole: true }' });
}

const AT = 'signals';
const TEXT_LIMIT = 500;

async function readOptions(map: YamlMap, context: Context): Promise<SignalsRequest> {
  const { problems } = context;
  noteUnknownKeys(AT, map, SIGNAL_OPTIONS, problems);
  const text = (key: (typeof SIGNAL_OPTIONS)[number]): string | null => {
    const given = readTextKey(AT, map, key, problems);
    return given === null ? null : parseLine(`${AT}, ${key}`, given, TEXT_LIMIT, problems);
  };
  const interval = map.get('interval');
  const found = interval === undefined ? null : await parseInterval(`${AT}, interval`, interval, context);
  return {
    whole: parseBoolean(`${AT}, whole`, text('whole') ?? 'false', problems) ?? false,
    folder: readFolder(text('folder') ?? '.', problems),
    diff: text('diff'),
    calls: listOf(map.get('call')).flatMap((name) => readCall(name, problems)),
    interval: found ?? context.interval,
    failOn: listOf(map.get('fail-on')).flatMap((word) => readFailure(word, problems)),
  };
}

function listOf(value: YamlValue | undefined): readonly string[] {
  return value === undefined ? [] : splitList(value);
}

/** A folder of the checkout: a file that a stranger wrote must not have others read. */
function readFolder(folder: string, problems: Context['problems']): string {
  if (!/^(?:\/|\\|[a-zA-Z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(folder)) return folder;
  problems.add({
    at: `${AT}, folder`,
    given: folder,
    expected: 'a folder inside of the repository, such as app',
  });
  return '.';
}

function readCall(name: string, problems: Context['problems']): readonly CallName[] {
  const call = parseCallName(name);
  if (call !== null) return [call];
  const expected = 'a function of your own that sends events, such as track, Analytics.track, or track:2';
  problems.add({ at: `${AT}, call`, given: name, expected });
  return [];
}

function readFailure(word: string, problems: Context['problems']): readonly SignalFailure[] {
  const found = SIGNAL_FAILURES.find((each) => each === word);
  if (found !== undefined) return [found];
  const [expected, hint] = [`any of ${SIGNAL_FAILURES.join(', ')}`, nearestWord(word, SIGNAL_FAILURES)];
  problems.add({ at: `${AT}, fail-on`, given: word, expected, hint });
  return [];
}
