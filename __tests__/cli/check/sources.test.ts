import { pickSources } from '../../../src/cli/check/sources.ts';

test('a report that the flags describe is tried as the configuration', async () => {
  const [source] = await pickSources({ insights: 'x' }, [], async () => []);
  expect(source?.name).toBe('configuration');
});
