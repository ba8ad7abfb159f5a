/**
 * Where a text stops being valid JSON: line and column, if the engine reports the position, and the sign
 * there. It quotes nothing else: a link in a checkout may lead to a file that holds a secret.
 */
export function whereNotJson(content: string, error: unknown): string {
  if (content.trim() === '') return ': it is empty';
  const message = error instanceof Error ? error.message : '';
  const position = /\bposition (\d+)/.exec(message)?.[1];
  if (position === undefined) return message.includes('end of JSON') ? ': it ends too early' : '';
  const before = content.slice(0, Number(position)).split('\n');
  const place = ` in line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  const rest = content.slice(Number(position));
  if (rest.trim() === '') return `${place}: it ends too early`;
  const sign = rest.charAt(0);
  return /[[\]{},:"]/.test(sign) ? `${place}: ${JSON.stringify(sign)} was not expected` : place;
}
