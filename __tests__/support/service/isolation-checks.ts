import { makeVisible } from '../../../src/text/visible.ts';
import { isLong } from '../properties.ts';
import { type Answer, SECRETS } from './two-organizations.ts';

const STATUSES = new Set([200, 400, 403]);

/**
 * What is wrong with an answer: its status, or that it reveals something, such as one of these `places`. Null
 * if nothing is.
 */
export function findFault({ status, text }: Answer, sent: string, places: readonly string[]): string | null {
  if (!STATUSES.has(status)) return `${status}: ${text.slice(0, 200)}`;
  // An answer may repeat what was sent, a granularity in lower case.
  const echoes = [sent, sent.toLowerCase(), makeVisible(sent)].flatMap((one) => [
    JSON.stringify(JSON.stringify(one)),
    JSON.stringify(one),
  ]);
  const own = echoes.reduce(
    (rest, echo) => (sent === '' ? rest : rest.replaceAll(echo.slice(1, -1), '')),
    text,
  );
  const leaked = [...SECRETS, 'LINE 1', 'FROM "', ...places].find((each) => own.includes(each));
  if (leaked !== undefined) return `reveals ${leaked}: ${own.slice(0, 200)}`;
  const hasDetail = status === 200 || /"detail":"[^"]/.test(text);
  return hasDetail ? null : `no detail: ${text}`;
}

/** Every seventh item in the long run; else every 83rd, which takes some for each field and each text. */
export function sampled<T>(items: readonly T[]): readonly T[] {
  const step = isLong ? 7 : 83;
  return items.filter((_, index) => index % step === 0);
}

/** Runs a task for each item, some at a time. */
export async function forEach<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items].values();
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const item of rest) await task(item);
    }),
  );
}
