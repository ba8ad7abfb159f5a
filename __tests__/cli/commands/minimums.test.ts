// The command in real repositories, against a database file. Expected numbers are counted by a loop over the
// events.
import { join } from 'node:path';
import { run } from '../../support/run-command.ts';
import { asEvents, costByLoop, inventedEvents } from '../../support/minimums-events.ts';
import { testRepository } from '../../support/signals-repository.ts';
import { emptyFolder } from '../../support/temporary-files.ts';
import { serviceOfFile, addOrganization } from '../../support/service/service-of-file.ts';

const NOW = '2026-10-31T12:00:00Z';
const db = join(emptyFolder(), 'a.db');
const service = await serviceOfFile({ dbPath: db, nowMs: Date.parse(NOW) });
await addOrganization(service, 'a');
const sent = inventedEvents();
await service.importEvents('a', asEvents(sent, '2026-10-20T08:00:00.000Z'));

const podfile = (version: string) => `platform :ios, '${version}'\n\ntarget 'Tidewater' do\nend\n`;
const gradle = (level: number) =>
  `plugins { id 'com.android.application' }\nandroid {\n  defaultConfig {\n    minSdkVersion ${level}\n  }\n}\n`;
const mac = (version: string) => `MACOSX_DEPLOYMENT_TARGET = ${version}\n`;

const repository = await testRepository({
  'ios/Podfile': podfile('15.0'),
  'android/app/build.gradle': gradle(26),
  'mac/App.xcconfig': mac('10.15'),
});
repository.git('checkout', '-q', '-b', 'topic');

type Row = Readonly<Record<string, unknown>>;
async function minimums(...args: string[]) {
  const ended = await run('minimums', repository.folder, '--org', 'a', '--db', db, '--now', NOW, ...args);
  return { ...ended, rows: () => JSON.parse(ended.stdout) as readonly Row[] };
}

const ENDS_BELOW_16 = (model: string) => ['iPhone9,1', 'iPhone8,4', 'iPhone9,3'].includes(model);

