import { networkError } from '../../../src/report/client/errors.ts';

test.each([
  ['api.telemetrydeckapi.com', 'Check that this machine is online.'],
  ['usage.example.com', 'Check `api-url`.'],
])('an unknown host %s leads to what may be wrong', (host, advice) => {
  const failure = { kind: 'connection', code: 'ENOTFOUND' } as const;
  const error = networkError(
    failure,
    { doing: 'running the query', host, insight: null },
    1000,
    '',
    (text) => text,
  );
  expect(error.message).toBe(
    `there is no host of that name (ENOTFOUND). ${advice} (While running the query at ${host}.)`,
  );
});
