import type { ReadingContext } from './effects.ts';
import type { IntervalSpec, MinimumsRequest } from './request.ts';
import { fractionOf, lineOf } from './scalars.ts';
import {
  isMap,
  keyReader,
  noteUnknownKeys,
  parseWordOrMap,
  type YamlMap,
  type YamlValue,
} from './yaml/value.ts';

type Context = ReadingContext & { readonly interval: IntervalSpec };

const OPTIONS = ['max-lost', 'app'] as const;

/** Reads `minimums`: auto, false, or a map that makes a gate of it. Null if no pull request is looked at. */
export async function parseMinimums(given: YamlValue, context: Context): Promise<MinimumsRequest | null> {
  const words = ['', 'auto', 'true', 'false'] as const;
  const expected = 'auto, false, or a map such as { max-lost: 2% }';
  const value = await parseWordOrMap(given, words, expected, context);
  if (value === 'false') return null;
  const automatic = { interval: context.interval, maxLost: null, app: null };
  return value !== null && isMap(value) ? { ...automatic, ...readOptions(value, context) } : automatic;
}

function readOptions(map: YamlMap, { problems }: Context): Pick<MinimumsRequest, 'maxLost' | 'app'> {
  noteUnknownKeys(map, OPTIONS, problems);
  const read = keyReader(map, problems);
  const maxLost = read(
    'max-lost',
    (text, own) => fractionOf(text) ?? own.add({ given: text, expected: 'a share of users, such as 2%' }),
  );
  return { maxLost, app: read('app', lineOf(100)) };
}
