// What `check` says about the token's account, against the strict stand-in.
import { checkAccount } from '../../../src/cli/check/account.ts';
import type { Finding } from '../../../src/cli/check/finding.ts';
import { createCatalog } from '../../../src/report/client/catalog.ts';
import { type ErrorKind, RequestError } from '../../../src/text/errors.ts';
import { startHosted } from '../../support/hosted/stand-in.ts';
import { hostedWorld, INSIGHTS, NAMESPACE, TOKEN, TOKEN_OF_TWO } from '../../support/hosted/world.ts';
import { runWith } from '../../support/run-command.ts';

const NOW = '2026-11-20T12:00:00Z';

const hosted = await startHosted(hostedWorld(Date.parse(NOW)));

afterAll(() => hosted.close());

/** The account's findings, each as a text. */
async function check(token: string, ...args: readonly string[]): Promise<readonly string[]> {
  const env = { INSIGHT_REPORT_API_TOKEN: token };
  const given = ['--api-url', hosted.url, '--now', NOW, '--retries', '0', '--format', 'json'];
  const { stdout } = await runWith({ env }, 'check', ...given, ...args);
  const found = JSON.parse(stdout) as readonly Finding[];
  return found.flatMap((each) =>
    each.check === 'account' ? [`${each.status} ${each.name}: ${each.message}`] : [],
  );
}

const EXAMPLE = `ok organization: Example Ltd., data source com.example
Notes › Devices: "Devices of everybody", "Devices, old form"
Notes › Use: "Daily users", "Who comes back", "Load time"`;

describe('check lists the account', () => {
  test('check lists the one organization, and names the data source that the token led to', async () => {
    const found = await check(TOKEN, '--insights', INSIGHTS.devices);
    expect(found).toEqual([EXAMPLE, 'ok data-source: com.example, found by the token']);
  });

  test('check lists two organizations, and the data sources that queries of both used', async () => {
    const found = await check(TOKEN_OF_TWO, '--insights', `${INSIGHTS.devices} ${INSIGHTS.theirs}`);
    const theirs = 'ok organization: The Others, data source org.other\nMaps › Devices: "Their devices"';
    expect(found).toEqual([EXAMPLE, theirs, 'ok data-source: com.example, org.other, found by the token']);
  });

  test('check says that the token does not read a given data source, with the one that was perhaps meant', async () => {
    const found = await check(TOKEN, '--insights', INSIGHTS.devices, '--data-source', 'com.exampel');
    const message =
      'com.exampel is not a namespace that the token reads: "com.example"; did you mean com.example?';
    expect(found).toEqual([EXAMPLE, `failed data-source: ${message}`]);
  });

  test('check says nothing about a data source that was given and is right', async () => {
    expect(await check(TOKEN, '--insights', INSIGHTS.devices, '--data-source', NAMESPACE)).toEqual([EXAMPLE]);
  });

  test('check lists no account if the token is refused, which has its own line', async () => {
    expect(await check('tdpat_of_nobody', '--insights', INSIGHTS.devices)).toEqual([]);
  });
});

describe('a list of organizations', () => {
  const refused = (kind: Exclude<ErrorKind, 'network' | 'unreadable'>, status: number) =>
    createCatalog(() => Promise.reject(new RequestError(kind, status, 'Listing: refused.')));

  test('a list of organizations that the token may not see is shown as unknown, with the reason', async () => {
    const found = await checkAccount(refused('forbidden', 403));
    expect(found).toMatchObject([{ name: 'organizations', status: 'unknown', message: 'Listing: refused.' }]);
  });

  test.each([
    ['not-found', 404],
    ['service', 405],
    ['unauthorized', 401],
  ] as const)('a list of organizations is not missed if the answer is %s (%i)', async (kind, status) => {
    expect(await checkAccount(refused(kind, status))).toEqual([]);
  });

  test('a list of organizations is cut at five, their groups of insights at eight, and the rest is counted', async () => {
    const asked: string[] = [];
    const groups = Array.from({ length: 10 }, (_, i) => ({
      id: `g${i}`,
      title: `Group ${i}`,
      insightIDs: ['a', 'b'],
    }));
    const apps = [
      { id: 'app', insightGroups: groups },
      { id: 'empty', name: 'Empty' },
    ];
    const organizations = Array.from({ length: 7 }, (_, i) => ({
      name: `Org ${i}`,
      apps: i === 0 ? apps : [],
    }));
    const catalog = createCatalog(async (path) => {
      asked.push(path);
      return path.includes('groups') ? {} : organizations;
    });
    const found = await checkAccount(catalog);
    expect(found.map(({ message }) => message.split('\n').length)).toEqual([11, 1, 1, 1, 1, 1]);
    expect(found[0]?.message).toMatch(/^Org 0, without a namespace\napp › Group 0: 2 insights\n/);
    expect(found[0]?.message).toMatch(/and 2 more groups of insights\nwithout insights: "Empty"$/);
    expect(found.at(-1)?.message).toBe('and 2 more, which are not listed here');
    expect(asked).toHaveLength(9);
  });
});
