import { describe, expect, test } from '@jest/globals';
import fc from '../support/properties.ts';
import { decideRetry, type Failure } from '../../src/client/retry.ts';

const NOW_MS = Date.UTC(2026, 9, 5, 12);
const effects = { nowMs: () => NOW_MS, random: () => 0.5 };
const first = { tries: 1, timeouts: 0 };

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
  ])('%s', (_, failure, isRetried) => {
    expect(decideRetry(failure, first, 3, effects).kind !== 'give-up').toBe(isRetried);
  });

  test('backs off exponentially, with full jitter, up to a cap', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((tries) =>
      decideRetry(status(503), { tries, timeouts: 0 }, 10, effects),
    );
    expect(waits.map((each) => (each.kind === 'give-up' ? null : each.waitMs))).toEqual([
      500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000,
    ]);
  });

  test('never tries more often than it may, and never waits longer than the cap', () => {
    const inputs = fc.record({
      tries: fc.integer({ min: 1, max: 2000 }),
      retries: fc.nat(2000),
      random: fc.double({ min: 0, max: 0.999, noNaN: true }),
    });
    fc.assert(
      fc.property(inputs, ({ tries, retries, random }) => {
        const retry = decideRetry(status(502), { tries, timeouts: 0 }, retries, {
          ...effects,
          random: () => random,
        });
        expect(retry.kind === 'give-up').toBe(tries > retries);
        if (retry.kind !== 'give-up') expect(retry.waitMs).toBeLessThanOrEqual(30_000);
      }),
    );
  });

  test('waits at least as long as the service asks, and holds all other requests', () => {
    expect(decideRetry(status(429, '7'), first, 3, effects)).toEqual({ kind: 'hold', waitMs: 7000 });
    expect(decideRetry(status(503, '0'), first, 3, effects)).toEqual({ kind: 'hold', waitMs: 500 });
    expect(decideRetry(status(503, 'soon'), first, 3, effects)).toEqual({ kind: 'back-off', waitMs: 500 });
  });

  test('repeats a timeout once', () => {
    expect(decideRetry({ kind: 'timeout' }, { tries: 1, timeouts: 1 }, 3, effects).kind).toBe('back-off');
    expect(decideRetry({ kind: 'timeout' }, { tries: 2, timeouts: 2 }, 3, effects).kind).toBe('give-up');
  });
});
