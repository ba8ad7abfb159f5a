import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { changedBlobs, openRepository, repositoryRoot } from '../../../src/code/repository/repository.ts';
import { findNames } from '../../../src/code/signals/find.ts';
import { testRepository } from '../../support/signals-repository.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const CALL = 'TelemetryDeck.signal("one")\n';
const before = { ...process.env };

afterEach(() => {
  process.env = { ...before };
});

async function opened(folder: string) {
  const repository = await openRepository(folder);
  if (repository === null) throw new Error(`${folder} is in no repository`);
  return repository;
}

/** Puts a program in git's place that does this first. */
async function replaceGit(script: string) {
  const folder = emptyFolder();
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  await writeFile(join(folder, 'git'), `#!/bin/sh\n${script}\nexec ${real} "$@"\n`);
  await chmod(join(folder, 'git'), 0o755);
  process.env['PATH'] = `${folder}${delimiter}${process.env['PATH']}`;
  return folder;
}

test('a repository gives the files of a commit, what differs between two, and the texts that are not too large', async () => {
  const { folder, commit } = await testRepository({
    'a.txt': 'one',
    'b/ü c.txt': 'two\n\nthree',
    'd.txt': 'x',
  });
  await symlink('/etc/passwd', join(folder, 'link'));
  const after = await commit({ 'a.txt': 'two', 'd.txt': null });
  const repository = await opened(folder);
  const base = await repository.commit('HEAD~1');
  if (base === null) throw new Error('there is no first commit');
  const [was, is] = [await repository.files(base), await repository.files(after)];
  expect([...is.keys()]).toEqual(['a.txt', 'b/ü c.txt']);
  expect(changedBlobs(was, is).map(({ path, after: hash }) => [path, hash !== null])).toEqual([
    ['a.txt', true],
    ['d.txt', false],
  ]);
  const texts = await repository.texts([...was.values()], 8);
  expect([...was.values()].map((hash) => texts.get(hash))).toEqual(['one', undefined, 'x']);
  expect([...(await (await opened(join(folder, 'b'))).files(after)).keys()]).toEqual(['ü c.txt']);
  expect(await repositoryRoot(join(folder, 'b'))).toBe(folder);
});

test.each(['--output=ran', '-h', '', 'HEAD..HEAD~1', 'main:a.txt', 'nowhere'])(
  'a name that is no commit is none, and no option of git: %j',
  async (name) => {
    const { folder } = await testRepository({ 'a.txt': 'one' });
    expect(await (await opened(folder)).commit(name)).toBeNull();
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  },
);

