// `check` with GITHUB_TOKEN: asks GitHub whether issues and discussions are switched on in the repository.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PublishError } from '../../text/errors.ts';
import { isJsonObject } from '../../tql/json.ts';
import { connect } from '../../report/publish/github/client.ts';
import { readRunContext } from '../../report/publish/workflow/context.ts';
import { readText } from '../../report/run/effects.ts';
import type { Io } from '../io.ts';
import { type Finding, finding } from './finding.ts';

/** What GitHub says about the repository that reports are posted to. */
export type RepositoryFacts = NonNullable<ReturnType<typeof readFacts>>;

/** What GitHub says about the repository, and a finding on whether it could be asked at all. */
export async function askRepository(
  io: Pick<Io, 'env'>,
  root: string,
): Promise<{ readonly facts: RepositoryFacts | null; readonly findings: readonly Finding[] }> {
  const variable = ['GITHUB_TOKEN', 'GH_TOKEN'].find((name) => (io.env[name] ?? '') !== '');
  const repository = io.env['GITHUB_REPOSITORY'] ?? originOf(root);
  if (variable === undefined || repository === null)
    return { facts: null, findings: [notAsked(variable, repository)] };
  const context = readRunContext({ ...io.env, GITHUB_REPOSITORY: repository }, null);
  try {
    const effects = { sleep: (ms: number) => wait(ms), now: Date.now, requestMs: REQUEST_LIMIT_MS };
    const github = await connect(context, io.env[variable] ?? '', effects);
    const facts = await github.request('GET /repos/{owner}/{repo}', {}, readFacts);
    return { facts, findings: [finding('github', facts.name, 'ok', `GitHub answers with ${variable}`)] };
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    const advice = `${variable} must be a token that may read the repository; without one, only the workflow files are looked at.`;
    return { facts: null, findings: [finding('github', repository, 'warned', error.message, advice)] };
  }
}

const REQUEST_LIMIT_MS = 5000;

function notAsked(variable: string | undefined, repository: string | null): Finding {
  const reason =
    variable === undefined
      ? 'GITHUB_TOKEN is not set'
      : 'GITHUB_REPOSITORY is not set and this folder was not cloned from github.com';
  const message = `Whether issues and discussions are switched on is unknown, because ${reason}`;
  return finding('github', repository ?? 'repository', 'unknown', message);
}

/** `owner/name` of the remote repository that a checkout came from; null if it is not at GitHub. */
function originOf(root: string): string | null {
  try {
    const config = readText(join(root, '.git', 'config'));
    const [, section = ''] = /\[remote "origin"\]([^[]*)/.exec(config) ?? [];
    return /url\s*=\s*\S*github\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\s*$/m.exec(section)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** The facts in GitHub's answer; for null, `github.request` throws a `PublishError`. */
function readFacts(data: unknown) {
  if (!isJsonObject(data) || typeof data['full_name'] !== 'string') return null;
  // A feature counts as switched on unless GitHub says that it is not.
  return {
    name: data['full_name'],
    hasIssues: data['has_issues'] !== false,
    hasDiscussions: data['has_discussions'] !== false,
  };
}
