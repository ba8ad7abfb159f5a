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
});
