// Writes the list of differences in docs/operate/cluster/differences.md from the tests' list: `node
// scripts/druid-docs.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIFFERENCES } from '../__tests__/support/cluster/differences.ts';

const path = join(import.meta.dirname, '..', 'docs', 'operate', 'cluster', 'differences.md');

/** The page with its list of differences, between the two marks, made again. */
export function withDifferences(page: string): string {
  const list = Object.entries(DIFFERENCES).map(([name, words]) => `- **${name}**: ${words}`);
  return page.replace(
    /(<!-- differences -->\n)[^]*?(<!-- \/differences -->)/,
    (_, open: string, close: string) => {
      return `${open}\n${list.join('\n')}\n\n${close}`;
    },
  );
}

if (import.meta.main) writeFileSync(path, withDifferences(readFileSync(path, 'utf8')));
