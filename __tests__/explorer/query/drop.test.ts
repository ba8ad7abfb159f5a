import {
  chosenOf,
  dropGate,
  forecastOf,
  percentOf,
  type Requirement,
} from '../../../src/explorer/query/drop.ts';
import { versionColumns } from '../../../src/explorer/query/home.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.parse('2026-11-01T00:00:00Z');

/** A share in each of some weeks, the last of which ends now. */
function requirement(version: string, ...shares: readonly number[]): Requirement {
  const trend = shares.map((share, index) => ({
    endMs: NOW_MS - (shares.length - 1 - index) * 7 * DAY_MS,
    share,
  }));
  const share = shares.at(-1) ?? null;
  return { version, lost: share === null ? null : share * 1000, share, trend };
}

const VERSIONS = [
  requirement('15', 0),
  requirement('16', 0.01),
  requirement('17', 0.04),
  requirement('18', 0.3),
];

test('the first version that loses too many users is chosen, unless the address names another one', () => {
  expect(chosenOf(VERSIONS, null, 0.02)?.version).toBe('17');
  expect(chosenOf(VERSIONS, null, 0.05)?.version).toBe('18');
  expect(chosenOf(VERSIONS, null, 0.5)?.version).toBe('18');
  expect(chosenOf(VERSIONS, '16', 0.02)?.version).toBe('16');
  expect(chosenOf(VERSIONS, 'gone', 0.02)?.version).toBe('17');
});

test('a share that falls has a date at which it is below the limit, and a lower limit has a later one', () => {
  const falling = requirement('17', 0.065, 0.06, 0.056, 0.05, 0.046, 0.04);
  const [near, far] = [0.035, 0.03].map((limit) => forecastOf(falling, limit, NOW_MS));
  expect([near?.kind, far?.kind]).toEqual(['crossing', 'crossing']);
  if (near?.kind === 'crossing' && far?.kind === 'crossing') expect(near.atMs).toBeLessThan(far.atMs);
});

test('a share that stays has no date', () => {
  expect(forecastOf(requirement('17', 0.05, 0.06, 0.05, 0.06, 0.05, 0.06), 0.02, NOW_MS).kind).not.toBe(
    'crossing',
  );
  expect(forecastOf(requirement('17', 0.05), 0.02, NOW_MS).kind).toBe('none');
});

test('a gate quotes the version and has the limit without rounding errors', () => {
  expect(percentOf(0.07 * 1.1)).toBe('7.7%');
  expect(dropGate('iOS "16"', 0.029)).toBe('share(only(below("iOS \\"16\\""))) < 2.9%');
});

test('the column of systems is looked at first, then that of the app, then all others with "version"', () => {
  const columns = [
    'TelemetryDeck.AppInfo.version',
    'country',
    'schemaVersion',
    'TelemetryDeck.Device.systemMajorVersion',
  ];
  expect(versionColumns(columns)).toEqual([columns[3], columns[0], columns[2]]);
});
