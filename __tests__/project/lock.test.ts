import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'package-lock.json'), 'utf8');

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(text) as { packages: Readonly<Record<string, Locked>> };

test('the lock file has the packages of every platform (mend with `node scripts/complete-lock.mjs`)', () => {
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.entries(optionalDependencies),
  );
  const exact = wanted.filter(([, version]) => /^\d+\.\d+\.\d+/.test(version));
  expect(exact.length).toBeGreaterThan(30);
  const places = Object.keys(packages);
  expect(exact.filter(([name]) => !places.some((place) => place.endsWith(`node_modules/${name}`)))).toEqual(
    [],
  );
});

test('the lock file names no address of a registry', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

test('there is one undici', () => {
  expect(Object.keys(packages).filter((place) => place.endsWith('node_modules/undici'))).toEqual([
    'node_modules/undici',
  ]);
});
