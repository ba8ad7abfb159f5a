import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startGitHub, type StandIn } from '../../support/github/stand-in.ts';
import { asked, post, postOne } from '../../support/publish-setting.ts';

const NAMES = ['http_proxy', 'GITHUB_API_URL'] as const;
const before = NAMES.map((name) => process.env[name]);
const seen: string[] = [];
let github: StandIn;
let isOpen = true;

/** A proxy that sends every host's requests to the stand-in, or requests a password. */
const proxy = createServer((request, response) => {
  seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
  if (!isOpen) return void response.writeHead(407, { connection: 'close' }).end();
  const path = URL.parse(request.url ?? '')?.pathname ?? '/';
  const { method, headers } = request;
  const onward = httpRequest(
    github.url + path,
    { method, headers: { ...headers, connection: 'close' } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 500, { ...answer.headers, connection: 'close' });
      answer.pipe(response);
    },
  );
  request.pipe(onward);
});

beforeAll(async () => {
  github = await startGitHub();
  github.addPull({ number: 7 });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  // The runner has set both before a step begins.
  process.env['http_proxy'] = `http://user:pass_word@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  process.env['GITHUB_API_URL'] = 'http://api.github.invalid';
});

afterAll(async () => {
  for (const [index, name] of NAMES.entries()) {
    if (before[index] === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = before[index];
  }
  proxy.close();
  await github.close();
  expect(github.violations).toEqual([]);
});

test('GitHub is reached through the runner’s proxy, and a proxy that refuses is reported without its password', async () => {
  const through = { ...github, url: 'http://api.github.invalid' };
  expect(await postOne(through, post('pull-request'))).toMatchObject({ outcome: 'posted', number: 7 });
  expect(asked(github)).toEqual(['GET /issues/7/comments', 'POST /issues/7/comments']);
  expect(seen[0]).toMatch(/^GET http:\/\/api\.github\.invalid\/repos\/octo\/app\/issues\/7\/comments/);

  isOpen = false;
  github.forget();
  const receipt = await postOne(through, post('pull-request'));
  expect(receipt).toMatchObject({ outcome: 'failed', level: 'error' });
  expect(receipt.message).toMatch(
    /at api\.github\.invalid: the proxy refused the connection \(407\)\. Check HTTPS_PROXY, its user and its password/,
  );
  expect(receipt.message).not.toContain('pass_word');
  expect(github.requests).toEqual([]);
}, 15_000);
