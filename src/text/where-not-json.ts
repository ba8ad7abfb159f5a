/**
 * Where a text stops being valid JSON: line and column, if the engine reports the position. It quotes
 * nothing: a link in a checkout may lead to a file that holds a secret.
 */
export function whereNotJson(content: string, error: unknown): string {
  if (content.trim() === '') return ': it is empty';
  const message = error instanceof Error ? error.message : '';
  const position = /\bposition (\d+)/.exec(message)?.[1];
  if (position === undefined) return message.includes('end of JSON') ? ': it ends too early' : '';
  const before = content.slice(0, Number(position)).split('\n');
  return ` in line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}
