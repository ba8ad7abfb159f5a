import { findHighest } from '../../../src/report/run/versions/highest.ts';
import { findCandidates } from '../../../src/report/tables/versions/candidates.ts';
import { hasVersionDimension } from '../../../src/report/tables/versions/versions.ts';

/** Values that weigh 1 each, or what follows their name. */
function values(...given: readonly (string | null | readonly [string, number])[]) {
  return given.map((each) => {
    const [shown, weight] = typeof each === 'string' || each === null ? [each, 1] : each;
    return { shown, raw: shown, weight };
  });
}

function candidates(given: ReturnType<typeof values>, keep = 0.98, least = 0): string[][] {
  return findCandidates(given, keep, least).map((family) => family.candidates.map(({ version }) => version));
}

function numbered(count: number, write: (index: number) => string) {
  return values(...Array.from({ length: count }, (_, index) => write(index)));
}

test('the versions that could be required are those in the data, ascending, with the values that are lower', () => {
  const found = findCandidates(values('17', '9.1', '17.0', '9.10', 'beta', null), 0.98, 0);
  expect(found).toMatchObject([{ word: '', more: 0 }]);
  const lower = (found[0]?.candidates ?? []).map((each) => [
    each.version,
    each.lower.map(({ shown }) => shown),
  ]);
  expect(lower).toEqual([
    ['9.1', []],
    ['9.10', ['9.1']],
    ['17', ['9.1', '9.10']],
  ]);
});

test('a version with a v before its number, or a build behind it, is compared with plain versions', () => {
  const [family, ...others] = findCandidates(values('4.9', 'v4.10 (build 7)', ['Version 4.2', 2]), 0.98, 0);
  expect([family?.word, others]).toEqual(['', []]);
  expect(family?.versions).toEqual(['Version 4.2', '4.9', 'v4.10 (build 7)']);
});

test('the versions that could be required are divided by their first word, that with the most data first', () => {
  expect(candidates(values('macOS 14', ['iOS 17', 2], 'ios 16', 'macOS 15'))).toEqual([
    ['ios 16', 'iOS 17'],
    ['macOS 14', 'macOS 15'],
  ]);
});

test('the versions that could be required are shortened to the first number if there are more than twelve', () => {
  const many = numbered(13, (index) => `iOS ${15 + (index % 4)}.${index}.1`);
  expect(candidates(many)).toEqual([['iOS 15', 'iOS 16', 'iOS 17', 'iOS 18']]);
  expect(candidates(many.slice(0, 12))[0]).toHaveLength(12);
});

test('the versions that could be required are shortened to two numbers if the first one would leave too few', () => {
  expect(candidates(numbered(20, (index) => `4.${index % 5}.${index}`))).toEqual([
    ['4.0', '4.1', '4.2', '4.3', '4.4'],
  ]);
  expect(candidates(numbered(14, (index) => `4.1.${index}`))[0]).toHaveLength(14);
});

test('the versions that could be required are at most thirty, around what requiring one may lose', () => {
  const [family] = findCandidates(
    numbered(100, (index) => `${index}`),
    0.5,
    0,
  );
  expect(family?.more).toBe(70);
  expect(family?.candidates.map(({ version }) => Number(version))).toEqual(
    Array.from({ length: 30 }, (_, index) => 35 + index),
  );
});

test('the versions that could be required are fewer if the filters that name lower values would be too long', () => {
  const long = numbered(30, (index) => `${index}.0.0-${'x'.repeat(1000)}`);
  const [family] = findCandidates(long, 0.98, 0);
  const characters = (family?.candidates ?? []).flatMap(({ lower }) => lower).length * 1006;
  expect(characters).toBeLessThan(100_000);
  expect(family?.candidates.length).toBeGreaterThan(5);
});

test('the versions that could be required are not named if too few have them, but they count as lower', () => {
  const [family] = findCandidates(values(['16.secret', 3], ['17', 12], ['18', 20]), 0.98, 10);
  expect(family?.candidates.map(({ version, lower }) => [version, lower.length])).toEqual([
    ['17', 1],
    ['18', 2],
  ]);
});

test.each([
  ['systemVersion', true],
  ['TelemetryDeck.AppInfo.version', true],
  ['TelemetryDeck.Device.systemMajorMinorVersion', true],
  ['app_version', true],
  ['conversion', false],
  ['versionCount', false],
])('%s is a version by its name: %s', (dimension, expected) => {
  expect(hasVersionDimension({ queryType: 'topN', dimension })).toBe(expected);
});

test('the highest version to require is also sought among those not counted at first', async () => {
  const [family] = findCandidates(values('1', '2', '3'), 0.98, 0);
  if (family === undefined) throw new Error('there are versions');
  const highest = await findHighest(
    family,
    [{ version: '3', lost: 3 }],
    (lost) => lost < 3,
    async (candidates) => candidates.map(({ version }) => ({ version, lost: Number(version) })),
  );
  expect(highest).toEqual({ kind: 'version', version: '2', lost: 2 });
});
