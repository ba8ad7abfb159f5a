import { arrayAt, idAt, textAt } from '../workflow/json.ts';

interface Repository {
  readonly owner: string;
  readonly name: string;
}

/**
 * Checks that GitHub answered about the repository, the issue or the id that a path requests. Returns what it
 * answered about instead, for an error message; null if it is right. GitHub redirects to where an issue was
 * transferred, and the number there is the number of something else here.
 */
export function strayAnswer(path: string, data: unknown, repo: Repository): string | null {
  // What GitHub lists for a commit or a branch may be another repository's; the caller chooses among them.
  if (!/\/repos(?:itories)?\//.test(path) || path.endsWith('/pulls')) return null;
  const entries = Array.isArray(data) ? data : [data, ...arrayAt(data, 'check_runs')];
  for (const entry of entries) {
    const elsewhere = placeElsewhere(entry, repo);
    if (elsewhere !== null) return elsewhere;
  }
  return otherNumberOrId(path, entries);
}

/** The path of an entry's page or repository if that is another one; null if it says nothing of it. */
function placeElsewhere(entry: unknown, { owner, name }: Repository): string | null {
  const full = `/${owner}/${name}/`.toLowerCase();
  const places = [textAt(entry, 'html_url'), textAt(entry, 'repository_url')];
  const paths = places.flatMap((url) => URL.parse(url ?? '')?.pathname ?? []);
  // A path of the API has /repos before it.
  return paths.find((path) => !`${path.toLowerCase()}/`.includes(full)) ?? null;
}

/** The number or the id that was answered, if a path such as `/issues/7/comments` requests another one. */
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