describe('minimums', () => {
  beforeEach(() => {
    repository.git('reset', '-q', '--hard', 'main');
  });

  test('counts what a raise costs as a loop over the events does, for the app that is named', async () => {
    await repository.commit({ 'ios/Podfile': podfile('16.0') });
    const ended = await minimums('--diff', 'main', '--format', 'json', '--app', 'app');
    const expected = costByLoop(sent, 'iOS', '16.0', ENDS_BELOW_16);
    expect(ended.rows()).toEqual([
      expect.objectContaining({
        platform: 'iOS',
        target: 'Tidewater',
        kind: 'app',
        from: '15.0',
        to: '16.0',
        places: [{ file: 'ios/Podfile', line: 1 }],
        ...expected,
      }),
    ]);
    expect(expected.lost).toBeGreaterThan(20);
    expect(expected.cannotUpdate).toBeGreaterThan(5);
    expect(ended.code).toBe(0);
  });

  test("reads Android's bare versions of Android's users alone, and macOS 10.15 as below 11", async () => {
    await repository.commit({ 'android/app/build.gradle': gradle(30) });
    const [raise] = (await minimums('--diff', 'main', '--format', 'json')).rows();
    const { users, lost } = costByLoop(sent, 'Android', '11', () => false, null);
    expect(raise).toMatchObject({
      platform: 'Android',
      from: '8.0',
      to: '11',
      api: [26, 30],
      users,
      lost,
      cannotUpdate: null,
    });
    expect(lost).toBeGreaterThan(0);
  });

  test('says it in a sentence, with what new users cannot do, and decides by --max-lost', async () => {
    await repository.commit({ 'ios/Podfile': podfile('16.0') });
    const { users, lost, cannotUpdate } = costByLoop(sent, 'iOS', '16.0', ENDS_BELOW_16);
    const text = await minimums('--diff', 'main', '--app', 'app', '--max-lost', '90%');
    expect(text.stdout).toContain(
      `Raises iOS 15 → 16 (ios/Podfile, line 1). ${lost} of ${users} iOS users of the last 28 days have only used lower versions (`,
    );
    expect(text.stdout).toContain(
      `): they keep the app and get no more updates. ${cannotUpdate} of them have a device that cannot update.`,
    );
    expect(text.stdout).toContain('Users are those of the app app.');
    expect(text.code).toBe(0);
    expect((await minimums('--diff', 'main', '--app', 'app', '--max-lost', '2%')).code).toBe(1);
    expect((await minimums('--diff', 'main', '--app', 'nobody', '--max-lost', '2%')).code).toBe(3);
    const markdown = await minimums('--diff', 'main', '--format', 'markdown');
    expect(markdown.stdout).toContain('Users are those of all apps of the organization');
    expect(markdown.stdout).toContain('New users below iOS 16 cannot install the app.');
  });

  test('does not decide by --max-lost if the users without a version could turn it', async () => {
    await repository.commit({ 'ios/Podfile': podfile('16.0') });
    const { users, lost, withoutVersion } = costByLoop(sent, 'iOS', '16.0', ENDS_BELOW_16);
    const decide = async (count: number) => {
      const share = `${((100 * count) / users).toFixed(4)}%`;
      return (await minimums('--diff', 'main', '--app', 'app', '--max-lost', share)).code;
    };
    expect(withoutVersion).toBeGreaterThan(1);
    expect([
      await decide(lost - 0.5),
      await decide(lost + 0.5),
      await decide(lost + withoutVersion - 0.5),
      await decide(lost + withoutVersion + 0.5),
    ]).toEqual([1, 3, 3, 0]);
  });

  test('names the libraries and tests that are raised, too, and how to name the app', async () => {
    const swift = (name: string, version: number) =>
      `Package(name: "${name}", platforms: [.iOS(.v${version})])\n`;
    const packages = (version: number) => ({
      'Kit/Package.swift': swift('Kit', version),
      'Extras/Package.swift': swift('Extras', version),
      'Examples/Package.swift': swift('Show', version),
    });
    await repository.commit(packages(15));
    await repository.commit({ ...packages(16), 'ios/Podfile': podfile('16.0') });
    const { stdout } = await minimums('--diff', 'HEAD~1');
    expect(stdout).toContain('Users are those of all apps of the organization; --app can name one.');
    expect(stdout).toContain('Also raised: 2 libraries (Extras, Kit) and 1 other target (Show).');
  });

  test('lists the minimums of today without asking anybody', async () => {
    const { code, stdout } = await run('minimums', repository.folder);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/Android +8\.0 +app +app +android\/app\/build\.gradle:4/),
    ]);
    expect(stdout).toMatch(/iOS +15\.0 +app +Tidewater +ios\/Podfile:1/);
  });

  test.each([
    ['falls', { 'ios/Podfile': podfile('14.0') }],
    [
      'is written in another encoding, with other line ends',
      { 'ios/Podfile': podfile('15.0').replaceAll('\n', '\r\n') },
    ],
    ['comes with a new app', { 'tv/Podfile': "platform :tvos, '17.0'\ntarget 'TV' do\nend\n" }],
  ])('says nothing of a minimum that %s', async (_, change) => {
    await repository.commit(change);
    const { code, stdout } = await minimums('--diff', 'main', '--max-lost', '2%');
    expect([code, stdout]).toEqual([0, 'No minimum version is raised.\n']);
  });

  test('takes several commits for one step, from where the change began to where it ends', async () => {
    await repository.commit({ 'ios/Podfile': podfile('17.0') });
    await repository.commit({ 'ios/Podfile': podfile('16.0') });
    expect((await minimums('--diff', 'main', '--format', 'json')).rows()).toMatchObject([
      { from: '15.0', to: '16.0' },
    ]);
  });
});
