// Plants realistic mistakes in the sources, one at a time, and says which test finds each. Run it in a
// checkout without changes: `node scripts/plant-mistakes.ts --count 60 --seed 46`. The same seed plants the
// same mistakes in the same sources; `--list` only prints them, and `--near` runs only the tests beside the
// changed file: minutes in place of hours. A mistake that no test finds wants one
// sentence of test; tests without which each mistake is still found are too many.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const { values: flags } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '46' },
    list: { type: 'boolean', default: false },
    near: { type: 'boolean', default: false },
  },
});

/** One mistake: at `start` of the file, `right` becomes `wrong`. */
interface Mistake {
  readonly file: string;
  readonly start: number;
  readonly line: number;
  readonly right: string;
  readonly wrong: string;
}

const SWAPPED: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '-': '+',
  '*': '/',
};
const LEFT_OUT = new Set(['toLowerCase', 'trim', 'sort', 'toSorted', 'reverse', 'toReversed', 'filter']);

/** The nodes that a mistake replaces, with what it writes in their place. */
function* replacements(node: ts.Node, text: string): Generator<readonly [ts.Node, string]> {
  const source = (part: ts.Node) => text.slice(part.getStart(), part.end);
  if (ts.isBinaryExpression(node)) {
    const wrong = SWAPPED[source(node.operatorToken)];
    if (wrong !== undefined) yield [node.operatorToken, wrong];
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    yield [node, source(node.operand)];
  } else if (ts.isNumericLiteral(node)) {
    yield [node, `(${source(node)} + 1)`];
  } else if (ts.isConditionalExpression(node)) {
    yield [node.condition, `!(${source(node.condition)})`];
  } else if (ts.isIfStatement(node) && node.elseStatement === undefined) {
    yield [node.expression, 'false'];
  } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    if (LEFT_OUT.has(node.expression.name.text)) yield [node, source(node.expression.expression)];
  } else if (ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression)) {
    yield [node, ';'];
  }
}

const GENERATED = /\/(?:compiled|apple-model-table|descriptions)\.ts$/;

/** Whether what is written there only declares types. */
const isType = (node: ts.Node) =>
  ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

function mistakesOf(file: string): Mistake[] {
  const text = readFileSync(join(root, file), 'utf8');
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const all: Mistake[] = [];
  const visit = (node: ts.Node): void => {
    if (isType(node) || ts.isImportDeclaration(node)) return;
    for (const [replaced, wrong] of replacements(node, text)) {
      const start = replaced.getStart();
      const { line } = tree.getLineAndCharacterOfPosition(start);
      all.push({ file, start, line: line + 1, right: text.slice(start, replaced.end), wrong });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return all;
}

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** At most one mistake in a file, and as many in each room as it has a share of all places for one. */
function choose(count: number, seed: number): Mistake[] {
  const random = randomOf(seed);
  const places = globSync('src/**/*.ts', { cwd: root })
    .sort()
    .filter((file) => !GENERATED.test(file))
    .flatMap(mistakesOf);
  const chosen = new Map<string, Mistake>();
  for (let index = 0; index < count; index += 1) {
    // One from each of as many equal stretches of the list, which is sorted by room.
    const stretch = places.slice((index * places.length) / count, ((index + 1) * places.length) / count);
    const fresh = stretch.filter(({ file }) => !chosen.has(file));
    const mistake = (fresh.length > 0 ? fresh : stretch)[
      Math.floor(random() * (fresh.length || stretch.length))
    ];
    if (mistake !== undefined)
      chosen.set(fresh.length > 0 ? mistake.file : `${mistake.file} ${index}`, mistake);
  }
  return [...chosen.values()];
}

/** The first failure of the named tests; null if they pass, or if there are none. */
function failureOf(args: readonly string[]): string | null {
  const options = ['--silent', '--passWithNoTests', '--forceExit', '--bail', '--color=false'];
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', ...options, ...args],
    { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], timeout: 1_800_000, maxBuffer: 1e9 },
  );
  if (status === 0) return null;
  // The suite, and in the next line the test.
  const [, suite, title] = /^FAIL (\S+).*\n(.*)$/m.exec(stderr.toString()) ?? [];
  return suite === undefined ? `no test ends: ${args.join(' ')}` : `${suite}: ${title}`;
}

/**
 * Where a mistake is looked for, nearest first: the file's own tests, its folder's, those that load it, and
 * at last all tests, since some start the program from a bundle. Each start of Jest takes seconds.
 */
function* suites(file: string): Generator<readonly string[]> {
  const own = file.replace(/^src/, '__tests__').replace(/\.tsx?$/, '');
  if (existsSync(join(root, `${own}.test.ts`))) yield [`${own}\\.`];
  if (existsSync(join(root, dirname(own)))) yield [`${dirname(own)}/[^/]+$`];
  if (flags.near) return;
  yield ['--findRelatedTests', file];
  yield [];
}

/** The test that finds a mistake first, and after how many seconds. */
function find({ file, start, right, wrong }: Mistake): string {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  const startedMs = performance.now();
  try {
    writeFileSync(path, text.slice(0, start) + wrong + text.slice(start + right.length));
    for (const suite of suites(file)) {
      const failure = failureOf(suite);
      if (failure !== null) return `${failure} (${Math.round((performance.now() - startedMs) / 1000)} s)`;
    }
    return 'NOT FOUND';
  } finally {
    writeFileSync(path, text);
  }
}

if (!flags.list && execFileSync('git', ['status', '--porcelain', 'src'], { cwd: root }).length > 0)
  throw new Error('src/ has changes: commit them first, since mistakes are written over it.');
for (const mistake of choose(Number(flags.count), Number(flags.seed))) {
  const { file, line, right, wrong } = mistake;
  const place = `${file}:${line} \`${right.replace(/\s+/g, ' ').slice(0, 80)}\` → \`${wrong.slice(0, 80)}\``;
  process.stdout.write(flags.list ? `${place}\n` : `${place}\n    ${find(mistake)}\n`);
}
