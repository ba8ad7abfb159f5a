// "The file alone is enough to render the report again, byte for byte": compares the preview of the Action's
// results file with what the Action wrote and posted.
import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startService, type RunningService } from '../../../src/service/start.ts';
import { event } from '../../support/service/event.ts';
import { runAction } from '../../support/run-action.ts';
import { startGitHub, type StandIn } from '../../support/github/stand-in.ts';
import { startPreview, stateOf } from '../../support/preview-process.ts';

const OS = '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33';
const DAYS = 'B3D94C5E-2A10-4F67-8D0B-91C7E4A5F602';
const DAY_MS = 86_400_000;

// Starts the Action and the command line.

let service: RunningService;
let github: StandIn;

beforeEach(async () => {
  [service, github] = await Promise.all([startService({ dbPath: ':memory:' }), startGitHub()]);
});

afterEach(async () => {
  await Promise.all([service.close(0), github.close()]);
});

/**
 * Events of the last twenty days, more on each day, from three systems, one with a name that could be taken
 * for Markdown.
 */
function events() {
  return Array.from({ length: 20 }, (_, day) =>
    Array.from({ length: 20 - day }, (_each, index) =>
      event({
        timestamp: new Date(Date.now() - day * DAY_MS).toISOString(),
        clientUser: `user-${index}`,
        payload: { system: ['iOS 26', 'iOS 18', '@octocat|#1'][index % 3] },
      }),
    ),
  ).flat();
}

async function token(): Promise<string> {
  const { organizations, insights, tokens } = service.store;
  await organizations.create('a', 'paid');
  const aggregations = [{ type: 'eventCount', name: 'count' }];
  const dimension = { type: 'default', dimension: 'system', outputName: 'system' };
  const os = {
    queryType: 'topN',
    granularity: 'all',
    aggregations,
    dimension,
    metric: { type: 'numeric', metric: 'count' },
    threshold: 10,
  };
  await insights.add('a', [
    { id: OS, name: 'os', query: os },
    { id: DAYS, name: 'days', query: { queryType: 'timeseries', granularity: 'day', aggregations } },
  ]);
  await service.importEvents('a', events());
  return (await tokens.create('a', null)).token;
}

test('the preview of a results file is what the Action wrote and posted', async () => {
  github.addPull();
  const inputs = {
    'api-token': await token(),
    'api-url': service.url,
    'github-token': 'ghs_workflow',
    locale: 'de-DE',
    insights: `os: ${OS}\ndays: ${DAYS}\ngone: 11111111-2222-4333-8444-555555555555`,
    interval: 'last 7 days',
    history: '4',
    thresholds: '- os: share("iOS 26") < 2%',
    'post-to': 'summary, pull-request, issue',
  };
  const payload = { pull_request: { number: 1 } };
  const env = { GITHUB_API_URL: github.url, GITHUB_SHA: 'a'.repeat(40) };
  const ended = await runAction({ inputs, event: 'pull_request', payload, env });
  const path = ended.outputs['results-path']!;
  const preview = await startPreview(['--results', path]);
  try {
    let state = await stateOf(preview);
    while (!state.includes('"markdown"')) state = await stateOf(preview);
    const { reports } = JSON.parse(state) as {
      reports: { pages: { destination: string; page: { title: string; markdown: string } }[] }[];
    };
    const pages = new Map(reports[0]!.pages.map(({ destination, page }) => [destination, page]));
    const [comment] = github.comments;
    const issue = github.issues.find(({ body }) => body.includes('<!-- insight-report:default -->'))!;
    expect(ended.report).toContain('@\u200boctocat');
    expect(pages.get('summary')!.markdown).toBe(ended.report);
    expect(ended.summary).toBe(ended.report);
    expect(beforeMarker(comment!.body)).toBe(pages.get('pull-request')!.markdown);
    expect(beforeMarker(issue.body)).toBe(pages.get('issue')!.markdown);
    expect(issue.title).toBe(pages.get('issue')!.title);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(ended.results);
  } finally {
    expect(await preview.stop()).toBe(0);
    await rm(dirname(dirname(path)), { recursive: true, force: true });
  }
});

/** A post without the state and the marker that publishing adds below the report. */
function beforeMarker(body: string) {
  return body.slice(0, body.search(/\n<!-- insight-report/));
}
