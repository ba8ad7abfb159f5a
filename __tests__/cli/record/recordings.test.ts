import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Finding } from '../../../src/cli/check/finding.ts';
import type { Exchange } from '../../../src/cli/record/anonymize.ts';
import type { Recording } from '../../../src/cli/record/recorder.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../src/tql/json.ts';
import { listen } from '../../support/faults/servers.ts';
import { startHosted } from '../../support/hosted/stand-in.ts';
import { APP, hostedWorld, INSIGHTS, NAMESPACE, TOKEN } from '../../support/hosted/world.ts';
import { runWith } from '../../support/run-command.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const FOLDER = join(import.meta.dirname, 'recordings');
const NOW = '2026-11-20T12:00:00Z';
const NOW_MS = Date.parse(NOW);

function check(url: string, insights: readonly string[], ...args: readonly string[]) {
  const env = { INSIGHT_REPORT_API_TOKEN: TOKEN };
  const given = ['--insights', insights.join('\n'), '--retries', '0', '--now', NOW];
  return runWith({ env }, 'check', '--api-url', url, ...given, ...args);
}

/** Answers as a recording has it: each query as the recorded one that is like it, whatever its interval. */
async function replay({ exchanges }: Recording) {
  const server = createServer((request, response) => {
    void request
      .setEncoding('utf8')
      .toArray()
      .then((chunks: readonly string[]) => {
        const text = chunks.join('');
        const asked = {
          method: request.method ?? '',
          path: request.url ?? '',
          body: text === '' ? null : (JSON.parse(text) as Json),
        };
        const found = exchanges.find((each) => keyOf(each) === keyOf(asked));
        const answer = found?.answer ?? { error: true, reason: 'not recorded' };
        response
          .writeHead(found?.status ?? 404, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer));
      });
  });
  return listen(server);
}

