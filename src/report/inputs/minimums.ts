// Reads the input `minimums`: what to do about minimum OS versions that a pull request raises, `{ max-lost:
// 2% }`.
import type { ReadingContext } from './effects.ts';
import type { IntervalSpec, MinimumsRequest } from './request.ts';
import { fractionOf, lineOf } from './scalars.ts';
import { parseWordOrMap } from './yaml/parse.ts';
import { isMap, keyReader, noteUnknownKeys, type YamlMap, type YamlValue } from './yaml/value.ts';

type Context = ReadingContext & { readonly interval: IntervalSpec };

/** Reads `minimums`: auto, false, or a map that makes a gate of it. Null if no pull request is looked at. */
export async function parseMinimums(input: YamlValue, context: Context): Promise<MinimumsRequest | null> {
  const words = ['', 'auto', 'true', 'false'] as const;
  const expected = 'auto, false, or a map such as { max-lost: 2% }';
  const value = await parseWordOrMap(input, words, expected, context);
  if (value === 'false') return null;
  const map: YamlMap = value !== null && isMap(value) ? value : new Map();
  noteUnknownKeys(map, ['max-lost', 'app'], context.problems);
  const read = keyReader(map, context.problems);
  return {
    interval: context.interval,
    maxLost: read(
      'max-lost',
      (text, at) => fractionOf(text) ?? at.refuse({ input: text, expected: 'a share of users, such as 2%' }),
    ),
    app: read('app', lineOf(100)),
  };
}
