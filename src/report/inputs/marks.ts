// Reads the input `marks`: what happened on a day, to be marked on trends: `2026-11-20: price change`.
import type { DatedMark, ReportRequest } from './request.ts';
import type { ReadingContext } from './effects.ts';
import { Problems } from './problems.ts';
import { lineOf, parseDay } from './scalars.ts';
import { parseWordOrMap, type YamlValue } from './yaml/value.ts';

/** Reads `marks`: `releases`, `none`, or a map from dates to texts. */
export async function parseMarks(
  input: YamlValue,
  context: ReadingContext,
): Promise<NonNullable<ReportRequest['marks']>> {
  const { problems } = context;
  const value = await parseWordOrMap(input, ['', 'releases', 'none'], EXPECTED, context);
  if (value === '' || value === 'releases') return 'releases';
  if (value === null || value === 'none') return 'none';
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
