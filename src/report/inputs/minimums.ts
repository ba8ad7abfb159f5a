import type { ReadingContext } from './effects.ts';
import type { IntervalSpec, MinimumsRequest } from './request.ts';
import { lineOf } from './scalars.ts';
import {
  isMap,
  keyReader,
  kindOf,
  noteUnknownKeys,
  parseYaml,
  type YamlMap,
  type YamlValue,
} from './yaml/value.ts';

type Context = ReadingContext & { readonly interval: IntervalSpec };

const OPTIONS = ['max-lost', 'app'] as const;

/** Reads `minimums`: auto, false, or a map that makes a gate of it. Null if no pull request is looked at. */
export async function parseMinimums(given: YamlValue, context: Context): Promise<MinimumsRequest | null> {
  const { loadYaml, problems, interval } = context;
  const isMapText = typeof given === 'string' && given.includes(':');
  const value = isMapText ? await parseYaml(given, loadYaml, problems) : given;
  if (value === 'false') return null;
  const automatic = { interval, maxLost: null, app: null };
  if (value === null || value === '' || value === 'auto' || value === 'true') return automatic;
  if (isMap(value)) return { ...automatic, ...readOptions(value, context) };
  const wrong = typeof value === 'string' ? { given: value } : { why: `is ${kindOf(value)}` };
  return problems.add({ ...wrong, expected: 'auto, false, or a map such as { max-lost: 2% }' });
}

function readOptions(map: YamlMap, { problems }: Context): Pick<MinimumsRequest, 'maxLost' | 'app'> {
  noteUnknownKeys(map, OPTIONS, problems);
  const read = keyReader(map, problems);
  const maxLost = read(
    'max-lost',
    (text, own) =>
      parsePercentage(text) ?? own.add({ given: text, expected: 'a share of users, such as 2%' }),
  );
  return { maxLost, app: read('app', lineOf(100)) };
}

/** Parses a percentage such as `2%` to a fraction; null if it is none. */
export function parsePercentage(text: string): number | null {
  const digits = /^(\d{1,3}(?:\.\d{1,10})?)\s?%$/.exec(text.trim())?.[1];
  const share = digits === undefined ? null : Number(`${digits}e-2`);
  return share === null || share > 1 ? null : share;
}
