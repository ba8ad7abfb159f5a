/** What an argument of a helper may be. */
type Kind = keyof typeof KINDS;

/** Of `many` any number. */
type Signature = readonly Kind[] | 'many';

// Numbers come as text too: results hold "Infinity" and "NaN", and outputs may be anything.
const KINDS = {
  value: { is: 'a number', fits: (value: unknown) => ['number', 'string'].includes(typeof value) },
  text: { is: 'a text', fits: (value: unknown) => typeof value === 'string' },
  moment: {
    is: 'a moment in ISO form',
    fits: (value: unknown) => typeof value === 'string' && !isNaN(Date.parse(value)),
  },
  zone: { is: 'a time zone such as Europe/Berlin', fits: (value: unknown) => typeof value === 'string' },
  list: { is: 'a list of numbers', fits: (value: unknown) => Array.isArray(value) && !value.some(isThing) },
  gates: { is: 'gates', fits: (value: unknown) => Array.isArray(value) && value.every((each) => has(each, 'outcome')) },
  insight: { is: 'an insight', fits: (value: unknown) => has(value, 'columns') && has(value, 'rows') },
  format: { is: 'a format', fits: (value: unknown) => has(value, 'options') },
  words: { is: 'a text', fits: () => true },
  any: { is: 'a value', fits: (value: unknown) => !isMarkdown(value) },
} as const;

/** What cannot be shown as nothing: it has to be there. */
const NEEDED: ReadonlySet<Kind> = new Set<Kind>(['gates', 'insight']);

/** What each helper takes, and how many of it at least. */
const TAKES: Readonly<Record<string, readonly [least: number, signature: Signature]>> = {
  number: [1, ['value', 'format']],
  percent: [1, ['value']],
  delta: [1, ['value']],
  signed: [1, ['value', 'format']],
  points: [2, ['value', 'value']],
  amount: [2, ['value', 'text', 'format']],
  duration: [1, ['value']],
  bar: [2, ['value', 'value']],
  sparkline: [1, ['list']],
  date: [1, ['moment', 'zone']],
  moment: [1, ['moment', 'zone']],
  escape: [1, ['any']],
  code: [1, ['any']],
  prose: [1, ['text']],
  html: [1, ['any']],
  link: [2, ['text', 'words']],
  csv: [1, ['insight']],
  fence: [1, ['text', 'text']],
  gateTable: [1, ['gates']],
  table: [1, ['insight']],
  plural: [3, ['value', 'text', 'text']],
  eq: [2, ['any', 'any']],
  gt: [2, ['value', 'value']],
  not: [1, ['any']],
  and: [1, 'many'],
  or: [1, 'many'],
  if: [1, ['any']],
  unless: [1, ['any']],
  each: [1, ['any']],
  with: [1, ['any']],
  lookup: [2, ['any', 'any']],
};

/** What is wrong with how many arguments a helper is called with, and with named ones; null if nothing is. */
export function callFault(name: string, count: number, named: readonly string[]): string | null {
  const [least, signature] = TAKES[name] ?? [0, 'many'];
  if (named[0] !== undefined && !(named[0] === 'includeZero' && (name === 'if' || name === 'unless')))
    return `the helper "${name}" takes no ${named[0]}=…`;
  const most = signature === 'many' ? Infinity : signature.length;
  if (count >= least && count <= most) return null;
  const many = most === least ? `${least}` : most === Infinity ? `${least} or more` : `${least} to ${most}`;
  return `the helper "${name}" takes ${many} argument${most === 1 ? '' : 's'}${takes(name)}, and was given ${count}`;
}

/** What is wrong with the arguments a helper was given; it never quotes one. Null, which is what is not known, will mostly do. */
export function argumentFault(name: string, values: readonly unknown[]): string | null {
  const [, signature] = TAKES[name] ?? [0, 'many'];
  if (signature === 'many') return null;
  for (const [index, kind] of signature.entries()) {
    const value = values[index] ?? null;
    if (value === null && (index >= values.length || !NEEDED.has(kind))) continue;
    if (!KINDS[kind].fits(value))
      return `the helper "${name}" takes ${KINDS[kind].is}, and was given ${kindOf(value, kind)}`;
  }
  return null;
}

/** What it takes, in brackets. */
export function takes(name: string): string {
  const [, signature] = TAKES[name] ?? [0, 'many'];
  return signature === 'many' ? '' : ` (${signature.map((kind) => KINDS[kind].is).join(', ')})`;
}

function kindOf(value: unknown, wanted: Kind): string {
  if (value === null) return 'nothing';
  if (isMarkdown(value)) return 'what another helper wrote';
  if (Array.isArray(value)) return wanted === 'list' || wanted === 'gates' ? 'a list of something else' : 'a list';
  if (typeof value === 'string') return wanted === 'moment' ? 'a text that is none' : 'a text';
  return typeof value === 'object' ? 'something of another kind' : `a ${typeof value}`;
}

function isMarkdown(value: unknown): boolean {
  return has(value, 'toHTML');
}

function isThing(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function has(value: unknown, field: string): boolean {
  return typeof value === 'object' && value !== null && field in value;
}
