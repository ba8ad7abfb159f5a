import { type Health, readiness } from '../../src/service/health.ts';

const OK: Health = { status: 'ok', problems: [] };
const DEGRADED: Health = { status: 'degraded', problems: ['some are not loaded'] };
const AWAY: Health = { status: 'cluster-away', problems: ['no Druid'] };

test.each([
  ['beside others is starting until it was well once', true, ['starting', 'cluster-away', 'ok', 'degraded']],
  ['alone is what it is', false, ['degraded', 'cluster-away', 'ok', 'degraded']],
])('a service that is %s', async (_, hasOthers, expected) => {
  const answers = [DEGRADED, AWAY, OK, DEGRADED, OK];
  const { ask, end } = readiness(async () => answers.shift() ?? OK, hasOthers);
  const statuses: string[] = [];
  for (let asked = 0; asked < 4; asked++) statuses.push((await ask()).status);
  expect(statuses).toEqual(expected);
  end();
  expect(await ask()).toEqual({ status: 'ending', problems: [] });
});
