import { renderReport } from '../../src/report/render/report.ts';
import { silentLog } from '../../src/text/log.ts';
import type { Results } from '../../src/report/results/results.ts';
import type { FinishedReport } from '../../src/report/run/reports.ts';
import { closeGitHub, type Fault, type StandIn, startGitHub } from '../support/github/stand-in.ts';
import { read } from '../support/inputs/read-inputs.ts';
import { asked, effects, runContext } from '../support/publish-setting.ts';
import { days, PAGE, ranking, report, row } from '../support/render/results.ts';
import { markReleases } from '../../src/action/from-github.ts';

const PERIOD = {
  label: 'last week',
  start: '2026-11-09T00:00:00Z',
  end: '2026-11-16T00:00:00Z',
  complete: true,
};
const SERIES = days([1, 2, 3, 4, 5, 6, 7], { interval: PERIOD });
const TABLE = ranking([row(1, 'a', 3)], { interval: PERIOD, totalHistory: [], history: [] });

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub();
});

afterEach(() => closeGitHub(github));

const finished = async (insights: Results['insights'], inputs: object = {}, id = 'default') => ({
  request: await read({ 'github-token': 'ghs_workflow', ...inputs }),
  results: report(insights, { reportId: id }),
});

async function marksOf(...reports: readonly FinishedReport[]) {
  const marked = await markReleases(reports, runContext(github.url), effects(), silentLog);
  return marked.map(({ results }) => results.marks?.map(({ text }) => text));
}

function releaseOn(publishedAt: string | null, tag: string, more: object = {}) {
  github.addRelease({ publishedAt, tag, ...more });
}

test('the releases since a report’s first moment are its marks, oldest first, without drafts', async () => {
  releaseOn('2026-11-20T10:00:00Z', 'v4');
  releaseOn('2026-11-12T10:00:00Z', 'v3');
  releaseOn('2026-11-10T10:00:00Z', 'v2');
  releaseOn('2026-11-08T10:00:00Z', 'v1');
  releaseOn(null, 'unpublished');
  releaseOn('2026-11-11T10:00:00Z', 'draft', { draft: true });
  expect(await marksOf(await finished([SERIES]))).toEqual([['v2', 'v3', 'v4']]);
  const history = [{ start: '2026-11-02T00:00:00Z', end: '2026-11-09T00:00:00Z' }];
  const trend = { ...TABLE, history, totalHistory: [3] };
  expect(await marksOf(await finished([trend]))).toEqual([['v1', 'v2', 'v3', 'v4']]);
});

test('the releases are requested once for all reports, and only if one draws a trend with marks', async () => {
  releaseOn('2026-11-12T10:00:00Z', 'v3');
  const none = await finished([SERIES], { marks: 'none' });
  expect(await marksOf(await finished([TABLE]), none)).toEqual([undefined, undefined]);
  expect(github.requests).toEqual([]);
  const reports = [
    await finished([SERIES], {}, 'one'),
    await finished([SERIES], {}, 'two'),
    await finished([TABLE]),
  ];
  expect(await marksOf(...reports, none)).toEqual([['v3'], ['v3'], undefined, undefined]);
  expect(asked(github)).toEqual(['GET /releases']);
});

test('a page of drafts does not end the search', async () => {
  for (let index = 0; index < 100; index += 1) github.addRelease({ draft: true });
  releaseOn('2026-11-12T10:00:00Z', 'v3');
  expect(await marksOf(await finished([SERIES]))).toEqual([['v3']]);
});

test('as many pages are read as hold releases of the time, five at most', async () => {
  const at = (index: number) =>
    new Date(Date.parse('2026-11-15T00:00:00Z') - index * 1_800_000).toISOString();
  for (let index = 0; index < 450; index += 1) releaseOn(at(index), `v${index}`);
  const [marks] = await marksOf(await finished([SERIES]));
  expect([marks?.length, marks?.[0], marks?.at(-1), github.requests.length]).toEqual([289, 'v288', 'v0', 4]);
  for (const release of github.releases) release.publishedAt = PERIOD.start;
  for (let index = 450; index < 700; index += 1) releaseOn(PERIOD.start, `w${index}`);
  const [most] = await marksOf(await finished([SERIES]));
  expect([most?.length, github.requests.length]).toEqual([500, 9]);
});

test.each<Fault['effect']>([
  { kind: 'status', status: 403, message: 'Resource not accessible by integration' },
  { kind: 'status', status: 404 },
  { kind: 'status', status: 200, message: 'not a list' },
  { kind: 'html' },
])('the answer %j marks nothing, and nothing fails', async (effect) => {
  releaseOn('2026-11-12T10:00:00Z', 'v3');
  github.fault({ method: 'GET', path: /releases/, times: 9, effect });
  expect(await marksOf(await finished([SERIES]))).toEqual([undefined]);
});

test('a hostile tag arrives unchanged, and where it is shown it notifies nobody and stays in its cell', async () => {
  releaseOn('2026-11-12T10:00:00Z', '@octocat|<b>\n#1');
  const reports = [await finished([SERIES])];
  const [marked] = await markReleases(reports, runContext(github.url), effects(), silentLog);
  expect(marked?.results.marks?.[0]?.text).toBe('@octocat|<b>\n#1');
  const { markdown } = await renderReport(marked!.results, {
    ...PAGE,
    template: { kind: 'builtin', name: 'report' },
  });
  expect(markdown).toContain('| Thu,\u00a0Nov\u00a012 <sup>`@\u200boctocat\\|<b>␊#1`</sup> | 4 |');
  expect(markdown.replaceAll('@\u200boctocat', '')).not.toContain('octocat');
});
