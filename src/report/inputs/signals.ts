// Reads the input `signals`: which event names in the code the report shows, `{ whole: true, folder: app }`.
import { type CallName, parseCallName } from '../../text/call-name.ts';
import type { ReadingContext } from './effects.ts';
import { parseInterval } from './interval/parse.ts';
import { splitList } from './list.ts';
import { type IntervalSpec, SIGNAL_FAILURES, type SignalsRequest } from './request.ts';
import { lineOf, oneOf, parseBoolean } from './scalars.ts';
import { parseWordOrMap } from './yaml/parse.ts';
import { keyReader, noteUnknownKeys, type YamlMap, type YamlValue } from './yaml/value.ts';

type Context = ReadingContext & {
  readonly interval: IntervalSpec;
  readonly timeZone: string;
};

/** The keys of a map. */
const SIGNAL_OPTIONS = ['whole', 'folder', 'diff', 'call', 'interval', 'fail-on'] as const;

/** Reads `signals`: true, false, or a map of its options. Null if the code is not looked at. */
export async function parseSignals(input: YamlValue, context: Context): Promise<SignalsRequest | null> {
  const expected = 'true, false, or a map such as { whole: true }';
  const value = await parseWordOrMap(input, ['', 'true', 'false'], expected, context);
  if (value === null || value === '' || value === 'false') return null;
  const map: YamlMap = value === 'true' ? new Map() : value;
  const { problems } = context;
  noteUnknownKeys(map, SIGNAL_OPTIONS, problems);
  const read = keyReader(map, problems);
  const interval = map.get('interval');
  const parsedInterval =
    interval === undefined
      ? null
      : await parseInterval(interval, { ...context, problems: problems.at('interval') });
  return {
    whole: read('whole', parseBoolean) ?? false,
    folder: readFolder(read('folder', parseText) ?? '.', problems.at('folder')),
    diff: read('diff', parseText),
    calls: splitList(map.get('call') ?? '').flatMap((name) => readCall(name, problems.at('call'))),
    interval: parsedInterval ?? context.interval,
    failOn: splitList(map.get('fail-on') ?? '').flatMap(
      (word) => oneOf(SIGNAL_FAILURES)(word, problems.at('fail-on')) ?? [],
    ),
  };
}

const parseText = lineOf(500);

/** A folder of the checkout: a file that a stranger wrote must not have others read. */
function readFolder(folder: string, problems: Context['problems']): string {
  if (!/^(?:\/|\\|[a-zA-Z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(folder)) return folder;
  problems.add({ input: folder, expected: 'a folder inside of the repository, such as app' });
  return '.';
}

function readCall(name: string, problems: Context['problems']): readonly CallName[] {
  const call = parseCallName(name);
  if (call !== null) return [call];
  const expected = 'your own function that sends events, such as track, Analytics.track, or track:2';
  problems.add({ input: name, expected });
  return [];
}
