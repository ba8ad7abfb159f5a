import { connect } from './github/client.ts';
import type { PublishEffects } from './post.ts';
import type { RunContext } from './workflow/context.ts';
import { textAt, valueAt } from './workflow/json.ts';

/** A release: when it was published, in ISO form, and its tag. */
interface PublishedRelease {
  readonly at: string;
  readonly text: string;
}

const REQUEST_LIMIT_MS = 10_000;

/** The newest 100 releases of the run's repository, oldest first. Throws as publishing does. */
export async function findReleases(
  token: string,
  context: RunContext,
  effects: PublishEffects,
): Promise<readonly PublishedRelease[]> {
  const github = await connect(context, token, { ...effects, requestMs: REQUEST_LIMIT_MS });
  const releases = await github.request('GET /repos/{owner}/{repo}/releases', { per_page: 100 }, (data) =>
    Array.isArray(data) ? data.flatMap(parseRelease) : null,
  );
  return releases.toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

function parseRelease(value: unknown): PublishedRelease[] {
  const [publishedAt, tag] = [textAt(value, 'published_at'), textAt(value, 'tag_name')];
  const ms = Date.parse(publishedAt ?? '');
  if (tag === null || Number.isNaN(ms) || valueAt(value, 'draft') === true) return [];
  return [{ at: new Date(ms).toISOString(), text: tag }];
}
