// Lists a repository's published releases, which trends show as marks.
import { connect } from './github/client.ts';
import type { PublishEffects } from './post.ts';
import type { RunContext } from './workflow/context.ts';
import { momentAt, textAt, valueAt } from './workflow/json.ts';

/** A release: when it was published, in ISO form, and its tag. */
interface PublishedRelease {
  readonly at: string;
  readonly text: string;
}

/** Marks are not worth a long wait. */
const REQUEST_LIMIT_MS = 10_000;
const LIST = 'GET /repos/{owner}/{repo}/releases';
const PER_PAGE = 100;
const MOST_PAGES = 5;

/**
 * The releases of the run's repository since a moment, oldest first, to be marked on trends (`marks:
 * releases`). Only the newest 500 are read. Throws as publishing does.
 */
export async function findReleases(
  token: string,
  context: RunContext,
  effects: PublishEffects,
  sinceMs: number,
): Promise<readonly PublishedRelease[]> {
  const github = await connect(context, token, { ...effects, requestMs: REQUEST_LIMIT_MS });
  const releasesSince: PublishedRelease[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const parameters = { per_page: PER_PAGE, page };
    const entries: readonly unknown[] = await github.request(LIST, parameters, (data) =>
      Array.isArray(data) ? data : null,
    );
    const releases = entries.flatMap(parseRelease);
    releasesSince.push(...releases.filter(({ at }) => Date.parse(at) >= sinceMs));
    // The newest come first. A page of older ones alone is the end of those requested; one of drafts is not.
    const isOver = releases.length > 0 && releases.every(({ at }) => Date.parse(at) < sinceMs);
    if (entries.length < PER_PAGE || isOver) break;
  }
  return releasesSince.toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

function parseRelease(value: unknown): readonly PublishedRelease[] {
  const [ms, tag] = [momentAt(value, 'published_at'), textAt(value, 'tag_name')];
  if (tag === null || ms === null || valueAt(value, 'draft') === true) return [];
  return [{ at: new Date(ms).toISOString(), text: tag }];
}
