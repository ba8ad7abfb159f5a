import { holds, type Sealed } from './body.ts';
import { createOnce } from './create.ts';
import { parseEntry, type Entry } from './entry.ts';
import type { GitHub } from './github.ts';
import { Refusal } from './refusal.ts';

/** What a new issue gets besides its body. */
export interface Extras {
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
}

/** An issue that was opened, and what GitHub did not take. */
export interface Opened {
  readonly issue: Entry;
  readonly warnings: readonly string[];
}

/** Opens an issue, once. A label or an assignee that GitHub does not take is left out, with a warning: the report goes first. */
export async function openIssue(github: GitHub, title: string, sealed: Sealed, extras: Extras): Promise<Opened> {
  let wanted = extras;
  for (;;) {
    try {
      const issue = await createIssue(github, title, sealed, wanted);
      return {
        issue,
        warnings: [
          ...missing('label', extras.labels, issue.labels),
          ...missing('assignee', extras.assignees, issue.assignees),
        ],
      };
    } catch (error) {
      const fewer = withoutRefused(wanted, error);
      if (fewer === null) throw error;
      wanted = fewer;
    }
  }
}

async function createIssue(
  github: GitHub,
  title: string,
  sealed: Sealed,
  { labels, assignees }: Extras,
): Promise<Entry> {
  const extras = { ...(labels.length > 0 && { labels }), ...(assignees.length > 0 && { assignees }) };
  return createOnce(
    github,
    () => github.once('POST /repos/{owner}/{repo}/issues', { title, body: sealed.body, ...extras }, parseEntry),
    async () => (await newestIssues(github)).find((entry) => holds(entry.body, sealed.proof)),
  );
}

async function newestIssues(github: GitHub): Promise<Entry[]> {
  const query = { state: 'all', sort: 'created', direction: 'desc', per_page: 100 };
  return github.repeatable('GET /repos/{owner}/{repo}/issues', query, (list) =>
    Array.isArray(list) ? list.flatMap((value: unknown) => parseEntry(value) ?? []) : null,
  );
}

/** The extras without those that GitHub named as wrong, or without any if it named none; null: they are not the trouble. */
function withoutRefused(extras: Extras, error: unknown): Extras | null {
  if (!(error instanceof Refusal) || (error.status !== 422 && error.status !== 404)) return null;
  if (extras.labels.length === 0 && extras.assignees.length === 0) return null;
  const named = (field: keyof Extras): boolean => error.fields.includes(field) && extras[field].length > 0;
  if (!named('labels') && !named('assignees')) return { labels: [], assignees: [] };
  return { labels: named('labels') ? [] : extras.labels, assignees: named('assignees') ? [] : extras.assignees };
}

function missing(what: 'label' | 'assignee', wanted: readonly string[], given: readonly string[]): string[] {
  const have = new Set(given.map((name) => name.toLowerCase()));
  const lost = wanted.filter((name) => !have.has(name.toLowerCase()));
  if (lost.length === 0) return [];
  const advice =
    what === 'assignee'
      ? 'an assignee must have access to the repository'
      : 'check the spelling and who may create labels';
  return [`GitHub did not take the ${what}${lost.length > 1 ? 's' : ''} ${lost.join(', ')}: ${advice}.`];
}
