// What is read of a pull request through a played GitHub, file by file.
import { findRaises } from '../../../src/code/minimums/reading/raises.ts';
import { type PullFile, readPullChange } from '../../../src/code/minimums/source/github.ts';
import { app, projectOf } from '../../support/xcode-project.ts';

type Tree = Readonly<Record<string, string>>;

/** Raises of a pull request, and what was read of it; `lists`: whether GitHub gives the list of all files. */
async function raisesOf(before: Tree, after: Tree, lists = true, more: readonly Partial<PullFile>[] = []) {
  const read: string[] = [];
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const files = paths.flatMap((path): readonly PullFile[] => {
    if (before[path] === after[path]) return [];
    const moved = more.find((each) => each.path === path);
    return [
      {
        path,
        previous: before[path] === undefined ? null : path,
        isRemoved: after[path] === undefined,
        patch: null,
        ...moved,
      },
    ];
  });
  const change = await readPullChange(
    {
      listChangedFiles: () => Promise.resolve(files),
      listFiles: () => Promise.resolve(lists ? Object.keys(before) : null),
      readFile: (path, ref) => {
        read.push(`${ref}:${path}`);
        return Promise.resolve((ref === 'base' ? before : after)[path] ?? null);
      },
    },
    { base: 'base', head: 'head' },
  );
  const raises = change === null ? [] : await findRaises(change);
  return {
    read,
    raises: raises.map(({ target, from, to, places }) => [
      target,
      from,
      to,
      places.map(({ file, line }) => `${file}:${line}`),
    ]),
  };
}

const gradle = (minSdk: string) =>
  `apply plugin: 'com.android.application'\nandroid {\n  defaultConfig {\n    minSdk ${minSdk}\n  }\n}\n`;

test('without the list of all files, the changed ones are read', async () => {
  const raised = await raisesOf(
    { 'app/build.gradle': gradle('24') },
    { 'app/build.gradle': gradle('26') },
    false,
  );
  expect(raised.raises).toEqual([['app', '7.0', '8.0', ['app/build.gradle:4']]]);
  expect(raised.read.toSorted()).toEqual(['base:app/build.gradle', 'head:app/build.gradle']);
});

test('a number that a module only refers to is found where it is, and each file is read once', async () => {
  const catalog = (level: number) => `[versions]\nminSdk = "${level}"\n`;
  const app = {
    'settings.gradle': '',
    'app/build.gradle': gradle('libs.versions.minSdk.get().toInteger()'),
    'ios/Podfile': "platform :ios, '15.0'\n",
  };
  const raised = await raisesOf(
    { ...app, 'gradle/libs.versions.toml': catalog(24) },
    { ...app, 'gradle/libs.versions.toml': catalog(28) },
  );
  expect(raised.raises).toEqual([['app', '7.0', '9', ['gradle/libs.versions.toml:2']]]);
  expect(new Set(raised.read).size).toBe(raised.read.length);
  // A catalog says nothing of a Podfile.
  expect(raised.read).not.toContain('base:ios/Podfile');
});

test('a file that goes, and one that comes in its place, are no raise by themselves', async () => {
  const raised = await raisesOf(
    { 'app/build.gradle': gradle('24') },
    {
      'app/build.gradle.kts':
        'plugins { id("com.android.application") }\nandroid { defaultConfig { minSdk = 24 } }\n',
    },
  );
  expect(raised.raises).toEqual([]);
});

test('the same module in another language is the same module', async () => {
  const raised = await raisesOf(
    { 'app/build.gradle': gradle('24') },
    {
      'app/build.gradle.kts':
        'plugins { id("com.android.application") }\nandroid { defaultConfig { minSdk = 26 } }\n',
    },
  );
  expect(raised.raises).toEqual([['app', '7.0', '8.0', ['app/build.gradle.kts:2']]]);
});

test('without the list of all files, a Podfile says nothing: a project may be next to it', async () => {
  const podfile = (version: string) => `platform :ios, '${version}'\ntarget 'App' do\nend\n`;
  const [before, after] = [{ 'ios/Podfile': podfile('15.0') }, { 'ios/Podfile': podfile('16.0') }];
  expect((await raisesOf(before, after, false)).raises).toEqual([]);
  expect((await raisesOf(before, after)).raises).toEqual([['App', '15.0', '16.0', ['ios/Podfile:1']]]);
});

test('a Podfile is named with the nearest project around it, not with one further out', async () => {
  const tree = (minimum: string) => ({
    'App.xcodeproj/project.pbxproj': projectOf({ project: minimum, targets: [app('App', null)] }),
    'Demo/Demo.xcodeproj/project.pbxproj': projectOf({ project: minimum, targets: [app('Demo', null)] }),
    'Demo/Podfile': `platform :ios, '${minimum}'\n`,
  });
  const { raises } = await raisesOf(tree('15.0'), tree('16.0'));
  const project = expect.stringContaining('.pbxproj');
  expect(raises.map(([target, , , places]) => [target, places])).toEqual([
    ['App', [project, project]],
    ['Demo', ['Demo/Podfile:1', project, project]],
  ]);
});

test('a project that moves to another folder is the same project', async () => {
  const project = (minimum: string) => projectOf({ project: minimum, targets: [app('App', null)] });
  const { raises } = await raisesOf(
    { 'App.xcodeproj/project.pbxproj': project('15.0') },
    { 'ios/App.xcodeproj/project.pbxproj': project('16.0') },
  );
  expect(raises).toEqual([['App', '15.0', '16.0', expect.any(Array)]]);
});
