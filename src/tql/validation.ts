import * as v from 'valibot';

/** What is wrong with a value from outside, and where: `filter.fields[1].type`; null is the value as a whole. */
export interface Problem {
  readonly path: string | null;
  readonly message: string;
}

/** A parsed value, or everything that is wrong with it (at least one problem). */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly [Problem, ...Problem[]] };

const DEPTH_LIMIT = 64;

/** Parses a JSON value by a schema. A null counts as an absent key, as the language has it. */
export function parseBy<T>(schema: v.GenericSchema<unknown, T>, value: unknown): Parsed<T> {
  if (isDeeperThan(value, DEPTH_LIMIT)) {
    return { ok: false, problems: [{ path: null, message: `is nested more than ${DEPTH_LIMIT} levels deep` }] };
  }
  const result = v.safeParse(schema, withoutNulls(value));
  if (result.success) return { ok: true, value: result.output };
  const [first, ...rest] = result.issues;
  return { ok: false, problems: [problemOf(first), ...rest.map(problemOf)] };
}

const refusedKey = v.exactOptional(v.custom<never>(() => false, 'is not supported'));

/** Keys of an object that change a result in Druid or in TQL and that nothing here acts on: refused rather than ignored. */
export function refusedKeys<K extends string>(...keys: readonly K[]): Record<K, typeof refusedKey> {
  const entries = keys.map((key): [K, typeof refusedKey] => [key, refusedKey]);
  return Object.fromEntries(entries) as Record<K, typeof refusedKey>;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, child]) => child !== null);
  return Object.fromEntries(entries.map(([key, child]) => [key, withoutNulls(child)]));
}

function problemOf(issue: v.BaseIssue<unknown>): Problem {
  const path = (issue.path ?? []).map((item) => step(item.key)).join('');
  return { path: path === '' ? null : path.replace(/^\./, ''), message: messageOf(issue) };
}

function step(key: unknown): string {
  if (typeof key === 'number') return `[${key}]`;
  const text = String(key);
  return /^[\w-]+$/.test(text) ? `.${text}` : `[${JSON.stringify(text)}]`;
}

/** Valibot's own words begin with "Invalid"; what a custom message says is kept. */
function messageOf(issue: v.BaseIssue<unknown>): string {
  if (!issue.message.startsWith('Invalid')) return issue.message;
  const expected = (issue.expected ?? 'another value').replace(/[()]/g, '').replaceAll(' | ', ', ');
  if (issue.received !== 'undefined') return `is ${issue.received.slice(0, 100)}; it takes ${expected}`;
  // An absent key is said to expect its own name, an absent type the list of types.
  return issue.type === 'variant' ? `is missing; it takes ${expected}` : 'is missing';
}
