import { checkNode, noticeSmallGroups } from '../../src/action/main.ts';
import { silentLog } from '../../src/text/log.ts';
import { parseEvent } from '../../src/report/publish/workflow/context.ts';
import { runAction } from '../support/run-action.ts';

const PUBLIC = { private: false, visibility: 'public' };

test.each<[string, unknown, number, number]>([
  ['a public repository that shows all rows gets a notice', PUBLIC, 0, 1],
  [
    'a repository whose older payload says only that it is not private gets a notice',
    { private: false },
    0,
    1,
  ],
  ['a repository that combines small rows gets none', PUBLIC, 10, 0],
  ['a private repository gets none', { private: true, visibility: 'private' }, 0, 0],
  ['an internal repository of an organization gets none', { private: false, visibility: 'internal' }, 0, 0],
  ["a payload without the repository's visibility gives none", {}, 0, 0],
  ['a run without a payload gives none', undefined, 0, 0],
])('%s', (_, repository, minGroupSize, notices) => {
  const messages: string[] = [];
  const log = { ...silentLog, notice: (message: string) => messages.push(message) };
  const event = parseEvent({ repository });
  noticeSmallGroups(minGroupSize, { event }, log);
  expect(messages).toHaveLength(notices);
  for (const message of messages) expect(message).toContain('min-group-size');
});

test.each(['20.20.2', '18.19.0', '22.18.9'])(
  'on Node %s the step ends before any request, and says which Node it needs',
  (version) => {
    expect(() => {
      checkNode(version);
    }).toThrow(`runs on Node 24 and cannot post with Node ${version}`);
  },
);

test.each(['22.19.0', '24.4.1', '26.0.0'])('on Node %s the step runs', (version) => {
  checkNode(version);
});

const PULL_REQUEST = { number: 12, title: 'Drop iOS 15' };

test.each([
  ['pull_request', { pull_request: PULL_REQUEST }, true],
  ['issue_comment', { issue: { ...PULL_REQUEST, pull_request: {} } }, true],
  ['issue_comment', { issue: PULL_REQUEST }, false],
  ['push', {}, false],
])('the results of a run of %s with %j say which repository and pull request it is about', async (...run) => {
  const [event, payload, isAboutOne] = run;
  const { results } = await runAction({ inputs: { top: 'many' }, event, payload });
  const pullRequest = { ...PULL_REQUEST, url: 'https://github.com/octo/app/pull/12' };
  expect(results).toMatchObject({ run: { repository: 'octo/app', ...(isAboutOne && { pullRequest }) } });
  expect(JSON.stringify(results).includes('Drop iOS 15')).toBe(isAboutOne);
});
