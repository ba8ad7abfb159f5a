import { truncate } from './truncate.ts';
import { toOneLine } from './visible.ts';

/**
 * Where a text stops being valid JSON: line and column, if the engine reports the position, and the text
 * there.
 */
export function whereNotJson(content: string, error: unknown): string {
  if (content.trim() === '') return ': it is empty';
  const message = error instanceof Error ? error.message : '';
  const position = /\bposition (\d+)/.exec(message)?.[1];
  if (position === undefined) return message.includes('end of JSON') ? ': it ends too early' : '';
  const before = content.slice(0, Number(position)).split('\n');
  const unexpectedText = truncate(toOneLine(content.slice(Number(position)).split('\n')[0] ?? ''), 20);
  const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  return unexpectedText === ''
    ? ` in ${place}: it ends too early`
    : ` in ${place}: ${JSON.stringify(unexpectedText)} was not expected`;
}
