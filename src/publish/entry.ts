import { at, issueNumber } from './event.ts';

/** A comment or an issue as GitHub lists it: the fields that finding and editing an earlier post need. */
export interface Entry {
  readonly id: number;
  readonly nodeId: string | null;
  /** Of an issue; null for a comment. */
  readonly number: number | null;
  readonly url: string | null;
  readonly title: string | null;
  readonly body: string;
  /** Null for an account that is gone. */
  readonly author: { readonly login: string; readonly isBot: boolean } | null;
  readonly closed: boolean;
  readonly minimised: boolean;
  readonly isPullRequest: boolean;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
}

/** Picks an entry out of an answer; null for anything that is none. */
export function parseEntry(value: unknown): Entry | null {
  const id = issueNumber(at(value, 'id'));
  if (id === null) return null;
  const login = text(at(value, 'user', 'login'));
  return {
    id,
    nodeId: text(at(value, 'node_id')),
    number: issueNumber(at(value, 'number')),
    url: text(at(value, 'html_url')),
    title: text(at(value, 'title')),
    body: text(at(value, 'body')) ?? '',
    author: login === null ? null : { login, isBot: at(value, 'user', 'type') === 'Bot' },
    closed: at(value, 'state') === 'closed',
    minimised: isObject(at(value, 'minimized')),
    isPullRequest: isObject(at(value, 'pull_request')),
    labels: names(at(value, 'labels'), 'name'),
    assignees: names(at(value, 'assignees'), 'login'),
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function names(value: unknown, key: string): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const name = typeof entry === 'string' ? entry : at(entry, key);
    return typeof name === 'string' ? [name] : [];
  });
}
