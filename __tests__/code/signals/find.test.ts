import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findNames } from '../../../src/code/signals/find.ts';
import { joinSignals } from '../../../src/code/signals/joining/signal.ts';
import { runs } from '../../support/properties.ts';
import { testRepository } from '../../support/signals-repository.ts';

const whole = (folder: string) => findNames({ folder, calls: [], diff: null });
const namesOf = async (folder: string) => (await whole(folder)).names.map(({ name }) => name).sort();
const call = (name: string, rest = '') => `TelemetryDeck.signal("${name}"${rest})`;

/** A repository, and a change of it on a branch. */
async function repositoryToChange(files: Readonly<Record<string, string>>) {
  const repository = await testRepository(files);
  repository.git('checkout', '-q', '-b', 'topic');
  return { ...repository, change: repository.commit };
}

/** What a change since `main` does: `name state` or `name renamed to other`, and the files and lines. */
async function changes(folder: string) {
  const { names } = await findNames({ folder, calls: [], diff: { base: 'main', head: null } });
  return joinSignals(names, null, [], 'change')
    .map(({ name, state, to, places }) => {
      const where = places.map(({ file, line }) => `${file}:${line}`).join(',');
      return `${name} ${state ?? 'touched'}${to === undefined ? '' : ` ${to}`} ${where}`.trim();
    })
    .sort();
}

test('the names in a folder are those of constants of the same file and of enums in any', async () => {
  const { folder } = await testRepository({
    'Names.swift': 'enum Signal: String {\n case saved = "note.saved"\n case opened\n}\n',
    'App.swift': `enum Local { static let shared = "note.shared" }
        let key = "note.key"
        func f() {
          TelemetryDeck.signal(Signal.saved.rawValue)
          TelemetryDeck.signal(Signal.opened.rawValue)
          TelemetryDeck.signal(Local.shared)
          TelemetryDeck.signal(key)
        }
        func g(key other: String, name: String) { TelemetryDeck.signal(name) }\n`,
  });
  expect(await namesOf(folder)).toEqual(['note.key', 'note.saved', 'note.shared', 'opened', '{name}']);
});

test('the names in a folder are not those of a constant if a parameter has the same name', async () => {
  const { folder } = await testRepository({
    'a.swift': 'let key = "note.key"\nfunc f(key: String) { TelemetryDeck.signal(key) }\n',
  });
  expect(await namesOf(folder)).toEqual(['{key}']);
});

test('the names in a folder are found without a repository, and not in other people’s code', async () => {
  const { folder } = await testRepository({
    'a/b.swift': call('one'),
    'Pods/c.swift': call('two'),
    'd.txt': call('three'),
  });
  expect(await namesOf(folder)).toEqual(['one']);
  expect(await namesOf(join(folder, 'a'))).toEqual(['one']);
});

test('the names in a folder are not read from links, or from files that are too large, which are named', async () => {
  const { folder } = await testRepository({ 'a.swift': call('one') });
  const outside = await testRepository({ 'secret.swift': call('secret') });
  await symlink(join(outside.folder, 'secret.swift'), join(folder, 'link.swift'));
  await symlink(outside.folder, join(folder, 'linked'));
  await writeFile(join(folder, 'large.swift'), `${call('large')}\n${'// telemetrydeck\n'.repeat(130_000)}`);
  const found = await whole(folder);
  expect(found.names.map(({ name }) => name)).toEqual(['one']);
  expect(found.unread).toEqual(['large.swift']);
});

test('the names in a folder are found even if other code is broken or nested without end', async () => {
  const levels = runs(5000, 200);
  const { folder } = await testRepository({
    'a.swift': call('one'),
    'b.swift': `${call('two')}\n${'((((((((('.repeat(levels)} TelemetryDeck }}}} "`,
    'c.ts': `td.signal('three'); ${'a?b:'.repeat(4 * levels)}`,
    'd.kt': `TelemetryDeck.signal("four" \u0000`,
  });
  expect(await namesOf(folder)).toContain('one');
});

test('a change adds, removes, renames and moves names', async () => {
  const { folder, change } = await repositoryToChange({
    'a.swift': ['func f() {', call('kept'), call('old'), call('gone'), '}', ''].join('\n'),
    'b.swift': `${call('moved')}\n`,
  });
  await change({
    'a.swift': ['func f() {', call('kept'), call('renamed'), '}', ''].join('\n'),
    'b.swift': null,
    'c.swift': `${call('moved')}\n${call('added')}\n`,
  });
  // "gone" and "old" stood on two lines, one of which is left: which of them it was is not known.
  expect(await changes(folder)).toEqual([
    'added new c.swift:2',
    'gone removed a.swift:4',
    'moved touched c.swift:1',
    'old removed a.swift:3',
    'renamed new a.swift:3',
  ]);
});

test('a change renames a call whose line changed in nothing but its name', async () => {
  const { folder, change } = await repositoryToChange({ 'a.swift': `// first\n${call('old')}\n` });
  await change({ 'a.swift': `// first\n// second\n\n${call('other')}\n` });
  expect(await changes(folder)).toEqual(['old renamed other a.swift:4', 'other new a.swift:4']);
});

