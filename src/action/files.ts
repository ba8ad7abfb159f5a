import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Results, SeveralResults } from '../results.ts';

/** Where a run left its files. */
export interface WrittenFiles {
  readonly reportPath: string;
  readonly resultsPath: string;
}

/** Writes the Markdown of the whole and the results file into a folder of their own under `tempDir`, so that no run overwrites another's. */
export function writeFiles(markdown: string, results: Results | SeveralResults, tempDir: string | null): WrittenFiles {
  const base = tempDir ?? tmpdir();
  mkdirSync(base, { recursive: true });
  const folder = mkdtempSync(join(base, 'insight-report-'));
  const files = { reportPath: join(folder, 'report.md'), resultsPath: join(folder, 'results.json') };
  writeFileSync(files.reportPath, markdown);
  writeFileSync(files.resultsPath, `${JSON.stringify(results, null, 2)}\n`);
  return files;
}
