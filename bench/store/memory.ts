// `npm run bench:memory`: the most memory that each query of 2 KB takes over a million events, with `--memory
// 512MB`. Writes the table in docs/operate/sizing.md from what the test of the large states measures.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..', '..');
const table = join(tmpdir(), `insight-report-memory-${process.pid}.md`);
const env = { ...process.env, TEST_LONG: '1', MEMORY_TABLE: table };
const { status } = spawnSync('npm', ['run', 'jest', '--', '--maxWorkers=1', 'large-states'], {
  cwd: root,
  env,
  stdio: 'inherit',
});
const page = join(root, 'docs', 'operate', 'sizing.md');
const text = readFileSync(page, 'utf8');
const marked = /(<!-- memory -->\n)[^]*?(<!-- \/memory -->)/;
writeFileSync(
  page,
  text.replace(
    marked,
    (_, open: string, close: string) => `${open}\n${readFileSync(table, 'utf8')}\n${close}`,
  ),
);
process.exitCode = status ?? 1;
