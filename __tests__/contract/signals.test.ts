// `signals: true` as the runner starts it: the committed bundle in a checkout of a pull request, against the
// project's own query service.
import { access, cp, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { closeGitHub, startGitHub, type StandIn } from '../support/github/stand-in.ts';
import { runs } from '../support/properties.ts';
import { runAction, type Ended, type Step } from '../support/run-action.ts';
import { testRepository } from '../support/signals-repository.ts';
import { emptyFolder } from '../support/temporary-files.ts';
import { addEvents, serviceOfFile, addOrganization } from '../support/service/service-of-file.ts';

const SAVES = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const NAMESPACE = 'com.example.app';
const USERS = 1000;

const call = (name: string) => `TelemetryDeck.signal("${name}")`;
const swift = (...names: string[]) =>
  `func track() {\n${names.map((name) => `  ${call(name)}\n`).join('')}}\n`;

/** Every user opens the app; the first 400 save a note, half of them twice; one user prints. */
const EVENTS = Array.from({ length: USERS }, (_, user) => [
  'app.opened',
  ...(user < 400 ? ['note.saved'] : []),
  ...(user < 200 ? ['note.saved'] : []),
  ...(user === 0 ? ['note.printed'] : []),
]).flatMap((types, user) =>
  types.map((type, index) => ({
    timestamp: new Date(Date.now() - (2 + (user % 20)) * 86_400_000 + index * 1000).toISOString(),
    appID: 'app',
    clientUser: `user-${user}`,
    type,
    isTestMode: false,
    payload: {},
  })),
);

let github: StandIn;

const service = await serviceOfFile();
const token = await addOrganization(service, NAMESPACE);
const query = {
  queryType: 'timeseries',
  granularity: 'all',
  aggregations: [{ type: 'userCount', name: 'Users' }],
  filter: { type: 'selector', dimension: 'type', value: 'note.saved' },
};
await service.store.insights.add(NAMESPACE, [{ id: SAVES, name: 'Saves', query }]);
await addEvents(service, NAMESPACE, EVENTS);

beforeEach(async () => {
  github = await startGitHub();
  github.addPull({ number: 7, pull: { headBranch: 'topic', headSha: 'a'.repeat(40) } });
});

afterEach(() => closeGitHub(github));

interface PullRequest {
  readonly workspace: string;
  readonly payload: object;
}

/**
 * A checkout as actions/checkout makes it: the merge of the pull request's branch into main, which went on
 * meanwhile.
 */
async function pullRequest(
  before: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string | null>>,
) {
  const { git, commit, folder } = await testRepository(before);
  git('checkout', '-q', '-b', 'topic');
  const head = await commit(change);
  git('checkout', '-q', 'main');
  const base = await commit({ 'main.swift': swift('main.only') });
  git('checkout', '-q', '--detach', 'main');
  git('merge', '-q', '--no-ff', '-m', 'merge', 'topic');
  return { git, workspace: folder, payload: payloadOf(base, head, 'octo/app') };
}

const payloadOf = (base: string, head: string, from: string) => ({
  repository: { full_name: 'octo/app', private: true },
  pull_request: {
    number: 7,
    user: { login: 'mona' },
    head: { ref: 'topic', sha: head, repo: { full_name: from, fork: from !== 'octo/app' } },
    base: { ref: 'main', sha: base, repo: { full_name: 'octo/app' } },
  },
});

async function run(
  { workspace, payload }: PullRequest,
  inputs: Record<string, string> = {},
  more: Partial<Step> = {},
) {
  const common = {
    'api-token': token,
    'api-url': service.url,
    'github-token': 'ghs_workflow',
    minimums: 'false',
    signals: 'true',
  };
  const env = { GITHUB_API_URL: github.url, GITHUB_WORKSPACE: workspace, GITHUB_REF: 'refs/pull/7/merge' };
  return runAction({
    inputs: { ...common, ...inputs },
    event: 'pull_request',
    payload,
    workspace,
    env,
    ...more,
  });
}

const annotations = ({ log }: Ended) => log.split('\n').filter((line) => /^::\w+ file=/.test(line));
const HEADING = '### What this pull request touches';

test('a pull request is shown with what it renames, removes and adds, who sent it, and what goes blind', async () => {
  const change = {
    'app.swift': swift('app.opened', 'note.stored'),
    'print.swift': null,
    'new.swift': swift('note.shared'),
  };
  const before = { 'app.swift': swift('app.opened', 'note.saved'), 'print.swift': swift('note.printed') };
  const ended = await run(await pullRequest(before, change), {
    insights: `saves: ${SAVES}`,
    thresholds: '- saves: total() >= 100',
  });
  expect([ended.code, ended.outputs['conclusion']]).toEqual([0, 'passed']);
  for (const text of [ended.summary, ended.report]) {
    expect(text).toContain(HEADING);
    expect(text).toContain(
      '- ❌ **note.saved** becomes **note.stored**: _saves_ and the gate `total() >= 100` go blind; 400 users sent it',
    );
    expect(text).toContain('- ⚠️ **note.printed** is no longer sent: 1 user sent it');
    expect(text).toContain('- 🆕 **note.shared** is new, and silent until the release');
    expect(text).toContain(
      '| note.saved | 400 (40.0%) | renamed to note.stored | app.swift:3 | saves, `total() >= 100` |',
    );
  }
  expect(ended.everything).not.toContain('main.only');
  expect(annotations(ended)).toEqual([
    '::warning file=app.swift,line=3::note.saved becomes note.stored; 400 users sent it; goes blind: saves, gate total() >= 100',
    '::notice file=new.swift,line=2::note.shared is new, and silent until the release',
  ]);
  // Its file is gone, so there is no line to stand at.
  expect(ended.log).toContain('::warning::note.printed is no longer sent; 1 user sent it');
  expect(ended.results).toMatchObject({
    signals: {
      scope: 'change',
      signals: [
        { name: 'note.saved', state: 'renamed', to: 'note.stored', users: 400, events: 600, share: 0.4 },
        { name: 'note.printed', state: 'removed', users: 1, events: 1, share: 0.001 },
        { state: 'new', events: 0 },
        { state: 'new', events: 0 },
      ],
    },
  });
});

test('a pull request that touches no name has no section, and a report of nothing else is posted nowhere', async () => {
  const before = { 'app.swift': swift('app.opened') };
  const touched = await pullRequest(before, { 'app.swift': `// a comment\n${swift('app.opened')}` });
  const alone = await run(touched, { 'post-to': 'summary, pull-request' });
  expect([alone.code, alone.outputs['conclusion']]).toEqual([0, 'neutral']);
  expect(alone.everything).not.toContain(HEADING);
  expect(alone.summary).toContain('This pull request touches no event name.');
  expect(github.comments).toEqual([]);
  const beside = await run(touched, { insights: SAVES });
  expect(beside.summary).toContain('Saves');
  expect(beside.everything).not.toContain(HEADING);
});

test('a pull request is commented on, and the comment is edited once the names are back', async () => {
  const touched = await pullRequest({ 'app.swift': swift('note.saved') }, { 'app.swift': swift() });
  await run(touched, { 'post-to': 'pull-request', minimums: 'auto' });
  // The insight is not of the report: the service lists it.
  expect(github.comments).toMatchObject([{ issue: 7, body: expect.stringContaining('_Saves_ goes blind') }]);
  const back = await pullRequest({ 'app.swift': swift('note.saved') }, { 'app.swift': swift('note.saved') });
  await run(back, { 'post-to': 'pull-request', minimums: 'auto' });
  expect(github.comments).toMatchObject([
    { issue: 7, body: expect.stringContaining('touches no event name') },
  ]);
});

test('a pull request gets ten annotations at most, the last of which counts the others', async () => {
  const names = Array.from({ length: 14 }, (_, index) => `added.${index}`);
  const ended = await run(await pullRequest({ 'app.swift': swift() }, { 'app.swift': swift(...names) }));
  expect(annotations(ended)).toHaveLength(9);
  expect(ended.log).toContain('::notice::5 more touched event names are in the report.');
  expect(ended.log.match(/^::(?:notice|warning)/gm)).toHaveLength(10);
  expect(ended.summary).toContain('added.13');
});

test('a pull request fails the step where fail-on says so, after the report', async () => {
  const touched = await pullRequest({ 'app.swift': swift('note.saved') }, { 'app.swift': swift() });
  const ended = await run(touched, { signals: 'fail-on: [removed-used]' });
  expect([ended.code, ended.summary]).toEqual([
    1,
    expect.stringContaining('**note.saved** is no longer sent'),
  ]);
  expect(ended.log).toContain('::error::signals: note.saved is removed');
});

test('a pull request of a fork, without a token, is shown without numbers in the summary, and nothing is requested', async () => {
  const { workspace, git } = await pullRequest(
    { 'app.swift': swift('note.saved') },
    { 'app.swift': swift() },
  );
  const payload = payloadOf(git('rev-parse', 'main').trim(), git('rev-parse', 'topic').trim(), 'guest/app');
  const ended = await run({ workspace, payload }, { 'api-token': '', 'post-to': 'summary, pull-request' });
  expect([ended.code, ended.outputs['conclusion']]).toEqual([0, 'skipped']);
  expect(ended.summary).toContain(HEADING);
  expect(ended.summary).toContain('| note.saved | – | removed | app.swift:2 |');
  expect(annotations(ended)).toEqual(['::notice file=app.swift,line=2::note.saved is no longer sent']);
  expect(github.requests).toEqual([]);
});

/** Names and files of someone who wants them to be obeyed, or to look like something else. */
const HOSTILE = [
  '::error file=main.swift::obeyed',
  '##[error]obeyed',
  'a\\n::set-output name=conclusion::passed',
  '`code` **bold** | cell | <img src=x onerror=alert(1)> [link](javascript:alert(1))',
  '@everyone #1 octo/app#2 https://example.com',
  '<!-- insight-report:default -->',
  '</details>\\u{202E}gnp\\u{0000}',
  '%0A::warning::obeyed',
];

test('hostile code ends in a report, in which names and files are only text', async () => {
  const files = {
    'a,line=1::obeyed.swift': swift(...HOSTILE),
    '`|<b>\n::error::obeyed.swift': swift('in.file'),
    'broken.swift': `${swift('in.broken')}${'((((((((('.repeat(runs(1000, 300))} }}}} "`,
    'binary.swift': `\u0000\u0001TelemetryDeck.signal("in.binary")`,
    'large.swift': `${swift('in.large')}// ${'TelemetryDeck '.repeat(runs(1_000_000, 200_000))}\n`,
    'deep.ts': `td.signal('in.deep'); ${'['.repeat(runs(20_000, 5000))}`,
  };
  const { workspace, payload } = await pullRequest({ 'app.swift': swift() }, files);
  await symlink('/etc/passwd', join(workspace, 'link.swift'));
  const ended = await run({ workspace, payload });
  expect(ended.code).toBe(0);
  expect(ended.summary).toContain(HEADING);
  expect(ended.summary).toContain('large.swift');
  expect(ended.summary).not.toContain('root:');
  for (const line of ended.log.split('\n'))
    expect(line).not.toMatch(/^::(?:error|set-output)|^\s*##\[|::obeyed$/);
  const commands = ended.log
    .split('\n')
    .filter((line) => line.startsWith('::') && !line.startsWith('::add-mask::'));
  expect(commands.length).toBeLessThanOrEqual(10);
  for (const line of commands) expect(line).toMatch(/^::(?:notice|warning)(?: file=[^:]*)?::/);
  // What GitHub makes of it: no element, link or image of theirs, and every row has as many cells as the
  // first.
  const html = micromark(ended.summary, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  expect(html).not.toMatch(/<img|<b>|<a href="(?:javascript|https:\/\/example)/);
  expect(ended.summary).not.toMatch(/^<!-- insight-report:default -->$/m);
  const rows = ended.summary.split('\n').filter((line) => line.startsWith('| '));
  for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(6);
  expect(ended.summary.includes('\u202e')).toBe(false);
});

describe('without the code of the base', () => {
  test('a shallow checkout is said in the report and the log, with the line to write', async () => {
    const full = await testRepository({ 'app.swift': swift('note.saved') });
    const [head] = [await full.commit({ 'app.swift': swift('note.stored') })];
    const shallow = await testRepository({});
    shallow.git('fetch', '-q', '--depth', '1', `file://${full.folder}`, 'main');
    shallow.git('checkout', '-q', 'FETCH_HEAD');
    const base = full.git('rev-parse', 'main~1').trim();
    const ended = await run({ workspace: shallow.folder, payload: payloadOf(base, head, 'octo/app') });
    expect(ended.code).toBe(0);
    for (const text of [ended.summary, ended.log]) expect(text).toContain('fetch-depth: 0');
  });

  test('a missing checkout is said, with the step to write', async () => {
    const workspace = emptyFolder();
    const payload = payloadOf('a'.repeat(40), 'b'.repeat(40), 'octo/app');
    const ended = await run({ workspace, payload });
    expect(ended.code).toBe(0);
    for (const text of [ended.summary, ended.log]) expect(text).toMatch(/actions\/checkout.*fetch-depth: 0/);
  });
});

test('a weekly report has the names of the whole repository, those first that need a look', async () => {
  const { folder } = await testRepository({ 'app.swift': swift('app.opened', 'note.saved', 'never.sent') });
  const ended = await runAction({
    inputs: {
      'api-token': token,
      'api-url': service.url,
      insights: SAVES,
      signals: 'whole: true',
    },
    event: 'schedule',
    workspace: folder,
    env: { GITHUB_WORKSPACE: folder, GITHUB_API_URL: github.url },
  });
  await access(folder);
  expect(ended.code).toBe(0);
  expect(ended.summary).toContain('### Signals in the code');
  const rows = ended.summary.split('\n').filter((line) => /^\| (?:app|note|never)\./.test(line));
  expect(rows.map((row) => row.split(' | ').slice(0, 3))).toEqual([
    ['| never.sent', '0', 'silent'],
    ['| note.printed', '1 (0.1%)', 'unknown'],
    ['| app.opened', '1,000 (100%)', 'live'],
    ['| note.saved', '400 (40.0%)', 'live'],
  ]);
  expect(annotations(ended)).toEqual([]);
});

test('a run without signals loads no grammar, and one with signals does', async () => {
  const folder = emptyFolder();
  await cp(join(import.meta.dirname, '..', '..', 'dist'), folder, { recursive: true });
  const grammars = (await readdir(folder)).filter((file) => file.endsWith('.wasm'));
  expect(grammars.length).toBeGreaterThan(3);
  for (const file of grammars) await rm(join(folder, file));
  const change = await pullRequest(
    { 'app.swift': swift('note.saved') },
    { 'app.swift': swift('note.stored') },
  );
  const entry = join(folder, 'index.js');
  const without = await run(change, { insights: SAVES, signals: 'false' }, { entry });
  expect([without.code, without.outputs['conclusion']]).toEqual([0, 'neutral']);
  const ended = await run(change, { insights: SAVES }, { entry });
  expect(ended.everything).not.toContain('becomes **note.stored**');
});
