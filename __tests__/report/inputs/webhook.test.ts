import { findSecrets } from '../../../src/report/inputs/secrets.ts';
import { effects, problemsOf, read } from '../../support/inputs/read-inputs.ts';

const ADDRESS = 'https://hooks.example/services/T0/B0/s3cr3t?key=1';
const hook = (url: string, more: Readonly<Record<string, string>> = {}) => ({
  'post-to': 'summary, webhook',
  'webhook-url': url,
  ...more,
});

test('a webhook takes an address, a form and a secret', async () => {
  expect((await read(hook(ADDRESS))).posting.webhook).toEqual({ url: ADDRESS, format: 'json', secret: '' });
  const given = hook(ADDRESS, { 'webhook-format': 'slack', 'webhook-secret': 'pass phrase' });
  expect((await read(given)).posting.webhook).toEqual({
    url: ADDRESS,
    format: 'slack',
    secret: 'pass phrase',
  });
});

test('without a github-token a webhook can be posted to, and a check run cannot', async () => {
  expect((await read(hook(ADDRESS, { 'github-token': '' }))).posting.destinations).toEqual([
    'summary',
    'webhook',
  ]);
  const [problem] = await problemsOf({ 'post-to': 'check', 'github-token': '' });
  expect(problem).toMatch(/^github-token: is empty, and post-to: check needs it/);
});

describe('an address', () => {
  test.each([
    ['hooks.example/s3cr3t', {}, 'is not a web address'],
    ['ftp://hooks.example/s3cr3t', {}, 'is not a web address'],
    ['https://hooks.example/s3cr3t x', {}, 'is not a web address'],
    ['https://me:s3cr3t@hooks.example/', {}, 'has a user name or password'],
    ['https://hooks.example/s3cr3t#x', {}, 'has a fragment'],
    ['http://hooks.example/s3cr3t', {}, 'is over plain http, which lets anyone on the way read the report'],
    ['http://hooks.example/s3cr3t', { 'allow-http': 'true' }, 'is over plain http, which lets anyone'],
    ['http://127.0.0.1:8080/s3cr3t', {}, 'is allowed on this machine only, with allow-http: true'],
  ])('%s is refused and not shown (%j)', async (url, more, why) => {
    const problems = await problemsOf(hook(url, more));
    expect(problems).toEqual([expect.stringContaining(why)]);
    expect(problems[0]).toMatch(
      /^webhook-url: .* \(it is not shown\); expected an address that begins with https:\/\//,
    );
    expect(problems[0]).not.toContain('s3cr3t');
  });

  test('an address on this machine may be plain http with allow-http', async () => {
    const url = 'http://127.0.0.1:8080/s3cr3t';
    expect((await read(hook(url, { 'allow-http': 'true' }))).posting.webhook.url).toBe(url);
  });

  test("an address of Slack takes Slack's form alone, unless it belongs to a workflow of Slack's", async () => {
    const [problem] = await problemsOf(hook('https://hooks.slack.com/services/T0/B0/s3cr3t'));
    expect(problem).toMatch(
      /^webhook-format: got "json", but webhook-url is the address of a Slack webhook.*expected slack/,
    );
    expect((await read(hook('https://hooks.slack.com/triggers/T0/1/s3cr3t'))).posting.webhook.format).toBe(
      'json',
    );
  });
});

test('a missing address is a problem if it is needed', async () => {
  expect(await problemsOf(hook(''))).toEqual([
    expect.stringMatching(
      /^webhook-url: is empty, and post-to: webhook needs it; expected an address .*secrets\./,
    ),
  ]);
});

test.each([
  ['in a dry run', { 'dry-run': 'true' }, false],
  ["in a fork's run, which has no secrets", {}, true],
  ['in a run that is skipped', { 'api-token': '', 'on-missing-token': 'skip' }, false],
])('a missing address is no problem %s', async (_, more, fromFork) => {
  const request = await read(hook('', more), { ...effects(), fromFork });
  expect(request.posting.webhook.url).toBe('');
});

test('the address is a secret in every form in which it could be shown, and so is the secret', () => {
  const secrets = findSecrets({
    'webhook-url': ' HTTPS://Hooks.Example/services/T0/B0/s3cr3t?key=1',
    'webhook-secret': 'pass phrase',
  });
  expect(secrets).toEqual([
    'HTTPS://Hooks.Example/services/T0/B0/s3cr3t?key=1',
    'https://hooks.example/services/T0/B0/s3cr3t?key=1',
    '/services/T0/B0/s3cr3t?key=1',
    'pass phrase',
  ]);
  // A short path could be any word of a log.
  expect(findSecrets({ 'webhook-url': 'https://hooks.example/in' })).toEqual(['https://hooks.example/in']);
});

test.each([
  ['e', 'webhook-secret: has 1 character (it is not shown); expected at least 8 characters.'],
  ['1234567', 'webhook-secret: has 7 characters (it is not shown); expected at least 8 characters.'],
])('the secret %j is too short to be hidden without hiding other words', async (secret, problem) => {
  expect(await problemsOf(hook(ADDRESS, { 'webhook-secret': secret }))).toEqual([problem]);
});
