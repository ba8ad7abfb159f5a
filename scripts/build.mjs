// Builds dist/: the sources through tsc, then each of the two entries into one ES module and its chunks through ncc.
// `node scripts/build.mjs [folder]` writes to another folder; the freshness check compares it with dist/.
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { minifySync } from '@swc/core';
import { licensesOf } from './licenses.mjs';

const root = resolve(import.meta.dirname, '..');
const out = resolve(process.argv[2] ?? join(root, 'dist'));

/** The entries. DuckDB's native library cannot be bundled; it is loaded from node_modules. */
const ENTRIES = [
  { input: 'build/index.js', output: out, externals: [] },
  { input: 'build/cli.js', output: join(out, 'cli'), externals: ['@duckdb/node-api'] },
];

/** The bundler's list of what went into a bundle. */
const STATS = join(root, 'build', 'stats.json');

function run(script, args) {
  const result = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (result.status !== 0) {
    process.stderr.write(result.stdout ?? '');
    process.exit(result.status ?? 1);
  }
}

// ncc's own --minify does not minify the chunks.
function minify(folder) {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const path = join(folder, name);
    writeFileSync(
      path,
      minifySync(readFileSync(path, 'utf8'), {
        module: true,
        compress: true,
        mangle: true,
        format: { asciiOnly: true },
      }).code,
    );
  }
}

rmSync(join(root, 'build'), { recursive: true, force: true });
rmSync(out, { recursive: true, force: true });
run('node_modules/typescript/bin/tsc', ['-p', 'tsconfig.build.json']);
for (const { input, output, externals } of ENTRIES) {
  const flags = externals.flatMap((name) => ['--external', name]);
  run('node_modules/@vercel/ncc/dist/ncc/cli.js', [
    'build',
    input,
    '--out',
    output,
    '--stats-out',
    STATS,
    '--target',
    'es2022',
    '--no-cache',
    ...flags,
  ]);
  minify(output);
  writeFileSync(join(output, 'licenses.txt'), licensesOf(STATS, root));
}
const bin = join(out, 'cli', 'index.js');
writeFileSync(bin, `#!/usr/bin/env node\n${readFileSync(bin, 'utf8').replace(/^#!.*\n/, '')}`);
chmodSync(bin, 0o755);
