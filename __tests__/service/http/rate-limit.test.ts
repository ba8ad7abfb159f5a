import { limitRate } from '../../../src/service/http/rate-limit.ts';
import fc from '../../support/properties.ts';

test('a rate limit admits the burst at once, then so many a second, and tells when the next is admitted', () => {
  let nowMs = 0;
  const limit = limitRate({ perSecond: 0.5, burst: 3 }, () => nowMs);
  expect(Array.from({ length: 5 }, () => limit('a'))).toEqual([0, 0, 0, 2, 2]);
  nowMs = 1999;
  expect(limit('a')).toBe(1);
  nowMs = 2000;
  expect([limit('a'), limit('a')]).toEqual([0, 2]);
});

test('a rate limit counts each asker alone', () => {
  const limit = limitRate({ perSecond: 1, burst: 1 }, () => 0);
  expect([limit('a'), limit('b'), limit('a'), limit('b')]).toEqual([0, 0, 1, 1]);
});

test('a rate limit admits no more than its rate allows, and always a client that waited as long as it had to', () => {
  const steps = fc.array(fc.nat(3000), { maxLength: 60 });
  const rates = fc.record({
    perSecond: fc.integer({ min: 1, max: 20 }),
    burst: fc.integer({ min: 1, max: 30 }),
  });
  fc.assert(
    fc.property(steps, rates, (waits, rate) => {
      let nowMs = 0;
      let admitted = 0;
      const limit = limitRate(rate, () => nowMs);
      for (const wait of waits) {
        nowMs += wait;
        const seconds = limit('a');
        if (seconds === 0) admitted += 1;
        else {
          nowMs += seconds * 1000;
          expect(limit('a')).toBe(0);
          admitted += 1;
        }
        expect(admitted).toBeLessThanOrEqual(rate.burst + (nowMs / 1000) * rate.perSecond + 1e-6);
      }
    }),
  );
});

test('a rate limit forgets the client that has been silent for the longest time, so that its memory does not grow', () => {
  const limit = limitRate({ perSecond: 1, burst: 1 }, () => 0);
  for (let asker = 0; asker < 20_000; asker++) expect(limit(`a${asker}`)).toBe(0);
  expect(limit('a0')).toBe(1);
  expect(limit('new')).toBe(0);
  // a1 was forgotten for the new one; a0 has asked since.
  expect([limit('a0'), limit('a1')]).toEqual([1, 0]);
});
