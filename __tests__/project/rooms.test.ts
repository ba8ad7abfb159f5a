import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');
let copy: string;

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'insight-report-rooms-'));
  for (const name of ['src', 'templates', 'package.json', 'tsconfig.json', '.dependency-cruiser.mjs']) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});

afterEach(() => {
  rmSync(copy, { recursive: true, force: true });
});

/** The names of the rules that the copy breaks. */
function broken(): string[] {
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [cruiser, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
  return [...new Set(summary.violations.map(({ rule }) => rule.name))].sort();
}

const file = (path: string, text: string): void => {
  writeFileSync(join(copy, path), text);
};

test('the rooms as they are break no rule', () => {
  expect(broken()).toEqual([]);
});

test.each([
  ['render-law', 'src/render/x.ts', "import { publish } from '../publish/publish.ts';\nexport const x = publish;"],
  ['publish-law', 'src/publish/x.ts', "export const x = async () => import('../render/report.ts');"],
  ['tql-law', 'src/tql/x.ts', "export * from '../errors.ts';"],
  ['service-law', 'src/service/x.ts', "export * from '../client/client.ts';"],
  ['nobody-imports-an-entry', 'src/gate/x.ts', "import '../index.ts';"],
  ['no-test-library-in-the-sources', 'src/render/x.ts', "export { default } from 'fast-check';"],
  ['engine-drivers-stay-in-the-service', 'src/client/x.ts', "export * from '@duckdb/node-api';"],
])('%s is noticed', (rule, path, text) => {
  if (path.startsWith('src/gate/')) cpSync(join(copy, 'src/compare'), join(copy, 'src/gate'), { recursive: true });
  file(path, text);
  expect(broken()).toContain(rule);
});

test('a lazy import of the service, two files away from the Action, is noticed', () => {
  file('src/run/x.ts', "export const x = async () => import('../service/start.ts');");
  appendFileSync(join(copy, 'src/run/redact.ts'), "export { x } from './x.ts';\n");
  expect(broken()).toContain('action-never-reaches-the-service');
});

test('a cycle is noticed', () => {
  file('src/tables/x.ts', "export * from './y.ts';");
  file('src/tables/y.ts', "export * from './x.ts';");
  expect(broken()).toEqual(['no-cycles']);
});
