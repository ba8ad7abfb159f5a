import type { Problems } from './problems.ts';
import { hasInvisible } from './visible.ts';

/** A text of one line, not empty, without control characters, of at most `limit` characters. */
export function parseLine(at: string, text: string, limit: number, problems: Problems): string | null {
  const line = text.trim();
  const expected = `one line of at most ${limit} characters`;
  if (line === '') return problems.add({ at, why: 'is empty', expected });
  if (/[\r\n]/.test(line)) return problems.add({ at, given: line, why: 'which has several lines', expected });
  if (hasInvisible(line)) return problems.add({ at, given: line, why: 'which holds control characters', expected });
  const length = Array.from(line).length;
  if (length > limit) return problems.add({ at, given: line, why: `which has ${length} characters`, expected });
  return line;
}

const TITLE_LIMIT = 200;

/** The title of a report or a table. */
export function parseTitle(at: string, text: string, problems: Problems): string | null {
  return parseLine(at, text, TITLE_LIMIT, problems);
}

/** A report's id, at most 64 characters of it. */
export const REPORT_ID = /^[A-Za-z0-9._]+(?:-[A-Za-z0-9._]+)*$/;
const REPORT_ID_LIMIT = 64;

/** A report's id. It stands in an HTML comment, where two dashes in a row would end it. */
export function parseReportId(at: string, text: string, problems: Problems): string | null {
  if (REPORT_ID.test(text) && text.length <= REPORT_ID_LIMIT) return text;
  return problems.add({
    at,
    given: text,
    expected: `at most ${REPORT_ID_LIMIT} letters, digits, dots, underscores and single dashes between them`,
  });
}