function keyOf({ method, path, body }: Pick<Exchange, 'method' | 'path' | 'body'>) {
  if (!path.endsWith('/tql') || !isJsonObject(body)) return `${method} ${path}`;
  const { relativeIntervals: _, intervals: __, context: ___, ...query } = body;
  return JSON.stringify([method, path, Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** The insights that were resolved while it was recorded. */
function resolvedIn({ exchanges }: Recording) {
  const ids = exchanges.flatMap(({ path, status }) =>
    status === 200 ? (/insights\/([^/]+)\/query\/$/.exec(path)?.[1] ?? []) : [],
  );
  return [...new Set(ids)];
}

test('check --record asks what is not known, says so before, and writes nothing of the account', async () => {
  const hosted = await startHosted(hostedWorld(NOW_MS));
  const folder = emptyFolder();
  const path = join(folder, 'recording.json');
  try {
    const { code, stdout, stderr } = await check(hosted.url, Object.values(INSIGHTS), '--record', path);
    expect([code, stdout]).toEqual([3, expect.stringContaining(`✓ recording: ${path} is written`)]);
    expect(stderr).toMatch(/once each, and writes nothing there:\n {2}- a query without a data source\n/);
    const text = readFileSync(path, 'utf8');
    const { exchanges } = JSON.parse(text) as Recording;
    for (const secret of [
      TOKEN,
      APP,
      NAMESPACE,
      'Example Ltd.',
      'Devices of everybody',
      'iPhone17,1',
      INSIGHTS.users,
      'Notes',
    ])
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
    const reasons = exchanges.map(({ answer }) => (isJsonObject(answer) ? answer['reason'] : undefined));
    expect(reasons).toEqual(
      expect.arrayContaining(["Missing key 'dataSource'", expect.stringMatching(/^User can not access /)]),
    );
    expect(
      hosted.requests.every(
        ({ method, path: asked }) => method === 'GET' || /\/(?:query|tql)\/?$/.test(asked),
      ),
    ).toBe(true);
    if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(join(FOLDER, 'stand-in.json'), text);
  } finally {
    await hosted.close();
  }
});

test('check --record alone tries a saved insight of each query type, which it names before it asks', async () => {
  const hosted = await startHosted(hostedWorld(NOW_MS));
  const { code, stdout, stderr, path } = await recordAlone(hosted.url, TOKEN);
  await hosted.close();
  expect([code, stdout]).toEqual([0, expect.stringContaining(`✓ recording: ${path} is written`)]);
  const names = ['Devices of everybody', 'Daily users', 'Who comes back', 'Load time', 'Devices, old form'];
  expect(stderr).toContain(
    `--record tries these saved insights: ${names.map((name) => `"${name}"`).join(', ')}\n`,
  );
  expect(stderr.indexOf('tries these')).toBeLessThan(stderr.indexOf('a query without a data source'));
  expect(
    hosted.requests.flatMap(({ path: asked }) => /insights\/([^/]+)\/query\/$/.exec(asked)?.[1] ?? []),
  ).toHaveLength(5);
});

test.each([
  ['that lists no insights', { organizations: [] }, TOKEN, 2, 'the account has no saved insights'],
  ['without lists', { without: /organizations/ }, TOKEN, 2, 'give their ids, with --insights'],
  ['that refuses the token', {}, 'tdpat_of_nobody', 3, 'the token is unknown, expired or revoked (401)'],
])(
  'check --record with nothing else given writes no file for a service %s, and says why',
  async (_, world, token, code, why) => {
    const hosted = await startHosted(hostedWorld(NOW_MS, world));
    const ended = await recordAlone(hosted.url, token);
    await hosted.close();
    expect(ended).toMatchObject({ code, isWritten: false });
    expect(ended.stdout + ended.stderr).toContain(why);
    expect(hosted.queries()).toEqual([]);
  },
);

test('check --record refuses a file that is there before it asks anything, and leaves it as it is', async () => {
  const hosted = await startHosted(hostedWorld(NOW_MS));
  const { code, stderr, text } = await recordAlone(hosted.url, TOKEN, 'mine');
  await hosted.close();
  expect([code, text, hosted.requests]).toEqual([2, 'mine', []]);
  expect(stderr).toContain('is there already, and nothing was written: name another file with --record');
});

/** Records in an empty folder without a word on what to report. With `text` the file is there already. */
async function recordAlone(url: string, token: string, text: string | null = null) {
  const folder = emptyFolder();
  const path = join(folder, 'recording.json');
  const start = process.cwd();
  process.chdir(folder);
  try {
    if (text !== null) writeFileSync(path, text);
    const given = ['--api-url', url, '--retries', '0', '--now', NOW, '--record', path];
    const ended = await runWith({ env: { INSIGHT_REPORT_API_TOKEN: token } }, 'check', ...given);
    const isWritten = existsSync(path);
    return { ...ended, path, isWritten, text: isWritten ? readFileSync(path, 'utf8') : null };
  } finally {
    process.chdir(start);
  }
}

describe.each(readdirSync(FOLDER))('the recording %s', (name) => {
  const recording = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Recording;
  const answersTo = (isWanted: (exchange: Exchange) => boolean) => recording.exchanges.filter(isWanted);

  test('a recording is read by check as it was answered, and no answer is taken for a refused token', async () => {
    const service = await replay(recording);
    const insights = resolvedIn(recording);
    expect(insights.length).toBeGreaterThan(0);
    const { stdout } = await check(service.url, insights, '--format', 'json');
    await service.close();
    const found = JSON.parse(stdout) as readonly Finding[];
    expect(found.find((each) => each.check === 'token')?.status).toBe('ok');
    const unreadable = found.filter((each) =>
      /cannot be read|not in the expected form|not JSON/.test(each.message),
    );
    expect(unreadable).toEqual([]);
    const listed = answersTo(({ path, status }) => /organizations\/$/.test(path) && status === 200);
    const organizations = found.filter((each) => each.name === 'organization');
    const [{ answer = [] } = {}] = listed as readonly Partial<Exchange>[];
    expect(organizations).toHaveLength(
      Math.min(5, Array.isArray(answer) ? (answer as readonly JsonObject[]).length : 0),
    );
  });
});
