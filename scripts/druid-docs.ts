// Writes the table of differences in docs/operate/cluster/differences.md from the tests' list: `node
// scripts/druid-docs.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIFFERENCES } from '../__tests__/support/cluster/differences.ts';

const path = join(import.meta.dirname, '..', 'docs', 'operate', 'cluster', 'differences.md');

/** The page with its table of differences, between the two marks, made again. */
export function withDifferences(page: string): string {
  const rows = Object.values(DIFFERENCES).flatMap((lines) => lines.split('\n').map((row) => `| ${row} |`));
  const table = ['| in a query | on Druid | on DuckDB |', '| --- | --- | --- |', ...rows].join('\n');
  return page.replace(
    /(<!-- differences -->\n)[^]*?(<!-- \/differences -->)/,
    (_, open: string, close: string) => {
      return `${open}\n${table}\n\n${close}`;
    },
  );
}

if (import.meta.main) writeFileSync(path, withDifferences(readFileSync(path, 'utf8')));
