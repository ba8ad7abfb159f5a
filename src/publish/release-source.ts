import type { RunContext } from './context.ts';
import { at, issueNumber } from './event.ts';
import type { GitHub } from './github.ts';
import { Refusal } from './refusal.ts';

/** A release as far as its notes are concerned. */
export interface Release {
  readonly id: number;
  readonly tag: string;
  readonly url: string | null;
  /** The notes. */
  readonly body: string;
}

/** Finds the run's release: the event's own, else that of the tag it runs on, else the latest; a text says why there is none. */
export async function findRelease(github: GitHub, context: RunContext): Promise<Release | string> {
  const { event } = context;
  if (event.release !== null) {
    if (event.release.deleted) return 'the release was deleted';
    return (await read(github, 'releases/{release_id}', { release_id: event.release.id })) ?? 'the release is gone';
  }
  const tag = tagOf(context);
  if (tag === null) return (await read(github, 'releases/latest', {})) ?? 'the repository has no release yet';
  if (event.deleted) return `the tag ${tag} was deleted`;
  const found = (await read(github, 'releases/tags/{tag}', { tag })) ?? (await draftOf(github, tag));
  return found ?? `the tag ${tag} has no release (yet): run on the event release, or after the release was made`;
}

/** A release as it stands now. Throws where it is gone. */
export async function readRelease(github: GitHub, id: number): Promise<Release> {
  return github.repeatable('GET /repos/{owner}/{repo}/releases/{release_id}', { release_id: id }, parseRelease);
}

/** A run that follows a release's run has the tag as that run's branch. */
function tagOf({ event, ref }: RunContext): string | null {
  if (event.workflowRun?.event === 'release') return event.workflowRun.headBranch;
  return ref?.startsWith('refs/tags/') === true ? ref.slice('refs/tags/'.length) : null;
}

async function read(
  github: GitHub,
  path: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Release | null> {
  try {
    return await github.repeatable(`GET /repos/{owner}/{repo}/${path}`, parameters, parseRelease);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

/** A draft is not found by its tag, only in the list, and only by those who may write. */
async function draftOf(github: GitHub, tag: string): Promise<Release | null> {
  const list = await github.list('GET /repos/{owner}/{repo}/releases', {});
  const draft = list.find((each) => at(each, 'draft') === true && at(each, 'tag_name') === tag);
  return parseRelease(draft);
}

/** Picks a release out of an answer; null for anything that is none. */
export function parseRelease(value: unknown): Release | null {
  const id = issueNumber(at(value, 'id'));
  if (id === null) return null;
  const [tag, url, body] = [at(value, 'tag_name'), at(value, 'html_url'), at(value, 'body')];
  return {
    id,
    tag: typeof tag === 'string' ? tag : '',
    url: typeof url === 'string' ? url : null,
    body: typeof body === 'string' ? body : '',
  };
}
