import { valueAt, parseIssueNumber } from '../run/event.ts';

/** A comment or an issue as GitHub lists it: the fields that finding and editing an earlier post need. */
export interface GitHubItem {
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
export function parseItem(value: unknown): GitHubItem | null {
  const id = parseIssueNumber(valueAt(value, 'id'));
  if (id === null) return null;
  const login = stringOrNull(valueAt(value, 'user', 'login'));
  return {
    id,
    nodeId: stringOrNull(valueAt(value, 'node_id')),
    number: parseIssueNumber(valueAt(value, 'number')),
    url: stringOrNull(valueAt(value, 'html_url')),
    title: stringOrNull(valueAt(value, 'title')),
    body: stringOrNull(valueAt(value, 'body')) ?? '',
    author: login === null ? null : { login, isBot: valueAt(value, 'user', 'type') === 'Bot' },
    closed: valueAt(value, 'state') === 'closed',
    minimised: isObject(valueAt(value, 'minimized')),
    isPullRequest: isObject(valueAt(value, 'pull_request')),
    labels: names(valueAt(value, 'labels'), 'name'),
    assignees: names(valueAt(value, 'assignees'), 'login'),
  };
}

function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function names(value: unknown, key: string): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const name = typeof entry === 'string' ? entry : valueAt(entry, key);
    return typeof name === 'string' ? [name] : [];
  });
}
