// The Action as the runner starts it, against the hosted service as it is known.
import { startGitHub, closeGitHub, type StandIn } from '../support/github/stand-in.ts';
import { startHosted } from '../support/hosted/stand-in.ts';
import {
  hostedWorld,
  INSIGHTS,
  NAMESPACE,
  OTHER_NAMESPACE,
  TOKEN,
  TOKEN_OF_TWO,
} from '../support/hosted/world.ts';
import { runAction } from '../support/run-action.ts';

let github: StandIn;

const hosted = await startHosted(hostedWorld(Date.now()));

afterAll(() => hosted.close());

beforeEach(async () => {
  hosted.requests.length = 0;
  github = await startGitHub();
});

afterEach(() => closeGitHub(github));

function run(inputs: Record<string, string>) {
  const common = { 'api-token': TOKEN, 'api-url': hosted.url, 'github-token': 'ghs_workflow', retries: '0' };
  return runAction({ inputs: { ...common, ...inputs }, env: { GITHUB_API_URL: github.url } });
}

describe('the Action against the hosted service', () => {
  test('reports an insight that is given by its id alone, with a token alone', async () => {
    const { code, summary, outputs } = await run({ insights: INSIGHTS.devices });
    expect([code, outputs['conclusion'], outputs['errors']]).toEqual([0, 'neutral', '0']);
    expect(summary).toContain('Devices of everybody');
    expect(summary).toContain('iPhone');
    expect(new Set(hosted.queries().map(({ dataSource }) => dataSource))).toEqual(new Set([NAMESPACE]));
  });

  test('reports an insight that is given by its title', async () => {
    const { code, summary } = await run({ insights: 'Daily users' });
    expect([code, summary]).toEqual([0, expect.stringContaining('Daily users')]);
  });

  test('ends with one message for a title that no insight has, before any query is run', async () => {
    const { code, outputs, summary } = await run({ insights: 'Dayly users' });
    expect([code, outputs['conclusion']]).toEqual([1, 'error']);
    expect(summary).toMatch(/no insight named.*Dayly users.*did you mean Daily users/);
    expect(hosted.queries()).toEqual([]);
  });

  test('says which namespaces the token reads if `data-source` is wrong, and does not blame the token', async () => {
    const { code, outputs, log, summary } = await run({
      insights: INSIGHTS.devices,
      'data-source': 'com.exampel',
    });
    expect([code, outputs['errors']]).toEqual([1, '1']);
    expect(summary).toContain(NAMESPACE);
    expect(`${log}${summary}`).not.toContain('expired or revoked');
  });

  test('finds the namespace of each insight if the token reads two organizations', async () => {
    const insights = `${INSIGHTS.devices} ${INSIGHTS.theirs}`;
    const { code } = await run({ insights, 'api-token': TOKEN_OF_TWO });
    expect(code).toBe(0);
    const asked = new Set(hosted.queries().map(({ dataSource }) => dataSource));
    expect(asked).toEqual(new Set([NAMESPACE, OTHER_NAMESPACE]));
  });

  test('says once that the token of nobody is refused', async () => {
    const insights = `${INSIGHTS.devices} ${INSIGHTS.users}`;
    const { code, log } = await run({ insights, 'api-token': 'tdpat_of_nobody' });
    expect(code).toBe(1);
    expect(log.match(/unknown, expired or revoked/g)).toHaveLength(1);
  });
});
