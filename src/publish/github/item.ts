import { arrayAt, hasObjectAt, idAt, textAt, valueAt } from '../workflow/json.ts';

/** A comment, an issue or a discussion as GitHub lists it. */
export interface GitHubItem {
  readonly id: number;
  readonly nodeId: string | null;
  /** The number of an issue or a discussion; null for a comment. */
  readonly number: number | null;
  readonly url: string | null;
  readonly title: string | null;
  readonly body: string;
  /** Null if the account was deleted. */
  readonly author: { readonly login: string; readonly isBot: boolean } | null;
  readonly isClosed: boolean;
  readonly isMinimized: boolean;
  readonly isPullRequest: boolean;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
}

/** Reads a comment or an issue from an answer of the REST API; null if it is neither. */
export function parseItem(value: unknown): GitHubItem | null {
  const id = idAt(value, 'id');
  if (id === null) return null;
  const login = textAt(value, 'user', 'login');
  return {
    id,
    nodeId: textAt(value, 'node_id'),
    number: idAt(value, 'number'),
    url: textAt(value, 'html_url'),
    title: textAt(value, 'title'),
    body: textAt(value, 'body') ?? '',
    author: login === null ? null : { login, isBot: valueAt(value, 'user', 'type') === 'Bot' },
    isClosed: valueAt(value, 'state') === 'closed',
    isMinimized: hasObjectAt(value, 'minimized'),
    isPullRequest: hasObjectAt(value, 'pull_request'),
    labels: arrayAt(value, 'labels').flatMap((label) =>
      typeof label === 'string' ? [label] : (textAt(label, 'name') ?? []),
    ),
    assignees: arrayAt(value, 'assignees').flatMap((assignee) => textAt(assignee, 'login') ?? []),
  };
}

/** Reads an array of items; null if it is not an array. What is not an item is left out. */
export function parseItems(list: unknown): readonly GitHubItem[] | null {
  return Array.isArray(list) ? list.flatMap((value: unknown) => parseItem(value) ?? []) : null;
}
