// Loads tree-sitter, which parses source code into syntax trees, and its grammar of each language. The
// grammars are WebAssembly files of packages; dist/ holds them compressed.
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { brotliDecompressSync } from 'node:zlib';
import type * as TreeSitter from 'web-tree-sitter';
// By file: in its module for import, the bundler does not find `createRequire`.
// @ts-expect-error -- its types name the package, not this file
import * as file from '../../../../node_modules/web-tree-sitter/web-tree-sitter.cjs';
import { getOrAdd } from '../../../text/get-or-add.ts';

// oxlint-disable-next-line typescript/no-unsafe-assignment -- the package's own exports
const runtimeModule: typeof TreeSitter = file;
const { Language, Parser, Query } = runtimeModule;

/**
 * The grammars. `script` is JavaScript and TypeScript with JSX; `typescript` is without, where `<T>x` is a
 * cast.
 */
export type GrammarName = 'swift' | 'kotlin' | 'dart' | 'go' | 'script' | 'typescript';

/** One literal address for each file: the bundler finds them by it. */
const FILES: Readonly<Record<GrammarName, () => Buffer>> = {
  swift: () =>
    readFileSync(
      new URL(
        '../../../../node_modules/@repomix/tree-sitter-wasms/out/tree-sitter-swift.wasm',
        import.meta.url,
      ),
    ),
  kotlin: () =>
    readFileSync(
      new URL(
        '../../../../node_modules/@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm',
        import.meta.url,
      ),
    ),
  dart: () =>
    readFileSync(
      new URL(
        '../../../../node_modules/@repomix/tree-sitter-wasms/out/tree-sitter-dart.wasm',
        import.meta.url,
      ),
    ),
  go: () =>
    readFileSync(
      new URL('../../../../node_modules/@repomix/tree-sitter-wasms/out/tree-sitter-go.wasm', import.meta.url),
    ),
  script: () =>
    readFileSync(
      new URL(
        '../../../../node_modules/@repomix/tree-sitter-wasms/out/tree-sitter-tsx.wasm',
        import.meta.url,
      ),
    ),
  typescript: () =>
    readFileSync(
      new URL(
        '../../../../node_modules/@repomix/tree-sitter-wasms/out/tree-sitter-typescript.wasm',
        import.meta.url,
      ),
    ),
};

const readRuntime = () =>
  readFileSync(new URL('../../../../node_modules/web-tree-sitter/web-tree-sitter.wasm', import.meta.url));

/** A parser for one grammar. */
interface Grammar {
  readonly language: TreeSitter.Language;
  readonly parser: TreeSitter.Parser;
  /** A query of its trees, compiled once. */
  readonly query: (text: string) => TreeSitter.Query;
}

const loaded = new Map<GrammarName, Promise<Grammar>>();
let runtime: Promise<void> | undefined;

/** Loads a grammar once, and the runtime of all of them with the first. */
export function loadGrammar(name: GrammarName): Promise<Grammar> {
  return getOrAdd(loaded, name, () => load(name));
}

async function load(name: GrammarName): Promise<Grammar> {
  runtime ??= startRuntime();
  await runtime;
  const bytes = unpack(FILES[name]());
  const language = await Language.load(name === 'swift' ? withState(bytes) : bytes);
  const parser = new Parser();
  parser.setLanguage(language);
  const queries = new Map<string, TreeSitter.Query>();
  const query = (text: string) => getOrAdd(queries, text, () => new Query(language, text));
  return { language, parser, query };
}

/**
 * V8 would compile the grammars again for speed, which no repository gains from, and the process would wait
 * for it at its end (of three files: 0.7 s without, 3 s and more with it).
 *
 * The runtime requests its folder as a CommonJS module, which has one in the sources but not in a bundle, and
 * is given its file instead.
 */
async function startRuntime(): Promise<void> {
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
  Reflect.set(globalThis, '__dirname', '');
  try {
    await Parser.init({ wasmBinary: unpack(readRuntime()) });
  } finally {
    Reflect.deleteProperty(globalThis, '__dirname');
  }
}

/** In dist/, the build has compressed these files to a fifteenth (scripts/build.mjs). */
function unpack(bytes: Buffer): Buffer {
  const isModule = bytes.subarray(0, MAGIC.length).equals(MAGIC);
  return isModule ? bytes : brotliDecompressSync(bytes);
}

/**
 * Swift's scanner, up to 0.7.1 at least, requests `calloc(0, 4)` to keep its state in, so what another file
 * left there says how a text with `#` begins. It gets its one element: `i32.const 1` in place of `i32.const
 * 0`.
 */
function withState(bytes: Buffer): Buffer {
  const at = bytes.indexOf(CALLOC_NOTHING);
  if (at < 0 || at !== bytes.lastIndexOf(CALLOC_NOTHING)) return bytes;
  const mended = Buffer.from(bytes);
  mended[at + 1] = 1;
  return mended;
}

/** WebAssembly's `i32.const 0`, `i32.const 4`, `call`. */
const CALLOC_NOTHING = Buffer.from([0x41, 0, 0x41, 4, 0x10]);

/** How every WebAssembly file begins. */
const MAGIC = Buffer.from('\0asm');
