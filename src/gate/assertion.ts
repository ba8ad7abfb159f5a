import type { ASTNode } from '@marcbachmann/cel-js';
import { createLanguage, type Reader, TABLE_FUNCTIONS } from './language.ts';
import { fault, type Fault } from './fault.ts';
import { resolve, type Resolved } from './resolve.ts';
import { ROW_NUMBERS } from './row.ts';
import { callsOf, fieldsOf, nodesOf, readsRows, type Call } from './tree.ts';
import { UnknownError } from './unknown.ts';

/** An assertion that was understood. */
export interface Assertion {
  readonly written: string;
  readonly resolved: Resolved;
  readonly tree: ASTNode;
  readonly calls: readonly Call[];
  /** Whether it reads anything of the comparison. */
  readonly readsBefore: boolean;
}

const LENGTH_LIMIT = 1000;

/** Understands an assertion, or says what is wrong with it and where. Nothing is evaluated. */
export function understand(written: string, context: { readonly isCompared: boolean }): Assertion | Fault {
  if (written.length > LENGTH_LIMIT)
    return fault(written, LENGTH_LIMIT, `it is longer than ${LENGTH_LIMIT} characters`);
  const resolved = resolve(written);
  if (!('text' in resolved)) return fault(written, resolved.at, resolved.why);
  const checked = parseChecked(written, resolved);
  if ('why' in checked) return checked;
  const calls = callsOf(checked.tree).filter(({ name }) => READS.has(name));
  if (calls.length === 0 && !readsRows(checked.tree)) return fault(written, 0, 'it reads nothing of the insight');
  const before = placesBefore(checked.tree);
  const [place] = before;
  if (place !== undefined && !context.isCompared) {
    const why = 'it reads the earlier period, and the insight is compared with none (compare: none)';
    return fault(written, resolved.written(place), why);
  }
  const pattern = unsafePattern(checked.tree);
  if (pattern !== null)
    return fault(written, resolved.written(pattern), 'a pattern stands as text, without repeats inside of repeats');
  return { written, resolved, tree: checked.tree, calls, readsBefore: before.length > 0 };
}

/** The functions that read of an insight. */
export const READS: ReadonlySet<string> = new Set([...ROW_NUMBERS, ...TABLE_FUNCTIONS]);

const BEFORE: ReadonlySet<string> = new Set(['previous', 'change', 'previousTotal', 'totalChange']);

const NOBODY: Reader = {
  row: () => {
    throw new UnknownError('nothing is read yet');
  },
  table: () => {
    throw new UnknownError('nothing is read yet');
  },
};

function parseChecked(written: string, resolved: Resolved): { readonly tree: ASTNode } | Fault {
  const language = createLanguage(NOBODY);
  try {
    const parsed = language.parse(resolved.text);
    const { valid, type, error } = parsed.check();
    if (!valid) return fault(written, placeOf(error, resolved), wordsOf(error));
    if (type !== 'bool') return fault(written, 0, `it gives ${typeName(type)}, not true or false`);
    return { tree: parsed.ast };
  } catch (error) {
    return fault(written, placeOf(error, resolved), wordsOf(error));
  }
}

/** The library's errors carry their place and a summary without a picture of it. */
function placeOf(error: unknown, resolved: Resolved): number {
  const range: unknown = error instanceof Error && 'range' in error ? error.range : null;
  const start = typeof range === 'object' && range !== null && 'start' in range ? range.start : null;
  return typeof start === 'number' ? resolved.written(start) : 0;
}

function wordsOf(error: unknown): string {
  if (error instanceof Error && 'summary' in error && typeof error.summary === 'string') return error.summary;
  return error instanceof Error ? error.message : String(error);
}

function typeName(type: string | undefined): string {
  if (type === 'number' || type === 'int' || type === 'double') return 'a number';
  return type === 'string' ? 'a text' : `a ${type ?? 'value of no type'}`;
}

function placesBefore(tree: ASTNode): readonly number[] {
  const calls = nodesOf(tree).filter((node) => node.op === 'call' && BEFORE.has(node.args[0]));
  const fields = fieldsOf(tree).filter(({ name }) => BEFORE.has(name));
  return [...calls, ...fields].map(({ start }) => start);
}

const REPEAT_INSIDE_REPEAT = /[*+}][^()]*\)\s*[*+{]/;

/** Patterns run over keys from outside: one that takes exponential time would hang the run. */
function unsafePattern(tree: ASTNode): number | null {
  for (const node of nodesOf(tree)) {
    if (node.op !== 'rcall' || node.args[0] !== 'matches') continue;
    const [pattern] = node.args[2];
    const text = pattern?.op === 'value' && typeof pattern.args === 'string' ? pattern.args : null;
    if (text === null || REPEAT_INSIDE_REPEAT.test(text)) return pattern?.start ?? node.start;
  }
  return null;
}
