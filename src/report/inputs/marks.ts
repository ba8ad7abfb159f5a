// Reads the input `marks`: what happened on a day, to be marked on trends: `2026-11-20: price change`.
import type { DatedMark, ReportRequest } from './request.ts';
import type { ReadingContext } from './effects.ts';
import { isDay, lineOf } from './scalars.ts';
import { parseWordOrMap } from './yaml/parse.ts';
import type { YamlValue } from './yaml/value.ts';

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
    const at = problems.at(date);
    if (!isDay(date)) at.add({ why: 'is not a date', expected: EXPECTED });
    else if (typeof text !== 'string' || text.trim() === '')
      at.add({ why: 'has no text', expected: EXPECTED });
    else {
      const line = parseMarkText(text, at);
      if (line !== null) marks.push({ date, text: line });
    }
  }
  return marks;
}

const EXPECTED = 'releases, none, or a map from dates to texts, such as 2026-11-20: price change';
const parseMarkText = lineOf(100);
