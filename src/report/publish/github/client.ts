// Opens a connection to GitHub, with which the destinations send their requests. `hook.ts` repeats and
// checks each of them.
import { PublishError } from '../../../text/errors.ts';
import type { RunContext } from '../workflow/context.ts';
import { NoResponse } from './errors.ts';
import type { SomeAnswer } from './failure.ts';
import { type GitHubEffects, type Octokit, openOctokit, type Policy } from './hook.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Reads what was requested from an answer's data; null if the answer cannot be GitHub's. */
export type DataReader<T> = (data: unknown) => T | null;

/**
 * What destinations send requests to GitHub with: one repository and one token. Routes are written as GitHub
 * documents them (`GET /repos/{owner}/{repo}/issues`). The three kinds of request differ in when they are
 * repeated.
 */
export interface GitHub {
  readonly repo: NonNullable<RunContext['repo']>;
  readonly host: string;
  readonly sleep: GitHubEffects['sleep'];
  readonly now: GitHubEffects['now'];
  readonly graphql: Octokit['graphql'];
  /** An idempotent request (GET, PATCH, DELETE): repeated after a fault that may pass. */
  request<T>(route: string, parameters: Parameters, read: DataReader<T>): Promise<T>;
  /**
   * A request that creates something (POST): repeated only after a rate limit, since then nothing was done.
   */
  create<T>(route: string, parameters: Parameters, read: DataReader<T>): Promise<T>;
  /**
   * A write over what was read before: never repeated, since what was read may have changed in the meantime.
   */
  overwrite<T>(route: string, parameters: Parameters, read: DataReader<T>): Promise<T>;
  /** Every entry of a list, from all its pages; `check_runs` are listed within an object. */
  list(route: string, parameters: Parameters): Promise<readonly unknown[]>;
}

const PER_PAGE = 100;
/** More pages than any list of a repository has; to read them takes a minute and more. */
export const PAGE_LIMIT = 500;

/**
 * Opens a connection to the run's repository. Nothing is sent yet. Throws if there is no token or no
 * repository.
 */
export async function connect(context: RunContext, token: string, effects: GitHubEffects): Promise<GitHub> {
  if (token === '')
    throw new PublishError(
      'No github-token was given: it is needed to post anywhere but the job summary (default: ${{ github.token }}).',
    );
  if (context.repo === null)
    throw new PublishError('GITHUB_REPOSITORY is not set (owner/name): there is no repository to post to.');
  const { owner, name: repo } = context.repo;
  const octokit = openOctokit(context, context.repo, token, effects);
  const requestWith =
    (repeat: Policy['repeat']) =>
    async <T>(route: string, parameters: Parameters, read: DataReader<T>): Promise<T> => {
      const policy: Policy = { repeat, isWanted: (data) => read(data) !== null };
      const inRepository = route.includes('{owner}') ? { owner, repo, ...parameters } : parameters;
      const answer: SomeAnswer = await octokit.request(route, { ...inRepository, request: policy });
      const value = read(answer.data);
      if (value === null) throw new NoResponse(`${route} was answered with something else.`);
      return value;
    };
  return {
    repo: context.repo,
    host: new URL(context.apiUrl).host,
    sleep: effects.sleep,
    now: effects.now,
    graphql: octokit.graphql,
    request: requestWith('always'),
    create: requestWith('after a limit'),
    overwrite: requestWith('never'),
    list: async (route, parameters) => {
      let entries: readonly unknown[] = [];
      let pages = 0;
      const all = { owner, repo, ...parameters, per_page: PER_PAGE };
      for await (const { data } of octokit.paginate.iterator<unknown>(route, all)) {
        pages += 1;
        if (pages > PAGE_LIMIT) throw endlessList(route);
        entries = entries.concat(data);
      }
      return entries;
    },
  };
}

/** The error of a list that has no end. */
export function endlessList(what: string): PublishError {
  return new PublishError(
    `${what} has more than ${PAGE_LIMIT} pages; the search for the earlier post was given up.`,
  );
}
