import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..', '..');

/** Modules find the files that they read by their own address, which stays that of the source. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  setup(bundler) {
    // Packages that are imported by file.
    bundler.onResolve({ filter: /\/node_modules\// }, ({ path, resolveDir }) => ({
      path: pathToFileURL(join(resolveDir, path)).href,
      external: true,
    }));
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: 'ts',
    }));
  },
};

/**
 * Bundles the programs that tests start, once before the first suite: a process that loads 500 sources takes
 * several times as long to start.
 */
export default async function bundle(): Promise<void> {
  // Packages are found from here.
  const cache = join(root, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  const outdir = await mkdtemp(join(cache, 'bundle-'));
  process.on('exit', () => {
    rmSync(outdir, { recursive: true });
  });
  await build({
    entryPoints: {
      action: join(root, 'src', 'index.ts'),
      cli: join(root, 'src', 'cli.ts'),
      command: join(root, '__tests__', 'support', 'service', 'command.ts'),
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    plugins: [keepAddresses],
    logLevel: 'error',
  });
  process.env['INSIGHT_REPORT_BUNDLE'] = outdir;
}
