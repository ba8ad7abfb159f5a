// Parses what comes from outside by a schema, and says for each problem where it is and what to write:
// `filter.fields[1].type is "selectr"; did you mean "selector"?`.
import * as v from 'valibot';
import { isDeeperThan } from '../json.ts';
import { describeIssue } from './problem-words.ts';

/** A parsed value, or every problem with it (at least one). */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly [Problem, ...Problem[]] };

/** What is wrong, and where: `filter.fields[1].type`; null if the value itself is wrong. */
interface Problem {
  readonly path: string | null;
  readonly message: string;
}

/** How many levels of objects and arrays a value may have: parsing calls itself for each. */
export const DEPTH_LIMIT = 64;

/** Parses a JSON value by a schema. In TQL a null key counts as absent. */
export function parseWithSchema<T>(schema: v.GenericSchema<unknown, T>, value: unknown): Parsed<T> {
  if (isDeeperThan(value, DEPTH_LIMIT)) {
    return {
      ok: false,
      problems: [{ path: null, message: `is nested more than ${DEPTH_LIMIT} levels deep` }],
    };
  }
  const result = v.safeParse(schema, withoutNulls(value));
  if (result.success) return { ok: true, value: result.output };
  const [first, ...rest] = result.issues;
  return { ok: false, problems: [problemOf(first), ...rest.map(problemOf)] };
}

/** All problems in one line; `valueName` is what the value itself is called. */
export function describeProblems({ problems }: Parsed<never> & { ok: false }, valueName = 'it'): string {
  return problems.map(({ path, message }) => `${path ?? valueName} ${message}`).join('; ');
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, child]) => child !== null);
  return Object.fromEntries(entries.map(([key, child]) => [key, withoutNulls(child)]));
}

/** A problem that Valibot found, with its place and what to write. */
export function problemOf(issue: v.BaseIssue<unknown>): Problem {
  const path = (issue.path ?? []).map((item) => pathSegment(item.key)).join('');
  return { path: path === '' ? null : path.replace(/^\./, ''), message: describeIssue(issue) };
}

function pathSegment(key: unknown): string {
  if (typeof key === 'number') return `[${key}]`;
  const text = String(key);
  return /^[\w-]+$/.test(text) ? `.${text}` : `[${JSON.stringify(text)}]`;
}
