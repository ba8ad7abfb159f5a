import { findPreviousPosts } from '../../src/action/from-github.ts';
import { silentLog } from '../../src/text/log.ts';
import { closeGitHub, startGitHub } from '../support/github/stand-in.ts';
import { read } from '../support/inputs/read-inputs.ts';
import { effects, post, postOne, runContext } from '../support/publish-setting.ts';

test('a run learns of the post of the run before', async () => {
  const github = await startGitHub();
  const request = await read({ 'post-to': 'issue', 'issue-title': 'Usage', 'github-token': 'ghs_workflow' });
  const context = runContext(github.url, { GITHUB_RUN_ID: '41' });
  const find = async () =>
    (await findPreviousPosts([request], context, effects(), silentLog))[0]?.previousPost;
  expect(await find()).toBeNull();
  await postOne(github, post('issue'), {}, { GITHUB_RUN_ID: '40' });
  expect(await find()).toMatchObject({ at: expect.stringMatching(/^2026-11-20/) });
  await closeGitHub(github);
});
