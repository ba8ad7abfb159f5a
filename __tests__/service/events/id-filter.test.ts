import { randomInt } from 'node:crypto';
import { type IdBits, idFilter } from '../../../src/service/events/id-filter.ts';
import fc from '../../support/properties.ts';

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const added = fc.array(fc.record({ low: word, high: word, takenMs: fc.nat(1000) }), { maxLength: 60 });

test('every id that was added and not forgotten is found, in a stretch of time in which it was taken', () => {
  fc.assert(
    fc.property(added, fc.nat(1000), fc.nat(1000), (ids, sinceMs, forgottenMs) => {
      const filter = idFilter(8);
      for (const { takenMs, ...id } of ids) filter.add(id, takenMs);
      filter.forget(forgottenMs);
      const found = filter.find(ids, sinceMs);
      for (const [place, { takenMs }] of ids.entries()) {
        if (takenMs < Math.max(sinceMs, forgottenMs)) continue;
        const holds = found.some(
          ({ range, places }) => places.includes(place) && range.fromMs <= takenMs && takenMs <= range.toMs,
        );
        expect(holds).toBe(true);
      }
    }),
  );
});

test('fewer than one in a thousand new ids is found in a filter of full chunks', () => {
  const filter = idFilter(4096);
  const random = (): IdBits => ({ low: randomInt(2 ** 32), high: randomInt(2 ** 32) });
  for (let id = 0; id < 16_384; id++) filter.add(random(), id);
  const found = filter.find(Array.from({ length: 20_000 }, random), 0).flatMap(({ places }) => places);
  expect(found.length).toBeLessThan(20);
});
