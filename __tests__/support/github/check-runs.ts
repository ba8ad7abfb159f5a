import { example } from './description.ts';
import type { Repository } from './repository.ts';
import { type Answer, type Call, refusal } from './rest.ts';
import type { StoredCheckRun } from './state.ts';

type Page = (call: Call, all: readonly unknown[]) => Answer;

/** GitHub's operations on check runs; null for any other operation. */
export function answerCheckRun(call: Call, repository: Repository, repo: string, paged: Page): Answer | null {
  const { route, ids } = call;
  const shape = (run: StoredCheckRun): Record<string, unknown> => checkRun(run, repo);
  switch (route) {
    case 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': {
      const all = repository.state.checkRuns.filter(({ headSha }) => headSha === ids.ref).reverse();
      const page = paged(call, all.map(shape));
      return { ...page, body: { total_count: all.length, check_runs: page.body } };
    }
    case 'POST /repos/{owner}/{repo}/check-runs':
      return refuse(call) ?? { status: 201, body: shape(repository.addCheckRun(fieldsOf(call))) };
    case 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}':
      return refuse(call) ?? edit(call, repository, shape);
    default:
      return null;
  }
}

function edit(call: Call, { state }: Repository, shape: (run: StoredCheckRun) => object): Answer {
  const run = state.checkRuns.find(({ id }) => String(id) === call.ids.check_run_id);
  if (run === undefined) return refusal(404, 'Not Found');
  if (run.app !== call.account.login)
    return refusal(
      403,
      'Invalid app_id `1` - check run can only be modified by the GitHub App that created it.',
    );
  const { headSha, ...changes } = fieldsOf(call);
  Object.assign(run, changes, { edits: run.edits + 1 });
  return { status: 200, body: shape(run) };
}

/** Only GitHub Apps write check runs, and the workflow's token is one's. */
function refuse({ account }: Call): Answer | null {
  if (account.kind === 'pat' || account.kind === 'person')
    return refusal(403, 'You must authenticate via a GitHub App.');
  return (account.checks ?? 'write') === 'write'
    ? null
    : refusal(403, 'Resource not accessible by integration');
}

function fieldsOf({ body, account }: Call): Omit<StoredCheckRun, 'id' | 'edits'> {
  const { title, summary } = body.output as { readonly title: string; readonly summary: string };
  const text = (key: string): string => (typeof body[key] === 'string' ? body[key] : '');
  return {
    name: text('name'),
    headSha: text('head_sha'),
    externalId: text('external_id'),
    title,
    summary,
    conclusion: text('conclusion'),
    detailsUrl: text('details_url'),
    app: account.login,
  };
}

function checkRun(run: StoredCheckRun, repo: string): Record<string, unknown> {
  return {
    ...example('check-run'),
    id: run.id,
    name: run.name,
    head_sha: run.headSha,
    external_id: run.externalId,
    status: 'completed',
    conclusion: run.conclusion,
    details_url: run.detailsUrl,
    pull_requests: [],
    html_url: `https://github.com/${repo}/runs/${run.id}`,
    output: {
      title: run.title,
      summary: run.summary,
      text: null,
      annotations_count: 0,
      annotations_url: `https://api.github.com/repos/${repo}/check-runs/${run.id}/annotations`,
    },
  };
}
