import { parseLine } from './lines.ts';
import type { Problems } from './problems.ts';
import type { InsightRequest } from './request.ts';

const NAME_LIMIT = 100;

/** An entry's name; null where there is none because its id or file was a problem already. */
export function parseName(at: string, text: string | null, problems: Problems): string | null {
  return text === null ? null : parseLine(`${at}, name`, text, NAME_LIMIT, problems);
}

/** Notes every name that two entries have, whether insights or queries. */
export function noteRepeatedNames(entries: readonly InsightRequest[], problems: Problems): void {
  const seen = new Set<string>();
  for (const { name, source } of entries) {
    if (seen.has(name)) {
      problems.add({
        at: source.kind === 'insight' ? 'insights' : 'queries',
        given: name,
        why: 'a name that another entry has as well',
        expected: 'a name of its own for each entry',
      });
    }
    seen.add(name);
  }
}
