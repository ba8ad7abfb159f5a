import { nearestWord } from '../../text/nearest.ts';
import { COMPONENTS } from '../../tql/interval.ts';

/** Examples of intervals, for messages. */
export const EXPECTED_INTERVAL =
  'a time range such as "last 28 complete days", "last 7 days", "this month" or "2026-10-01/2026-11-01"';

/** The interval in words that a misspelt one is most like; null if none is near. */
export function nearestInterval(text: string): string | null {
  const [count = '7'] = /\d+/.exec(text) ?? [];
  const known = COMPONENTS.flatMap((unit) => [
    ...(unit === 'hour' || unit === 'day' ? [] : [`this ${unit}`, `last ${unit}`]),
    `last ${count} ${unit}s`,
    `last ${count} complete ${unit}s`,
  ]);
  return nearestWord(text.trim(), ['today', 'yesterday', ...known]);
}
