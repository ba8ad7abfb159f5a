// The Action as the runner starts it, against the hosted service as it is known.
import { startHosted } from '../support/hosted/stand-in.ts';
import { hostedWorld, INSIGHTS, NAMESPACE, TOKEN } from '../support/hosted/world.ts';
import { runAction } from '../support/run-action.ts';

const hosted = await startHosted(hostedWorld(Date.now()));

afterAll(() => hosted.close());

const run = (insights: string, token: string) =>
  runAction({ inputs: { insights, 'api-token': token, 'api-url': hosted.url, retries: '0' } });

test('the Action reports an insight that is given by its id alone, with a token alone', async () => {
  const { code, summary, outputs } = await run(INSIGHTS.devices, TOKEN);
  expect([code, outputs['conclusion'], outputs['errors']]).toEqual([0, 'neutral', '0']);
  expect(summary).toContain('Devices of everybody');
  expect(summary).toContain('iPhone');
  expect(new Set(hosted.queries().map(({ dataSource }) => dataSource))).toEqual(new Set([NAMESPACE]));
});

test('the Action says once that the hosted service refuses a token', async () => {
  const { code, log } = await run(`${INSIGHTS.devices} ${INSIGHTS.users}`, 'tdpat_of_nobody');
  expect(code).toBe(1);
  expect(log.match(/unknown, expired or revoked/g)).toHaveLength(1);
});
