// Anyone can send a pull request: no file of one keeps a runner busy for longer than its length asks for.
import { isLong } from '../../support/properties.ts';
import { readMinimums } from '../../../src/code/minimums/reading/minimums.ts';

const UNITS = 100_000;
/** A pattern that looks at each pair of places in such a file takes ten seconds and more. */
const LIMIT_MS = 5000;

const FILES = [
  'build.gradle',
  'Podfile',
  'a.podspec',
  'Package.swift',
  'package.json',
  'A.xcodeproj/project.pbxproj',
  'project.yml',
  'a.xcconfig',
];
const BEGINNINGS = ['', 'minSdk', 'apply', 'minSdk = libs.versions.', "target 'a", 'K = "', 'android { '];
const REPEATED = ['\n', ' ', 'a', '/* ', '"""\n', '=begin\n', '{ ', 'minSdk = 1\n', "target 'a ", 'A = 1\n'];

/** The processor time of reading files. */
async function timeOf(texts: Readonly<Record<string, string>>): Promise<number> {
  const before = process.cpuUsage();
  const read = (path: string) => Promise.resolve(texts[path] ?? null);
  await readMinimums({ paths: Object.keys(texts), read });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test.each(FILES.flatMap((file) => REPEATED.map((part) => [file, part] as const)))(
  'a long %s of %j is read in time proportional to its length',
  async (file, part) => {
    for (const beginning of BEGINNINGS.filter((_, place) => isLong || (place + part.length) % 3 === 0)) {
      const text = `com.android.application\n${beginning}${part.repeat(UNITS / part.length)}!`;
      expect([beginning, (await timeOf({ [file]: text })) < LIMIT_MS]).toEqual([beginning, true]);
    }
  },
);

test('a project of many targets that each have many configurations is read in time', async () => {
  const names = Array.from({ length: 2000 }, (_, index) => `X${index}`);
  const target = (name: string) =>
    `T${name} = {isa = PBXNativeTarget; productType = "com.apple.product-type.application"; buildConfigurationList = L; };`;
  const configuration = (name: string) =>
    `${name} = {buildSettings = {IPHONEOS_DEPLOYMENT_TARGET = 15.0; }; };`;
  const list = `L = {buildConfigurations = (${names.join(',')},); };`;
  const objects = [...names.map(target), ...names.map(configuration), list].join('\n');
  const project = `{objects = {${objects}P = {isa = PBXProject; buildConfigurationList = L; }; }; rootObject = P; }`;
  expect(await timeOf({ 'A.xcodeproj/project.pbxproj': project })).toBeLessThan(LIMIT_MS);
});

test.each([
  ['a.xcconfig', '#include "a.xcconfig"\n'.repeat(50)],
  ['project.yml', `include: [${'project.yml, '.repeat(50)}]\ntargets: {a: {platform: iOS}}`],
  ['project.yml', 'include: &a [*a, *a, *a]\n'],
  [
    'project.yml',
    `a: &a [b.yml]\n${'bcdefgh'
      .split('')
      .map((name, at) => `${name}: &${name} [${`*${'abcdefg'[at]},`.repeat(9)}]`)
      .join('\n')}\ninclude: *h\n`,
  ],
  ['build.gradle', `com.android.application\nminSdk = libs.findVersion("((a|a)*)*b")\n`],
  ['build.gradle', `com.android.application\nminSdk = libs.findVersion("(")\n`],
])('a %s that leads around in circles, or that is a pattern itself, is read once: %#', async (file, text) => {
  const catalog = `${'a'.repeat(50)} = "21"\n`;
  expect(await timeOf({ [file]: text, 'gradle/libs.versions.toml': catalog })).toBeLessThan(LIMIT_MS);
});
