import fc from '../../../support/properties.ts';
import {
  fromUntrustedPullRequest,
  readRunContext,
  type RunContext,
} from '../../../../src/report/publish/workflow/context.ts';
import { addressAt } from '../../../../src/report/publish/workflow/json.ts';
import { parseJson } from '../../../../src/text/json.ts';

const ENV = {
  GITHUB_EVENT_NAME: 'pull_request',
  GITHUB_EVENT_PATH: '/event.json',
  GITHUB_REPOSITORY: 'octo/app',
  GITHUB_RUN_ID: '42',
  GITHUB_RUN_NUMBER: '57',
  GITHUB_RUN_ATTEMPT: '3',
  GITHUB_SHA: 'a'.repeat(40),
  GITHUB_REF: 'refs/heads/main',
  GITHUB_ACTOR: 'octocat',
  GITHUB_WORKFLOW: 'Usage',
  GITHUB_STEP_SUMMARY: '/summary',
  RUNNER_TEMP: '/tmp/runner',
};

function read(payload: string, env: Record<string, string> = {}): RunContext {
  return readRunContext({ ...ENV, ...env }, parseJson(payload));
}

describe('the runner’s variables', () => {
  test('the runner’s variables are read unchanged', () => {
    expect(read('{}')).toMatchObject({
      eventName: 'pull_request',
      repo: { owner: 'octo', name: 'app' },
      sha: 'a'.repeat(40),
      ref: 'refs/heads/main',
      runId: '42',
      runAttempt: 3,
      runNumber: '57',
      actor: 'octocat',
      workflow: 'Usage',
      runUrl: 'https://github.com/octo/app/actions/runs/42',
      apiUrl: 'https://api.github.com',
      summaryPath: '/summary',
      tempDir: '/tmp/runner',
    });
  });

  test('the runner’s variables are null if they are missing', () => {
    expect(readRunContext({}, null)).toMatchObject({
      eventName: '',
      repo: null,
      sha: null,
      runId: null,
      runAttempt: 1,
      runNumber: null,
      runUrl: null,
      summaryPath: null,
      tempDir: null,
    });
  });

  test.each([
    ['GITHUB_REPOSITORY', 'octo', 'repo', null],
    ['GITHUB_REPOSITORY', 'octo/app/x', 'repo', null],
    ['GITHUB_RUN_ID', '42 -->', 'runId', null],
    ['GITHUB_RUN_ATTEMPT', 'x', 'runAttempt', 1],
    ['GITHUB_RUN_NUMBER', '5](x)', 'runNumber', null],
    ['GITHUB_SHA', 'main', 'sha', null],
    ['GITHUB_STEP_SUMMARY', '', 'summaryPath', null],
    ['GITHUB_API_URL', 'javascript:x', 'apiUrl', 'https://api.github.com'],
  ] as const)(
    'a variable of the runner that is not valid is not taken: %s=%s',
    (name, value, key, expected) => {
      expect(read('{}', { [name]: value })[key]).toEqual(expected);
    },
  );
});

describe('the event file', () => {
  const nothing = read('{}').event;

  test.each([
    '',
    'null',
    '[]',
    '"x"',
    '{',
    '\u0000',
    '[[[[',
    '{"pull_request":7}',
    '{"pull_request":{"number":"7"}}',
    '{"pull_request":{"number":-1}}',
    '{"pull_request":{"number":1e400}}',
    '{"__proto__":{"pull_request":{"number":7}}}',
  ])('%j is not an event', (payload) => {
    expect(read(payload).event).toEqual(nothing);
  });

  test('the event file can hold any JSON and is read into plain data without an error', () => {
    const keys = [
      'pull_request',
      'issue',
      'workflow_run',
      'merge_group',
      'head',
      'base',
      'repo',
      'number',
      'pull_requests',
      'user',
      'login',
      'url',
      '__proto__',
      'toString',
    ];
    const { tree } = fc.letrec((tie) => ({
      leaf: fc.oneof(fc.integer(), fc.double(), fc.string(), fc.boolean(), fc.constant(null)),
      tree: fc.oneof(
        { maxDepth: 6 },
        tie('leaf'),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...keys), tie('tree'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const { event } = read(JSON.stringify(value));
        expect(JSON.parse(JSON.stringify(event))).toEqual(event);
        expect(event.pullRequest === null || event.pullRequest.number > 0).toBe(true);
      }),
    );
  });
});

describe('a pull request that gets no secrets', () => {
  const pull = (head: string | null, author = 'octocat'): string =>
    JSON.stringify({
      pull_request: {
        number: 7,
        user: { login: author },
        head: { repo: head === null ? null : { full_name: head } },
        base: { repo: { full_name: 'octo/app' } },
      },
    });

  test.each([
    ['own', pull('octo/app'), {}, false],
    ['own, spelled otherwise', pull('Octo/App'), {}, false],
    ['a fork', pull('fork/app'), {}, true],
    ['a fork that is gone', pull(null), {}, true],
    ['a review in a fork’s', pull('fork/app'), { GITHUB_EVENT_NAME: 'pull_request_review' }, true],
    ['Dependabot’s', pull('octo/app', 'dependabot[bot]'), {}, true],
    ['run by Dependabot', pull('octo/app'), { GITHUB_ACTOR: 'dependabot[bot]' }, true],
    ['a push by Dependabot', '{}', { GITHUB_EVENT_NAME: 'push', GITHUB_ACTOR: 'dependabot[bot]' }, false],
    ['no event', '', {}, false],
  ])('whether a pull request gets no secrets is known: %s', (_, payload, env, expected) => {
    expect(fromUntrustedPullRequest(read(payload, env))).toBe(expected);
  });
});

test.each([
  ['https://github.com/o/a/issues/1#issuecomment-5', 'https://github.com/o/a/issues/1#issuecomment-5'],
  [
    'https://ghe.example/o/a/releases/tag/v1$(id);`id`',
    'https://ghe.example/o/a/releases/tag/v1%24%28id%29%3b%60id%60',
  ],
  ['https://ghe.example/a b|c)](d"\'>', 'https://ghe.example/a%20b%7cc%29%5d%28d%22%27%3E'],
  ['javascript:alert(1)', null],
  ['/o/a/issues/1', null],
  [7, null],
])('an address of an answer holds nothing that acts in a shell or in Markdown: %s', (url, expected) => {
  expect(addressAt({ url }, 'url')).toBe(expected);
});
