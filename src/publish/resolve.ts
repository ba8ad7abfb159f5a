import type { RunContext } from './context.ts';
import { at, issueNumber } from './event.ts';
import type { GitHub } from './github.ts';
import { sourceOf } from './source.ts';

/** The pull request to post to, or why there is none. */
export type Resolved = { readonly number: number } | { readonly number: null; readonly reason: string };

/** Finds the pull request of `pr-number: auto`: the event's own, else one that GitHub is asked for. */
export async function resolvePullRequest(context: RunContext, connect: () => Promise<GitHub>): Promise<Resolved> {
  const source = sourceOf(context);
  switch (source.kind) {
    case 'number':
      return { number: source.number };
    case 'none':
      return { number: null, reason: source.reason };
    case 'commit': {
      const list = await (
        await connect()
      ).list('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', { commit_sha: source.sha });
      return (
        newest(list.flatMap(parsePull), context) ?? {
          number: null,
          reason: `commit ${source.sha} belongs to no open or merged pull request`,
        }
      );
    }
    case 'head': {
      const head = `${source.owner}:${source.branch}`;
      const list = await (await connect()).list('GET /repos/{owner}/{repo}/pulls', { head, state: 'all' });
      // A branch may have moved on since, or carry an older pull request: the report is about one commit.
      const pulls = list.flatMap(parsePull).filter(({ headSha }) => headSha === source.sha);
      return (
        newest(pulls, context, true) ?? {
          number: null,
          reason: `no pull request from ${head} is at commit ${source.sha}`,
        }
      );
    }
  }
}

interface Pull {
  readonly number: number;
  readonly isOpen: boolean;
  readonly mergedAt: string | null;
  readonly headSha: string | null;
  readonly head: string | null;
  readonly base: string | null;
}

function parsePull(value: unknown): Pull[] {
  const number = issueNumber(at(value, 'number'));
  if (number === null) return [];
  const mergedAt = text(at(value, 'merged_at'));
  const isOpen = at(value, 'state') === 'open';
  return [
    {
      number,
      isOpen,
      mergedAt,
      headSha: text(at(value, 'head', 'sha')),
      head: text(at(value, 'head', 'repo', 'full_name')),
      base: text(at(value, 'base', 'repo', 'full_name')),
    },
  ];
}

/** The newest open one, else the newest merged one, else (where wanted) the newest one of all. */
function newest(pulls: readonly Pull[], { repo }: RunContext, orClosed = false): Resolved | null {
  const own = repo === null ? '' : `${repo.owner}/${repo.name}`.toLowerCase();
  // Asked in a fork, GitHub also names the pull requests that go from there to the repository it was forked from.
  const leavesHere = ({ head, base }: Pull): boolean => base !== null && base !== head && base.toLowerCase() !== own;
  const here = pulls.filter((pull) => !leavesHere(pull)).toSorted((one, other) => other.number - one.number);
  const merged = here.filter(({ mergedAt }) => mergedAt !== null).toSorted((one, other) => time(other) - time(one));
  const found = here.find(({ isOpen }) => isOpen) ?? merged[0] ?? (orClosed ? here[0] : undefined);
  return found ? { number: found.number } : null;
}

function time({ mergedAt }: Pull): number {
  return Date.parse(mergedAt ?? '') || 0;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