test('a change renames a call that has the same parameters elsewhere', async () => {
  const parameters = ', parameters: ["size": size]';
  const { folder, change } = await repositoryToChange({
    'a.swift': `${call('old', parameters)}\n`,
    'b.swift': '\n',
  });
  await change({ 'a.swift': '\n', 'b.swift': `func f() { ${call('other', parameters)} }\n` });
  expect(await changes(folder)).toEqual(['old renamed other b.swift:1', 'other new b.swift:1']);
});

test('a change renames none where two could be meant, or nothing says that it is the same call', async () => {
  const { folder, change } = await repositoryToChange({
    'a.swift': `${call('old')}\n${call('older')}\n`,
    'b.swift': '\n',
  });
  await change({ 'a.swift': '\n', 'b.swift': `${call('other')}\n` });
  expect(await changes(folder)).toEqual([
    'old removed a.swift:1',
    'older removed a.swift:2',
    'other new b.swift:1',
  ]);
});

test('a change takes away only what is sent nowhere else, through a constant in another file neither', async () => {
  const { folder, change } = await repositoryToChange({
    'a.swift': `${call('one')}\n${call('two')}\n${call('three')}\n`,
    'b.swift': `${call('one')}\n`,
    'Names.swift': 'enum Names { static let two = "two" }\n',
    'c.swift': 'func f() { TelemetryDeck.signal(Names.two) }\n',
    'd.swift': '// TelemetryDeck.signal("three")\n',
  });
  await change({ 'a.swift': '\n' });
  expect(await changes(folder)).toEqual(['one touched', 'three removed a.swift:3', 'two touched']);
});

test('a change of a constant renames the calls in files that are the same', async () => {
  const { folder, change } = await repositoryToChange({
    'Names.swift': 'enum Names { static let two = "two" }\n',
    'c.swift': 'func f() { TelemetryDeck.signal(Names.two) }\n',
  });
  await change({ 'Names.swift': 'enum Names { static let two = "deux" }\n' });
  expect(await changes(folder)).toEqual(['deux new c.swift:1', 'two renamed deux c.swift:1']);
});

test('a change that touches no call touches no name', async () => {
  const { folder, change } = await repositoryToChange({ 'a.swift': `${call('one')}\nlet x = 1\n` });
  await change({ 'a.swift': `\n\n${call('one')}\nlet x = 2\n` });
  expect(await changes(folder)).toEqual([]);
});

test('a change to a link, to a file or of a folder on the way, reads nothing outside of the folder', async () => {
  const outside = await testRepository({ 'a.swift': `${call('secret')}\n`, 'b/c.swift': call('secret') });
  const { folder, commit, git } = await testRepository({
    'a.swift': `${call('one')}\n`,
    'b/c.swift': call('two'),
  });
  git('checkout', '-q', '-b', 'topic');
  await commit({ 'a.swift': null, 'b/c.swift': null });
  await symlink(join(outside.folder, 'a.swift'), join(folder, 'a.swift'));
  await rm(join(folder, 'b'), { recursive: true, force: true });
  await symlink(join(outside.folder, 'b'), join(folder, 'b'));
  git('add', '-A');
  git('commit', '-q', '-m', 'link');
  const found = await changes(folder);
  expect(found).toEqual(['one removed a.swift:1', 'two removed b/c.swift:1']);
});

test('a change begins at the merge base, or at the first parent of a pull request’s merge', async () => {
  const { folder, git, commit } = await testRepository({ 'a.swift': `${call('one')}\n` });
  git('checkout', '-q', '-b', 'feature');
  const head = await commit({ 'b.swift': `${call('two')}\n` });
  git('checkout', '-q', 'main');
  await commit({ 'c.swift': `${call('three')}\n` });
  git('checkout', '-q', 'feature');
  expect(await changes(folder)).toEqual(['two new b.swift:1']);
  git('checkout', '-q', '--detach', 'main');
  git('merge', '-q', '--no-ff', '-m', 'merge', 'feature');
  const base = git('rev-parse', 'main~1').trim();
  const { names } = await findNames({ folder, calls: [], diff: { base, head } });
  expect(names.map(({ name }) => name)).toEqual(['two']);
});

test('a change of a shallow checkout is refused with the line to write', async () => {
  const { folder, commit } = await testRepository({ 'a.swift': call('one') });
  const first = await commit({ 'a.swift': call('two') });
  await commit({ 'a.swift': call('three') });
  const shallow = await testRepository({});
  shallow.git('fetch', '-q', '--depth', '1', `file://${folder}`, 'main');
  shallow.git('checkout', '-q', 'FETCH_HEAD');
  const asked = findNames({ folder: shallow.folder, calls: [], diff: { base: first, head: null } });
  await expect(asked).rejects.toThrow('fetch-depth: 0');
});

test('a file that takes seconds is left out, also if it is what is done with each of its calls', async () => {
  const wrapper = 'func f(a: String) { TelemetryDeck.signal(a) }\n';
  // A processor on which each look at the clock takes 20 ms.
  let looks = 0;
  jest.spyOn(process, 'cpuUsage').mockImplementation((start) => {
    looks = start === undefined ? 0 : looks + 1;
    return { user: looks * 20_000, system: 0 };
  });
  const { folder } = await testRepository({
    'a.swift': `TelemetryDeck.signal(${wrapper.repeat(150)}`,
    'b.swift': call('one'),
  });
  const found = await whole(folder);
  jest.restoreAllMocks();
  expect(found.unread).toEqual(['a.swift']);
  expect(found.names).toHaveLength(1);
});
