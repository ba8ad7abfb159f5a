import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type HostedWorld, startHosted } from '../../support/hosted/stand-in.ts';
import { hostedWorld, INSIGHTS, OTHER_NAMESPACE, TOKEN, TOKEN_OF_TWO } from '../../support/hosted/world.ts';
import { runWith } from '../../support/run-command.ts';
import { fakeTerminal, KEYS } from '../../support/terminal.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const CONFIG = '.github/insight-report.yml';
const DEVICES = { 'devices-of-everybody': { id: INSIGHTS.devices, title: 'Devices of everybody' } };

let folder: string;
const start = process.cwd();

const hosted = await startHosted(hostedWorld(Date.now()));

afterAll(() => hosted.close());

beforeEach(() => {
  folder = emptyFolder();
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(start);
});

const config = () => parse(readFileSync(join(folder, CONFIG), 'utf8')) as Readonly<Record<string, unknown>>;
const isWritten = () => existsSync(join(folder, CONFIG));

function init(token: string, url: string, ...args: readonly string[]) {
  return runWith({ env: { INSIGHT_REPORT_API_TOKEN: token } }, 'init', '--api-url', url, ...args);
}

/** Runs a task with a stand-in of its own. */
async function withWorld<T>(
  changes: (world: HostedWorld) => Partial<HostedWorld>,
  task: (url: string) => Promise<T>,
) {
  const world = hostedWorld(Date.now());
  const own = await startHosted({ ...world, ...changes(world) });
  try {
    return await task(own.url);
  } finally {
    await own.close();
  }
}

/** The same groups, with an insight of the same title in each. */
function withTitleTwice({ organizations }: HostedWorld) {
  const [first, ...others] = organizations;
  const apps = first?.apps.map((app) => ({
    ...app,
    groups: app.groups.map((group) => ({
      ...group,
      insights: group.insights.map((each, index) =>
        index === 0 ? { ...each, title: 'Devices of everybody' } : each,
      ),
    })),
  }));
  return { organizations: [...(first === undefined ? [] : [{ ...first, apps: apps ?? [] }]), ...others] };
}

test("an insight that is given by its title is found in the service's list, and its id is written", async () => {
  const { code, stderr } = await init(TOKEN, hosted.url, '--insights', 'devices of Everybody', '--yes');
  expect([code, stderr]).toEqual([0, '']);
  expect(config()).toMatchObject({ insights: DEVICES, interval: 'last 28 complete days' });
  expect(config()).not.toHaveProperty('data-source');
});

test('an insight that is given by its title is refused if several have it, with their ids and places', async () => {
  const { code, stderr } = await withWorld(withTitleTwice, (url) =>
    init(TOKEN, url, '--insights', 'Devices of everybody, none', '--yes'),
  );
  expect([code, isWritten()]).toEqual([2, false]);
  expect(stderr).toContain(
    `2 insights are named "Devices of everybody"; give the id of one: ${INSIGHTS.devices} (Notes › Devices), ${INSIGHTS.users} (Notes › Use)`,
  );
  expect(stderr).toContain('there is no insight named "none"');
});

test('an insight that is given by its title is refused if none has it, with the one that was perhaps meant', async () => {
  const { code, stderr } = await init(TOKEN, hosted.url, '--insights', 'Devices of everbody', '--yes');
  expect([code, isWritten()]).toEqual([2, false]);
  expect(stderr).toContain('no insight named "Devices of everbody"; did you mean Devices of everybody?');
});

test('an insight that is given by its title is refused by a service that lists nothing, where ids still work', async () => {
  const without = { without: /^\/api\/v3\/(?:organizations|groups)/ };
  await withWorld(
    () => without,
    async (url) => {
      const named = await init(TOKEN, url, '--insights', 'Devices of everybody', '--yes');
      expect([named.code, named.stderr]).toEqual([2, expect.stringContaining('give their ids')]);
      const source = ['--data-source', 'com.example'];
      expect((await init(TOKEN, url, '--insights', INSIGHTS.devices, ...source, '--yes')).code).toBe(0);
    },
  );
});

