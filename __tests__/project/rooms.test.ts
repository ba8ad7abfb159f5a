import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isLong } from '../support/properties.ts';
import { emptyFolder } from '../support/temporary-files.ts';

const root = join(import.meta.dirname, '..', '..');

/** The violations of the law in a folder, as `rule: file`. */
function violations(folder: string): string[] {
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [cruiser, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src'];
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  return summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`);
}

// `npm run rooms`, which the short run has, takes as long.
const describeAtLength = isLong ? describe : () => undefined;

describeAtLength('a breach of the import rules is noticed', () => {
  const BREACHES: readonly [rule: string, file: string, text: string][] = [
    [
      'publish-never-renders',
      'src/report/publish/b.ts',
      "export const x = async () => import('../render/report.ts');",
    ],
    ['render-imports-no-later-step', 'src/report/render/a.ts', "export * from '../publish/publish.ts';"],
    ['no-test-library-in-the-sources', 'src/report/render/o.ts', "export { default } from 'fast-check';"],
    ['engine-drivers-stay-in-the-service', 'src/report/client/p.ts', "export * from '@duckdb/node-api';"],
    ['no-cycles', 'src/report/tables/q.ts', "export * from './r.ts';"],
    ['action-never-reaches-the-service', 'src/report/run/redact.ts', "export { x } from './s.ts';"],
    ['report-rules', 'src/report/run/s.ts', "export const x = async () => import('../../service/start.ts');"],
  ];
  let found: readonly string[];
  let copy: string;

  beforeAll(() => {
    copy = emptyFolder();
    for (const name of ['src', 'templates', 'package.json', 'tsconfig.json', '.dependency-cruiser.mjs'])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    writeFileSync(join(copy, 'src/report/tables/r.ts'), "export * from './q.ts';\n");
    for (const [, file, text] of BREACHES) {
      const write = file === 'src/report/run/redact.ts' ? appendFileSync : writeFileSync;
      write(join(copy, file), `${text}\n`);
    }
    found = violations(copy);
  });

  test.each(BREACHES)('a breach of the rule %s is noticed in %s', (rule, file) => {
    expect(found).toContain(`${rule}: ${file}`);
  });
});

describe('a newcomer finds the way', () => {
  const files = globSync('src/**/*.ts', { cwd: root });

  test('no comment is longer than 110 columns', () => {
    const written = globSync('{src,__tests__,bench,scripts}/**/*.{ts,tsx}', { cwd: root });
    const long = written.flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .filter((line) => line.length > 110 && /^\s*(?:\/\/|\/?\*)/.test(line))
        .map((line) => `${path}: ${line}`),
    );
    expect(long).toEqual([]);
  });

  test('no folder has more than twenty files', () => {
    const counts = Map.groupBy(files, dirname);
    expect([...counts].filter(([, own]) => own.length > 20).map(([folder]) => folder)).toEqual([]);
  });

  test('no two files differ by word order only', () => {
    const words = (file: string) => basename(file, '.ts').split('-').sort().join('-');
    const names = [...new Set(files.map((file) => basename(file, '.ts')))];
    const same = Map.groupBy(names, words);
    expect([...same.values()].filter((group) => group.length > 1)).toEqual([]);
  });

  test('every exported function and type is used', () => {
    const exported = /^export (?:async )?(?:function|const|interface|type|class) (\w+)/gm;
    const places = ['src', '__tests__', 'bench', 'scripts'];
    const words = execFileSync(
      'grep',
      ['-rhowE', '\\w+', ...places, '--include=*.ts', '--include=*.tsx', '--include=*.mjs'],
      { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 },
    );
    const counts = new Map<string, number>();
    for (const word of words.split('\n')) counts.set(word, (counts.get(word) ?? 0) + 1);
    const sources = execFileSync('cat', files, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
    const unused = [...sources.matchAll(exported)]
      .map(([, name = '']) => name)
      .filter((name) => counts.get(name) === 1);
    expect(unused).toEqual([]);
  });
});
