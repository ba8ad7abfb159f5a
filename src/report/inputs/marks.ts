// Reads the input `marks`.
import type { DatedMark, ReportRequest } from './request.ts';
import type { ReadingContext } from './effects.ts';
import { Problems } from './problems.ts';
import { lineOf, parseDay } from './scalars.ts';
import { isMap, parseYaml, type YamlValue } from './yaml/value.ts';

/** Reads `marks`: `releases`, `none`, or a map from dates to texts. */
export async function parseMarks(
  input: YamlValue,
  { loadYaml, problems }: ReadingContext,
): Promise<NonNullable<ReportRequest['marks']>> {
  if (input === '' || input === 'releases') return 'releases';
  if (input === 'none') return 'none';
  const value =
    typeof input === 'string' && input.includes(':') ? await parseYaml(input, loadYaml, problems) : input;
  if (value === null) return 'none';
  if (!isMap(value)) {
    problems.add({
      ...(typeof value === 'string' ? { input: value } : { why: 'is a list' }),
      expected: EXPECTED,
    });
    return 'none';
  }
  const marks: DatedMark[] = [];
  for (const [date, text] of value) {
    const isDay = parseDay(date, new Problems()) !== null;
    if (!isDay || typeof text !== 'string' || text.trim() === '') {
      problems.at(date).add({ why: isDay ? 'has no text' : 'is not a date', expected: EXPECTED });
      continue;
    }
    const line = TEXT(text, problems.at(date));
    if (line !== null) marks.push({ date, text: line });
  }
  return marks;
}

const EXPECTED = 'releases, none, or a map from dates to texts, such as 2026-11-20: price change';
const TEXT = lineOf(100);
