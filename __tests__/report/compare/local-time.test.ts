import { daysEarlier, wholeDays } from '../../../src/report/compare/local-time.ts';
import fc from '../../support/properties.ts';

const DAY_MS = 86_400_000;
const moment = fc.integer({ min: 0, max: 4e12 });
const days = fc.integer({ min: 0, max: 2000 });

test('days in UTC are those of Etc/UTC, which takes no shortcut', () => {
  fc.assert(
    fc.property(moment, days, fc.constantFrom(0, 0, 1, -1, DAY_MS / 2), (ms, count, more) => {
      for (const startMs of [ms, ms - (ms % DAY_MS)]) {
        expect(daysEarlier(startMs, count, 'UTC')).toBe(daysEarlier(startMs, count, 'Etc/UTC'));
        const range = { startMs, endMs: startMs + count * DAY_MS + more };
        expect(wholeDays(range, 'UTC')).toBe(wholeDays(range, 'Etc/UTC'));
      }
    }),
  );
});