describe('on a terminal', () => {
  const ask = (terminal: ReturnType<typeof fakeTerminal>, token: string, url = hosted.url) =>
    runWith(
      { env: { INSIGHT_REPORT_API_TOKEN: token }, terminal: terminal.terminal },
      'init',
      '--api-url',
      url,
    );

  async function finish(terminal: ReturnType<typeof fakeTerminal>) {
    await terminal.answer('Which period?', KEYS.enter);
    await terminal.answer('Where shall it be posted', KEYS.enter);
    await terminal.answer('A gate fails', KEYS.enter);
    await terminal.answer('Write ', KEYS.enter);
  }

  test('insights are chosen by title in their group, and the highlighted destination by Enter', async () => {
    const terminal = fakeTerminal();
    const running = ask(terminal, TOKEN);
    await terminal.answer('Which group of insights?', KEYS.down, KEYS.enter);
    await terminal.answer('Which insights?', KEYS.space, KEYS.enter);
    await finish(terminal);
    expect([(await running).code, config()]).toEqual([
      0,
      expect.objectContaining({
        insights: { 'daily-users': { id: INSIGHTS.users, title: 'Daily users' } },
        'post-to': ['summary', 'pull-request'],
      }),
    ]);
    expect(terminal.shown()).toContain('Devices (2)');
    expect(terminal.shown()).toMatch(/needs no permission\?\s+pull-request\n/);
  });

  test('a title that was typed with a refused token is found with a good one, and what it reports is shown', async () => {
    const terminal = fakeTerminal();
    const running = ask(terminal, 'tdpat_nobody');
    await terminal.answer('Which insights?', 'devices of everybody', KEYS.enter);
    await terminal.answer('What shall be tried now?', KEYS.enter);
    await terminal.answer('Personal access token', TOKEN, KEYS.enter);
    await finish(terminal);
    const { code, stdout } = await running;
    expect([code, config()['insights']]).toEqual([0, DEVICES]);
    expect(stdout).toMatch(/^✗ devices of everybody: not tried, because the token was refused$/m);
    expect(stdout).toMatch(/^✓ devices-of-everybody: topN by model, /m);
  });

  test('all groups can be shown at once, each insight with its group', async () => {
    const terminal = fakeTerminal();
    const running = ask(terminal, TOKEN);
    await terminal.answer('Which group of insights?', KEYS.up, KEYS.enter);
    await terminal.answer('Devices › Devices of everybody', KEYS.space, KEYS.enter);
    await finish(terminal);
    expect([(await running).code, config()['insights']]).toEqual([0, DEVICES]);
  });

  test('one of several organizations is chosen first, and its namespace is written if the query lacks it', async () => {
    const terminal = fakeTerminal();
    const running = ask(terminal, TOKEN_OF_TWO);
    await terminal.answer('Which organization?', KEYS.down, KEYS.enter);
    await terminal.answer('Which insights?', KEYS.space, KEYS.enter);
    await finish(terminal);
    expect([(await running).code, terminal.shown()]).toEqual([
      0,
      expect.stringContaining('The Others (org.other)'),
    ]);
    expect(config()).not.toHaveProperty('data-source');
  });

  test('a query that does not tell its organization gets the namespace of the one that was chosen', async () => {
    const withoutApp = ({ organizations }: HostedWorld) => ({
      organizations: organizations.map((organization) => ({
        ...organization,
        apps: organization.apps.map((app) => ({
          ...app,
          groups: app.groups.map((group) => ({
            ...group,
            insights: group.insights.map((each) => ({
              ...each,
              query: { ...each.query, baseFilters: 'thisOrganization', appID: null },
            })),
          })),
        })),
      })),
    });
    await withWorld(withoutApp, async (url) => {
      const terminal = fakeTerminal();
      const running = ask(terminal, TOKEN_OF_TWO, url);
      await terminal.answer('Which organization?', KEYS.down, KEYS.enter);
      await terminal.answer('Which insights?', KEYS.space, KEYS.enter);
      await finish(terminal);
      expect([(await running).code, config()['data-source']]).toEqual([0, OTHER_NAMESPACE]);
    });
  });
});
