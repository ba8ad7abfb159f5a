import type { DatedMark, ReportRequest } from './request.ts';
import type { ReadingContext } from './effects.ts';
import { lineOf } from './scalars.ts';
import { isMap, parseYaml, type YamlValue } from './yaml/value.ts';

/** Reads `marks`: `releases`, `none`, or a map from dates to texts. */
export async function parseMarks(
  given: YamlValue,
  { loadYaml, problems }: ReadingContext,
): Promise<NonNullable<ReportRequest['marks']>> {
  if (given === '' || given === 'releases') return 'releases';
  if (given === 'none') return 'none';
  const value =
    typeof given === 'string' && given.includes(':') ? await parseYaml(given, loadYaml, problems) : given;
  if (value === null) return 'none';
  if (!isMap(value)) {
    problems.add({
      ...(typeof value === 'string' ? { given: value } : { why: 'is a list' }),
      expected: EXPECTED,
    });
    return 'none';
  }
  return [...value].flatMap(([date, text]): DatedMark[] => {
    const at = problems.at(date);
    const isDay = /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));
    if (!isDay || typeof text !== 'string' || text.trim() === '') {
      const why = isDay ? 'has no text' : 'is not a date';
      at.add({ why, expected: EXPECTED });
      return [];
    }
    const line = TEXT(text, at);
    return line === null ? [] : [{ date, text: line }];
  });
}

const EXPECTED = 'releases, none, or a map from dates to texts, such as 2026-11-20: price change';
const TEXT = lineOf(100);
