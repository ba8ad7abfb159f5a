import { findPreviousPosts, longestGapMs } from '../../src/action/from-github.ts';
import { silentLog } from '../../src/text/log.ts';
import { closeGitHub, startGitHub } from '../support/github/stand-in.ts';
import { read } from '../support/inputs/read-inputs.ts';
import { effects, post, postOne, runContext } from '../support/publish-setting.ts';

const HOURS = 3_600_000;

test.each([
  ['0 7 * * 1', 7 * 24],
  ['0 7 * * 1,4', 7 * 24],
  ['30 5 * * *', 24],
  ['*/15 * * * *', 1],
  ['0 0 1 * *', 31 * 24],
  ['0 0 */2 * *', 2 * 24],
  ['0 0 1 1 *', 366 * 24],
  ['', null],
  ['soon', null],
  [null, null],
])('the longest gap of %j is %s hours', (cron, hours) => {
  expect(longestGapMs(cron)).toBe(hours === null ? null : hours * HOURS);
});

test.each([
  ['schedule', 7 * 24 * HOURS],
  ['workflow_dispatch', null],
] as const)('a run of %s learns of the post of the run before, and when one is due', async (event, gap) => {
  const github = await startGitHub();
  const request = await read({ 'post-to': 'issue', 'issue-title': 'Usage', 'github-token': 'ghs_workflow' });
  const variables = { GITHUB_EVENT_NAME: event, GITHUB_RUN_ID: '41' };
  const context = runContext(github.url, variables, { schedule: '0 7 * * 1' });
  const find = async () =>
    (await findPreviousPosts([request], context, effects(), silentLog))[0]?.previousPost;
  expect(await find()).toBeNull();
  await postOne(github, post('issue'), {}, { GITHUB_RUN_ID: '40' });
  expect(await find()).toMatchObject({ at: expect.stringMatching(/^2026-11-20/), expectedGapMs: gap });
  await closeGitHub(github);
});