test.each([
  ['', ''],
  [', not even with a git from before GIT_NO_LAZY_FETCH', 'unset GIT_NO_LAZY_FETCH'],
  [' if git ends with the fetch', 'case "$*" in *cat-file*) kill -PIPE $$ ;; esac'],
])(
  'a stranger’s repository runs no program that its config or its attributes name, and fetches nothing%s',
  async (_, older) => {
    const { folder, git, commit } = await testRepository({
      'a.swift': CALL,
      '.gitattributes': '* filter=own diff=own merge=own',
    });
    git('checkout', '-q', '-b', 'topic');
    await commit({ 'a.swift': `${CALL}TelemetryDeck.signal("two")\n` });
    const ran = join(emptyFolder(), 'ran');
    const program = `sh -c 'touch ${ran}; cat'`;
    for (const name of [
      'core.fsmonitor',
      'core.sshCommand',
      'core.gitProxy',
      'core.alternateRefsCommand',
      'core.pager',
      'core.editor',
      'diff.external',
      'diff.own.command',
      'diff.own.textconv',
      'filter.own.clean',
      'filter.own.smudge',
      'filter.own.process',
      'merge.own.driver',
      'credential.helper',
      'gpg.program',
      'trace2.eventTarget',
    ])
      git('config', name, program);
    git('config', 'core.hooksPath', '.');
    git('config', 'extensions.partialClone', 'origin');
    git('config', 'remote.origin.promisor', 'true');
    git('config', 'remote.origin.url', `ext::sh -c touch% ${ran}`);
    git('config', 'protocol.ext.allow', 'always');
    await writeFile(join(folder, 'post-index-change'), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
    const change = { folder, calls: [], diff: { base: 'main', head: null } };
    expect((await findNames(change)).names.map(({ name }) => name)).toEqual(['two']);
    expect((await findNames({ ...change, diff: null })).names).toHaveLength(2);
    const blob = git('rev-parse', 'HEAD:a.swift').trim();
    await rm(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    await replaceGit(older);
    await expect(findNames(change)).rejects.toThrow('the clone lacks files');
    expect(existsSync(ran)).toBe(false);
  },
);

test('a repository that is embedded as ordinary files is not opened', async () => {
  const inner = await testRepository({ 'a.swift': CALL, '.gitattributes': '* filter=own' });
  const ran = join(emptyFolder(), 'ran');
  inner.git('config', 'core.worktree', '.');
  inner.git('config', 'core.bare', 'false');
  inner.git('config', 'filter.own.clean', `touch ${ran}; cat`);
  const { folder, commit } = await testRepository({});
  await cp(join(inner.folder, '.git'), join(folder, 'app'), { recursive: true });
  await commit({ 'app/a.swift': 'TelemetryDeck.signal("two")\n' });
  expect(await openRepository(join(folder, 'app'))).toBeNull();
  await expect(
    findNames({ folder: join(folder, 'app'), calls: [], diff: { base: 'HEAD', head: null } }),
  ).rejects.toThrow('not in a git repository');
  expect(existsSync(ran)).toBe(false);
});

/** A repository with another one as its submodule in `lib`. */
async function withSubmodule() {
  const inner = await testRepository({ 'a.swift': 'TelemetryDeck.signal("inner")\n' });
  const outer = await testRepository({ 'a.swift': CALL });
  outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.folder, 'lib');
  await outer.commit({ 'b.swift': 'TelemetryDeck.signal("two")\n' });
  return outer;
}

test('a submodule is none of a repository’s files, and a repository itself, whose programs do not run', async () => {
  const { folder, git } = await withSubmodule();
  const ran = join(emptyFolder(), 'ran');
  for (const name of ['core.fsmonitor', 'core.sshCommand', 'submodule.lib.update'])
    git('-C', 'lib', 'config', name, `!touch ${ran}`);
  process.env['GITHUB_WORKSPACE'] = folder;
  expect([...(await (await opened(folder)).files('HEAD')).keys()]).toEqual([
    '.gitmodules',
    'a.swift',
    'b.swift',
  ]);
  expect([...(await (await opened(join(folder, 'lib'))).files('HEAD')).keys()]).toEqual(['a.swift']);
  const change = await findNames({ folder, calls: [], diff: { base: 'HEAD~1', head: null } });
  expect(change.names.map(({ name }) => name)).toEqual(['two']);
  expect(existsSync(ran)).toBe(false);
});

test('a worktree is read as its own branch has it', async () => {
  const { folder, git } = await testRepository({ 'a.swift': CALL });
  const tree = join(emptyFolder(), 'tree');
  git('worktree', 'add', '-q', '-b', 'topic', tree);
  await writeFile(join(tree, 'b.swift'), 'TelemetryDeck.signal("two")\n');
  git('-C', tree, 'add', '-A');
  git('-C', tree, '-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-q', '-m', 'two');
  expect([...(await (await opened(tree)).files('HEAD')).keys()]).toEqual(['a.swift', 'b.swift']);
  expect([...(await (await opened(folder)).files('HEAD')).keys()]).toEqual(['a.swift']);
  const change = await findNames({ folder: tree, calls: [], diff: { base: 'main', head: null } });
  expect(change.names.map(({ name }) => name)).toEqual(['two']);
});

test.each([
  ['a file', (app: string, outside: string) => writeFile(join(app, '.git'), `gitdir: ${outside}/.git\n`)],
  ['a link', (app: string, outside: string) => symlink(join(outside, '.git'), join(app, '.git'))],
  [
    'a folder that names a common one',
    async (app: string, outside: string) => {
      await cp(join(outside, '.git/HEAD'), join(app, '.git/HEAD'));
      await writeFile(join(app, '.git/commondir'), `${outside}/.git\n`);
    },
  ],
])('%s in a checkout does not lead to a repository outside of the workspace', async (_, lead) => {
  const outside = await testRepository({ 'a.swift': CALL });
  const { folder, write } = await testRepository({});
  await write({ 'app/a.swift': CALL });
  await lead(join(folder, 'app'), outside.folder);
  expect(await openRepository(join(folder, 'app'))).not.toBeNull();
  process.env['GITHUB_WORKSPACE'] = folder;
  expect(await openRepository(join(folder, 'app'))).toBeNull();
});

test('a repository of another user is opened in a workflow, and if the user trusts its folder, only', async () => {
  const { folder } = await testRepository({ 'a.swift': CALL });
  await replaceGit('export GIT_TEST_ASSUME_DIFFERENT_OWNER=1');
  const home = emptyFolder();
  Object.assign(process.env, { GITHUB_ACTIONS: '', HOME: home });
  expect(await openRepository(folder)).toBeNull();
  await writeFile(join(home, '.gitconfig'), `[safe]\n\tdirectory = ${folder}\n`);
  expect(await openRepository(folder)).not.toBeNull();
  Object.assign(process.env, { GITHUB_ACTIONS: 'true', HOME: '/nowhere' });
  expect(await openRepository(folder)).not.toBeNull();
});

test('git gets no secret, no other repository and no setting from the environment', async () => {
  const { folder } = await testRepository({ 'a.swift': CALL });
  const outside = await testRepository({});
  const log = await replaceGit('env >> "$(dirname "$0")/env"');
  Object.assign(process.env, {
    INSIGHT_REPORT_API_TOKEN: 'secret',
    'INPUT_GITHUB-TOKEN': 'secret',
    ACTIONS_RUNTIME_TOKEN: 'secret',
    GIT_DIR: join(outside.folder, '.git'),
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: 'touch ran',
    GIT_EXTERNAL_DIFF: 'touch ran',
    GITHUB_WORKSPACE: folder,
  });
  const repository = await opened(folder);
  expect((await repository.files('HEAD')).size).toBe(1);
  const environment = readFileSync(join(log, 'env'), 'utf8');
  expect(environment).toContain(`GIT_CEILING_DIRECTORIES=${join(folder, '..')}`);
  expect(environment).not.toMatch(/secret|GIT_DIR|GIT_CONFIG_COUNT|GIT_EXTERNAL/);
});
