// Builds an entry: the sources without their types through swc, then the entry into one ES module and its
// chunks through ncc, with the files that it reads beside them. `node scripts/build.mjs action [folder]`
// makes dist/, which is committed; the freshness check builds it elsewhere. `node scripts/build.mjs cli`
// makes dist/cli/, which is made again whenever the package is packed.
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { minifySync, transformSync } from '@swc/core';
import ncc from '@vercel/ncc';
import { bundleExplorer } from './explorer.mjs';
import { licensesOf } from './licenses.mjs';

const root = resolve(import.meta.dirname, '..');

const GRAMMARS = ['@repomix/tree-sitter-wasms', '@tree-sitter-grammars/tree-sitter-kotlin'];

/**
 * The entries, where they are built to, and the packages of which a file is copied. DuckDB's native library
 * is required at run time: src/service/duckdb.ts.
 */
const ENTRIES = {
  action: { input: 'build/index.js', folder: 'dist', copied: GRAMMARS },
  cli: {
    input: 'build/cli.js',
    folder: 'dist/cli',
    copied: [...GRAMMARS, '@mermaid-js/tiny', 'github-markdown-css', 'uplot'],
  },
};

const [name, folder] = process.argv.slice(2);
const entry = ENTRIES[name];
if (entry === undefined) {
  process.stderr.write(`Name what to build: ${Object.keys(ENTRIES).join(' or ')}.\n`);
  process.exit(2);
}
const output = resolve(folder ?? join(root, entry.folder));

/** The grammars that are packed in dist/, by the names of their files. */
const PACKED = Object.fromEntries(
  globSync('dist/*.wasm', { cwd: root }).map((path) => [basename(path), readFileSync(join(root, path))]),
);

/** How the sources become JavaScript. */
const COMPILED = {
  swcrc: false,
  jsc: { parser: { syntax: 'typescript' }, target: 'es2024', rewriteRelativeImportExtensions: true },
};

/** The bundler's list of what went into a bundle. */
const STATS = join(root, 'build', 'stats.json');

/** Writes the sources to build/ as JavaScript. The linter checks their types. */
function compile() {
  for (const file of globSync('**/*.{ts,json}', {
    cwd: join(root, 'src'),
    exclude: ['explorer', '**/*.d.ts'],
  })) {
    const source = readFileSync(join(root, 'src', file), 'utf8');
    const target = join(root, 'build', file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, file.endsWith('.ts') ? transformSync(source, COMPILED).code : source);
  }
}

async function bundle() {
  const { code, assets, stats } = await ncc(join(root, entry.input), {
    target: 'es2022',
    cache: false,
    quiet: true,
  });
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, 'index.js'), code);
  for (const [file, { source, permissions }] of Object.entries(assets))
    writeFileSync(join(output, file), source, { mode: permissions });
  writeFileSync(STATS, JSON.stringify(stats.toJson()));
}

// ncc's own `minify` leaves the chunks out.
function minify(folder) {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const path = join(folder, name);
    const code = readFileSync(path, 'utf8');
    writeFileSync(path, minifySync(code, { module: true, compress: true, mangle: true }).code);
  }
}

// Grammars are tables: they shrink to a fifteenth, which src/code/signals/finding/grammar.ts unpacks. ncc
// writes them as if they were text, so each is known by that and rewritten.
function packGrammars(folder) {
  const grammars = ['swift', 'dart', 'go', 'tsx', 'typescript'].map(
    (name) => `${GRAMMARS[0]}/out/tree-sitter-${name}.wasm`,
  );
  const paths = [
    ...grammars,
    `${GRAMMARS[1]}/tree-sitter-kotlin.wasm`,
    'web-tree-sitter/web-tree-sitter.wasm',
  ];
  const originals = paths.map((path) => readFileSync(join(root, 'node_modules', path)));
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.wasm'))) {
    const written = readFileSync(join(folder, name));
    const original = originals.find(
      (each) => written.equals(each) || written.equals(Buffer.from(each.toString())),
    );
    if (original !== undefined) writeFileSync(join(folder, name), packed(original, PACKED[name]));
  }
}

/** To pack a grammar takes seconds: what was packed before is kept if it still unpacks to the grammar. */
function packed(original, before) {
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  const isSame = before !== undefined && brotliDecompressSync(before).equals(original);
  return isSame ? before : brotliCompressSync(original, { params });
}

/** Removes what an earlier build left in a folder, but not its subfolders: dist/ holds both entries. */
function empty(path) {
  if (!existsSync(path)) return;
  for (const file of readdirSync(path, { withFileTypes: true }))
    if (file.isFile()) rmSync(join(path, file.name));
}

/**
 * Bundles the explorer's page into a file that the command line reads. Returns the files that went into it.
 */
async function buildExplorer() {
  const { scripts, files } = await bundleExplorer();
  mkdirSync(join(root, 'build', 'explorer'), { recursive: true });
  writeFileSync(join(root, 'build', 'explorer', 'explorer.json'), JSON.stringify(scripts));
  return files;
}

rmSync(join(root, 'build'), { recursive: true, force: true });
empty(output);
compile();
const pageFiles = name === 'cli' ? await buildExplorer() : [];
await bundle();
minify(output);
packGrammars(output);
writeFileSync(join(output, 'licenses.txt'), licensesOf(STATS, root, entry.copied, pageFiles));
