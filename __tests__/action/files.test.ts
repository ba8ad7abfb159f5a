import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from '../../src/action/outputs.ts';
import { errorResults } from '../../src/report/run/not-run.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const results = errorResults(
  { reportId: 'r', title: 'Usage', timezone: null, locale: 'en-US' },
  { nowMs: 0, run: null },
  'No.',
);

test('a folder that cannot be written to costs a warning, and the files are in the system’s folder', () => {
  const file = join(emptyFolder(), 'a-file');
  writeFileSync(file, '');
  const warnings: string[] = [];
  const { reportPath, resultsPath, badgePath } = writeFiles('# Usage', results, join(file, 'x'), {
    warning: (message) => warnings.push(message),
  });
  expect(warnings).toEqual([expect.stringContaining(`could not be written to ${join(file, 'x')}: ENOTDIR`)]);
  expect([reportPath, resultsPath, badgePath].map((path) => existsSync(path))).toEqual([true, true, true]);
});
