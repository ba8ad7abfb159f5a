// Checks the arguments of a helper's call in a template, before a run and while rendering. Pure.
import { HELPERS, type Signature } from './helpers.ts';
import { ARGUMENT_KINDS, type ArgumentKind, isMarkdown, REFUSING_NULL } from './argument-kinds.ts';

/**
 * What is wrong with the number of a helper's arguments, or with a named one (`size=3`); null if nothing is.
 */
export function findCallFault(name: string, count: number, named: readonly string[]): string | null {
  const [{ length: least }] = signatureOf(name);
  const most = kindsOf(name)?.length ?? Infinity;
  const [firstNamed] = named;
  const isOfCondition = firstNamed === 'includeZero' && (name === 'if' || name === 'unless');
  if (firstNamed !== undefined && !isOfCondition) return `the helper "${name}" takes no ${firstNamed}=…`;
  if (count >= least && count <= most) return null;
  const range = most === Infinity ? `${least} or more` : `${least} to ${most}`;
  const takes = most === least ? `${least}` : range;
  return `the helper "${name}" takes ${takes} argument${most === 1 ? '' : 's'}${describeArguments(name)}, but was given ${count}`;
}

/** What is wrong with the kinds of a helper's arguments, in words that quote no value; null if nothing is. */
export function findArgumentFault(name: string, values: readonly unknown[]): string | null {
  for (const [index, kind] of kindsOf(name)?.entries() ?? []) {
    const value = values[index] ?? null;
    if (value === null && (index >= values.length || !REFUSING_NULL.has(kind))) continue;
    if (!ARGUMENT_KINDS[kind].fits(value))
      return `the helper "${name}" takes ${ARGUMENT_KINDS[kind].is}, but was given ${describeValue(value)}`;
  }
  return null;
}

/** A helper's arguments in brackets, for a message. */
export function describeArguments(name: string): string {
  const kinds = kindsOf(name);
  return kinds === null ? '' : ` (${kinds.map((kind) => ARGUMENT_KINDS[kind].is).join(', ')})`;
}

function describeValue(value: unknown): string {
  if (value === null) return 'nothing';
  if (isMarkdown(value)) return 'the output of another helper';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'object' ? 'something else' : `a ${typeof value}`;
}

/**
 * The arguments of Handlebars' own helpers; `log` is left out, since it would write rows to the run's log.
 */
const BLOCKS: Readonly<Record<string, Signature>> = {
  if: [['any'], []],
  unless: [['any'], []],
  each: [['any'], []],
  with: [['any'], []],
  lookup: [['any', 'any'], []],
};

/** The names of all helpers. */
export const HELPER_NAMES: ReadonlySet<string> = new Set([...Object.keys(HELPERS), ...Object.keys(BLOCKS)]);

function signatureOf(name: string): readonly [...Signature, ...unknown[]] {
  return HELPERS[name] ?? BLOCKS[name] ?? [[], 'many'];
}

/** The kinds of all arguments that a helper takes; null if it takes any number. */
function kindsOf(name: string): readonly ArgumentKind[] | null {
  const [needed, optional] = signatureOf(name);
  return optional === 'many' ? null : [...needed, ...optional];
}
