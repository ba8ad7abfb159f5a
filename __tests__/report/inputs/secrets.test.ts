import { findSecrets } from '../../../src/report/inputs/secrets.ts';
import { runWith } from '../../support/run-command.ts';
import { effects, problemsOf, read, TOKEN } from '../../support/inputs/read-inputs.ts';

const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';

test('whitespace around a token is not part of it', async () => {
  const request = await read({ 'api-token': ` ${TOKEN}\n`, 'github-token': '\tghs_abc ' });
  expect(request.service.token).toBe(TOKEN);
  expect(request.posting.githubToken).toBe('ghs_abc');
});

test.each([
  ['a newline', 'tdpat_abc\ndef12345', 'spaces or newlines'],
  ['a space', 'Bearer tdpat_abc', 'spaces or newlines'],
  ['a control character', 'tdpat_abc\u0007def', 'control characters'],
  ['a letter outside ASCII', 'tdpat_abcé', 'ASCII'],
])('a token with %s is a problem and is not shown', async (_what, token, why) => {
  for (const name of ['api-token', 'github-token']) {
    const problems = await problemsOf({ [name]: token });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: .*${why}`));
    for (const part of token.split(/\s/)) expect(problems[0]).not.toContain(part);
  }
});

test('a write key in the place of a token is a problem that says which of the two it is, and is not shown', async () => {
  const problems = await problemsOf({ 'api-token': 'ikey_0123456789abcdef' });
  expect(problems).toEqual([
    'api-token: it is a write key, which only sends events (it is not shown); expected a personal access token, which begins with tdpat_.',
  ]);
  const env = { INSIGHT_REPORT_API_TOKEN: 'ikey_0123456789abcdef' };
  for (const args of [
    ['report', '--insights', ID],
    ['columns', '--api-url', 'http://127.0.0.1:9'],
  ]) {
    const { code, stderr } = await runWith({ env }, ...args);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('it is a write key, which only sends events'),
    ]);
    expect(stderr).not.toContain('0123456789');
  }
});

describe('no message ever shows a token', () => {
  const hostile = (token: string) => ({
    insights: `${token}: { id: ${token}, titel: ${token}, top: ${token}, interval: ${token} }`,
    queries: `q: ${token}.json`,
    interval: `last ${token} days`,
    timezone: token,
    top: `${'x'.repeat(70)}${token}`,
    title: `a\n${token}`,
    template: `${token}.hbs`,
    'post-to': `${token}, x${token}x`,
    'report-id': `${token} `.repeat(9),
    'issue-title': `{{{{${token}`,
    labels: `${token}${'l'.repeat(60)}`,
    assignees: `@${token}`,
    'comment-mode': token,
    'on-error': `${token}${token}`,
    locale: `${token}_x`,
    'api-url': `https://example.com/${token}#${token}`,
    'data-source': `a\n${token}`,
    'dry-run': token.toUpperCase() === token ? 'maybe' : token,
    concurrency: token,
  });

  test.each([['tdpat_0123456789abcdef'], ['s3cr3t'], ['a"b\\c$&d'], ['report'], ['XYZ']])(
    'no message ever shows the token %s',
    async (token) => {
      for (const name of ['api-token', 'github-token']) {
        const problems = await problemsOf(
          { ...hostile(token), [name]: token },
          {
            ...effects(),
            checkTemplate: (_, source) => `line 1: ${source}`,
          },
        );
        expect(problems.length).toBeGreaterThan(12);
        for (const problem of problems) expect(problem).not.toContain(token);
      }
    },
  );

  test('a message that is cut does not show a part of a token either', async () => {
    const [problem] = await problemsOf({ top: `${'x'.repeat(74)}${TOKEN}` });
    expect(problem).toContain('xxx***');
    expect(problem).not.toContain('tdp');
  });
});

test('findSecrets gives what must be masked, the longest first', () => {
  expect(findSecrets({ 'api-token': ' abcd\nefghij ', 'github-token': 'ghs_1' })).toEqual([
    'abcd\nefghij',
    'efghij',
    'ghs_1',
    'abcd',
  ]);
  expect(findSecrets({})).toEqual([]);
});

describe('without an api-token', () => {
  const cases = [
    ['', false, 'fail'],
    ['', true, 'skip'],
    ['auto', false, 'fail'],
    ['auto', true, 'skip'],
    ['fail', true, 'fail'],
    ['fail', false, 'fail'],
    ['skip', false, 'skip'],
    ['skip', true, 'skip'],
  ] as const;
  test.each(cases)('on-missing-token %j, on a fork %s, leads to %s', async (policy, fromFork, wanted) => {
    const inputs = { 'api-token': ' ', 'on-missing-token': policy };
    const given = effects({}, { fromFork });
    if (wanted === 'skip') {
      expect((await read(inputs, given)).service.token).toBe('');
      return;
    }
    const problems = await problemsOf(inputs, given);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('api-token: is empty');
    expect(problems[0]).toContain('api-token: ${{ secrets.');
  });

  test.each([
    [
      'https://api.telemetrydeckapi.com',
      'made in the user menu of dashboard.telemetrydeck.com, on a paid plan',
    ],
    ['https://telemetry.example.com', 'made with insight-report token create'],
  ])('the message for %s says where one is made', async (url, place) => {
    expect(await problemsOf({ 'api-token': '', 'api-url': url })).toEqual([expect.stringContaining(place)]);
  });

  test('other problems are reported too, even if the run would be skipped', async () => {
    const problems = await problemsOf({ 'api-token': '', top: 'x', 'on-missing-token': 'skip' });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^top: /);
  });
});

test.each([
  ['pull-request', 'false', true],
  ['summary, issue', 'false', true],
  ['summary', 'false', false],
  ['none', 'false', false],
  ['issue', 'true', false],
])('whether post-to %s with dry-run %s needs a github-token is %s', async (postTo, dryRun, needed) => {
  const problems = await problemsOf({ 'post-to': postTo, 'dry-run': dryRun });
  expect(problems).toHaveLength(needed ? 1 : 0);
  if (needed)
    expect(problems[0]).toMatch(/^github-token: is empty, and post-to: (?:pull-request|issue) needs it/);
});
