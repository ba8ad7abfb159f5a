import { createAdmission } from '../../../src/service/http/admission.ts';

test('an admission admits up to its limit, and any amount if nothing is held', () => {
  const admit = createAdmission(10);
  const release = admit(25);
  expect([release === null, admit(1)]).toEqual([false, null]);
  release?.();
  release?.();
  expect([admit(6), admit(4), admit(1)].map((each) => each === null)).toEqual([false, false, true]);
});

test('an owner leaves enough to others: as much as he holds, or a third of it by the level', () => {
  const admit = createAdmission(64, [1, 3]);
  const most = (...owners: readonly (string | null)[]): number => {
    let held = 0;
    while (admit(1, owners) !== null) held += 1;
    return held;
  };
  expect(most('first address', 'a')).toBe(32);
  expect(most('second address', 'a')).toBe(16);
  // All addresses of one namespace together.
  expect(most('third address', 'a')).toBe(0);
  expect(most('third address', 'b')).toBe(8);
  expect(most(null, 'b')).toBe(4);
});

test('an owner who has released all begins again', () => {
  const admit = createAdmission(8, [1]);
  const all = [1, 2, 3, 4].map(() => admit(1, ['one']));
  expect(admit(1, ['one'])).toBeNull();
  for (const release of all) release?.();
  expect(admit(4, ['one'])).not.toBeNull();
});
