// Notices an answer that is about something other than what was requested, as after a redirect.
import { arrayAt, idAt, textAt } from '../workflow/json.ts';

interface Repository {
  readonly owner: string;
  readonly name: string;
}

/**
 * What GitHub answered about instead of what was requested, for an error message: `issue 9` for the path
 * `/repos/acme/app/issues/7`; null if the answer is the right one. The hook asks after every request, because
 * GitHub redirects to where a repository was renamed or an issue was transferred: without this check we would
 * edit somebody else's issue.
 */
export function strayAnswer(path: string, data: unknown, repo: Repository): string | null {
  const isOfRepository = /\/repos(?:itories)?\//.test(path);
  // The pull requests of a commit or a branch may be another repository's; the caller chooses among them.
  if (!isOfRepository || path.endsWith('/pulls')) return null;
  const entries = Array.isArray(data) ? data : [data, ...arrayAt(data, 'check_runs')];
  const elsewhere = entries.map((entry) => placeElsewhere(entry, repo)).find((place) => place !== null);
  return elsewhere ?? otherNumberOrId(path, entries);
}

/**
 * The path of an answer's page or repository (`/acme/other/issues/9`) if it is another repository's; null if
 * the answer names none.
 */
function placeElsewhere(entry: unknown, { owner, name }: Repository): string | null {
  const full = `/${owner}/${name}/`.toLowerCase();
  const places = [textAt(entry, 'html_url'), textAt(entry, 'repository_url')];
  const paths = places.flatMap((url) => URL.parse(url ?? '')?.pathname ?? []);
  // In `html_url` the path is /acme/app/issues/7, in `repository_url` it is /repos/acme/app.
  return paths.find((path) => !`${path.toLowerCase()}/`.includes(full)) ?? null;
}

/**
 * The number or id of the first answer, in words, if the path names another one: `/issues/7`,
 * `/issues/7/comments` (each comment says which issue it is on), `/releases/7`.
 */
function otherNumberOrId(path: string, [entry, ...others]: readonly unknown[]): string | null {
  const [, issue, comments] = /\/issues\/(\d+)(\/comments)?$/.exec(path) ?? [];
  if (issue !== undefined) {
    const ofComment = /\/issues\/(\d+)$/.exec(textAt(entry, 'issue_url') ?? '')?.[1];
    const number = comments === undefined ? idAt(entry, 'number') : Number(ofComment ?? issue);
    return number === null || number === Number(issue) ? null : `issue ${number}`;
  }
  const [, id] = /\/(?:issues\/comments|releases|check-runs)\/(\d+)$/.exec(path) ?? [];
  const answered = others.length === 0 ? idAt(entry, 'id') : null;
  return id === undefined || answered === null || answered === Number(id) ? null : `the id ${answered}`;
}
