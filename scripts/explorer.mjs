// Bundles the explorer's page, and writes its scripts, as JSON by name, to the file that is named, else to
// stdout. `explorer.js` is the first one; it loads the others when they are needed. The pipeline of a
// report runs in the page, so that what it shows is what a report shows; the parts of it that only Node has
// are never called there.
import { writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');

/** Stands for a module that only Node has. Using it is an error that names it. */
const nodeOnly = {
  name: 'node-only',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(undici|node:)/ }, ({ path }) => ({ path, namespace: 'node-only' }));
    onLoad({ filter: /.*/, namespace: 'node-only' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get(_, name) { throw new Error('${path} is not in a browser: ' + String(name)); } });`,
    }));
  },
};

/**
 * Leaves regular expressions to the service, which refuses a wrong one in the same words: to compile them takes
 * 150 KB of script.
 */
const patternsUnchecked = {
  name: 'patterns-unchecked',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]tql[\\/]schema[\\/]pattern\.ts$/ }, () => ({
      contents: 'export const findPatternProblem = () => null; export const countGroups = () => Infinity;',
    }));
  },
};

/** Bundles the page; gives its scripts by name, and what went into them. */
export async function bundleExplorer() {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, 'src', 'explorer', 'main.tsx')],
    absWorkingDir: root,
    entryNames: 'explorer',
    chunkNames: 'explorer-[hash]',
    outdir: join(root, 'build'),
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    charset: 'ascii',
    loader: { '.css': 'text' },
    legalComments: 'none',
    tsconfig: join(root, 'src', 'explorer', 'tsconfig.json'),
    plugins: [nodeOnly, patternsUnchecked],
    logLevel: 'error',
  });
  const files = Object.keys(metafile.inputs).filter((name) => name.startsWith('node_modules/'));
  const scripts = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]));
  return { scripts, files: files.map((name) => join(root, name)) };
}

if (import.meta.main) {
  const scripts = JSON.stringify((await bundleExplorer()).scripts);
  if (process.argv[2] === undefined) process.stdout.write(scripts);
  else writeFileSync(process.argv[2], scripts);
}
