import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { run } from '../../../src/cli/commands/report.ts';
import type { Io } from '../../../src/cli/io.ts';
import { INPUTS } from '../../../src/inputs/declared.ts';

function io(): Io & { readonly written: () => string } {
  let text = '';
  const stream = { write: (part: string) => (text += part) };
  return { stdout: stream, stderr: stream, env: {}, columns: null, written: () => text };
}

test('report --help lists every input but the secrets, which are no flags', async () => {
  const seen = io();
  expect(await run(['--help'], seen)).toBe(0);
  const listed = [...seen.written().matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name]) => name);
  const inputs = Object.entries(INPUTS).flatMap(([name, { kind }]) => (kind === 'secret' ? [] : [name]));
  expect(listed).toEqual(['format', 'now', ...inputs]);
});

test('everything that is wrong is told at once, in the words of the command line', async () => {
  const problems = [
    'no flag --tpo; did you mean --top',
    '--now: "noon"',
    'no format "pdf"',
    '--top: got "0"',
    'INSIGHT_REPORT_API_TOKEN',
  ];
  const wrong = run(['--tpo=3', '--top', '0', '--now', 'noon', '--format', 'pdf', '--insights', 'x'], io());
  const message = await wrong.then(String, (error: unknown) => String(error));
  for (const problem of problems) expect(message).toContain(problem);
});

test('a problem of a config file keeps its place, one of a flag is told as a flag', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'insight-report-cli-'));
  const path = join(folder, 'insight-report.yml');
  writeFileSync(path, 'insights: 3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10\ntop: none\n');
  const wrong = run(['--config', path, '--history', 'x'], io());
  const message = await wrong.then(String, (error: unknown) => String(error));
  rmSync(folder, { recursive: true });
  expect(message).toContain(`- ${path}:2, top: got "none"`);
  expect(message).toContain('- --history: got "x"');
});

test('what follows a wrong flag is not held against anybody', async () => {
  const wrong = run(
    ['--tpo', '3', '--api-url', '--insights', '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10', 'left over'],
    io(),
  );
  const message = await wrong.then(String, (error: unknown) => String(error));
  expect(message).toContain('there is no flag --tpo');
  expect(message).toContain('--api-url needs a value');
  expect(message).toContain('"left over" is no flag');
  expect(message).not.toContain('"3" is no flag');
  expect(message).not.toContain('nothing to report');
  expect(message).not.toMatch(/3F0C9C36\S* is no flag/);
});

test.each([
  [['--tpo=3', 'left over'], '"left over" is no flag'],
  [['--api-url', '--insights', '--top', '3'], 'there is nothing to report'],
])('of %j no more is taken for a value than is one', async (args, problem) => {
  const message = await run(args, io()).then(String, (error: unknown) => String(error));
  expect(message).toContain(problem);
  expect(message).not.toContain('got "--top"');
});
