import { BODY_UNITS } from './limits.ts';
import type { Sealed } from './body.ts';
import { kept } from './comments.ts';
import { parseEntry, type Entry } from './entry.ts';
import type { GitHub } from './github.ts';
import { identify, type Identity } from './identity.ts';
import { hasMarker } from './marker.ts';
import { withNote } from './note.ts';
import { Refusal } from './refusal.ts';

const LIST = 'GET /repos/{owner}/{repo}/issues';
const EDIT = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}';

/** The report's own issues, open and closed, newest first. Through the list: the search lags behind and misses new ones. */
export async function ownIssues(github: GitHub, reportId: string): Promise<readonly Entry[]> {
  const identity = await identify(github, []);
  const own = ours(await issuesBy(github, identity.login), identity, reportId);
  if (own.length > 0) return own;
  // The filter only saves pages. That it finds nothing is no proof: ask without it before an issue is opened.
  return ours(await github.list(LIST, { state: 'all' }), identity, reportId);
}

/** Edits an issue; null when it is gone. */
export async function editIssue(
  github: GitHub,
  number: number,
  sealed: Sealed,
  title: string | null,
): Promise<Entry | null> {
  try {
    const change = { issue_number: number, body: sealed.body, ...(title !== null && { title }) };
    return kept(await github.repeatable(EDIT, change, parseEntry), sealed);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Closes issues with a link to the one that goes on; body and state in one request, so that neither comes alone. */
export async function closeIssues(github: GitHub, issues: readonly Entry[], next: number): Promise<void> {
  for (const { number, body } of issues) {
    const linked = withNote(body, 'continued', `Continued in #${next}.`);
    const change = { state: 'closed', state_reason: 'completed', ...(linked.length <= BODY_UNITS && { body: linked }) };
    try {
      await github.repeatable(EDIT, { issue_number: number, ...change }, parseEntry);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 404 || (error.status === 410 && /deleted/i.test(error.reason)));
}

async function issuesBy(github: GitHub, creator: string): Promise<readonly unknown[]> {
  try {
    return await github.list(LIST, { state: 'all', creator });
  } catch (error) {
    if (error instanceof Refusal && error.status === 422) return [];
    throw error;
  }
}

function ours(list: readonly unknown[], identity: Identity, reportId: string): Entry[] {
  return list
    .flatMap((value) => parseEntry(value) ?? [])
    .filter((entry) => !entry.isPullRequest && hasMarker(entry.body, reportId) && identity.wrote(entry))
    .toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0));
}
