import { decideRetry, type Failure } from '../../../src/report/client/retry.ts';

const NOW_MS = Date.UTC(2026, 9, 5, 12);
const effects = { nowMs: () => NOW_MS, random: () => 0.5 };

function status(code: number, retryAfter: string | null = null): Failure {
  return { kind: 'status', status: code, headers: retryAfter === null ? {} : { 'retry-after': retryAfter } };
}

describe('decideRetry', () => {
  test.each<[string, Failure, boolean]>([
    ['429', status(429), true],
    ['502', status(502), true],
    ['503', status(503), true],
    ['504', status(504), true],
    ['refused', { kind: 'connection', code: 'ECONNREFUSED' }, true],
    ['reset', { kind: 'connection', code: 'ECONNRESET' }, true],
    ['closed within the body', { kind: 'connection', code: 'UND_ERR_SOCKET' }, true],
    ['a name server in trouble', { kind: 'connection', code: 'EAI_AGAIN' }, true],
    ['a proxy’s 502', { kind: 'connection', code: 'PROXY_502' }, true],
    ['a time-out', { kind: 'timeout' }, true],
    ['301', status(301), false],
    ['400', status(400), false],
    ['401', status(401), false],
    ['402', status(402), false],
    ['403', status(403), false],
    ['404', status(404), false],
    ['500', status(500), false],
    ['501', status(501), false],
    ['an unknown host', { kind: 'connection', code: 'ENOTFOUND' }, false],
    ['a bad certificate', { kind: 'connection', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, false],
    ['no HTTP', { kind: 'connection', code: 'HPE_INVALID_CONSTANT' }, false],
    ['a proxy’s 407', { kind: 'connection', code: 'PROXY_407' }, false],
  ])('decideRetry sends a request again only after a fault that may pass: %s', (_, failure, isRetried) => {
    expect(decideRetry(failure, 1, effects) !== null).toBe(isRetried);
  });

  test('decideRetry backs off exponentially, with full jitter, up to a cap', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((tries) => decideRetry(status(503), tries, effects)?.waitMs);
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  });

  test('decideRetry waits at least as long as the service says, and holds all other requests', () => {
    expect(decideRetry(status(429, '7'), 1, effects)).toEqual({ holds: true, waitMs: 7000 });
    expect(decideRetry(status(503, '0'), 1, effects)).toEqual({ holds: true, waitMs: 500 });
    expect(decideRetry(status(503, 'soon'), 1, effects)).toEqual({ holds: false, waitMs: 500 });
  });
});
