import { literal } from '../events/duckdb-values.ts';
import type { Mapping } from './mapping.ts';
import type { ValueFinder } from './found-values.ts';
import { firstOf, textOf } from './values.ts';

/** The names that reports use for operating systems, by what other programs write. */
const SYSTEMS: Readonly<Record<string, string>> = {
  ios: 'iOS',
  'iphone os': 'iOS',
  ipados: 'iPadOS',
  macos: 'macOS',
  'mac os': 'macOS',
  'mac os x': 'macOS',
  'os x': 'macOS',
  macintosh: 'macOS',
  android: 'Android',
  windows: 'Windows',
  linux: 'Linux',
  tvos: 'tvOS',
  watchos: 'watchOS',
  visionos: 'visionOS',
};

/** The parts of a version that reports use, in SQL. Some write the name before the version. */
const PARTS = [
  ['systemVersion', '[0-9].*'],
  ['systemMajorVersion', '[0-9][^.]*'],
  ['systemMajorMinorVersion', '[0-9][^.]*([.][^.]*)?'],
] as const;

/** The payload keys that reports use for the operating system. */
export function systemOf({ system }: Mapping, finder: ValueFinder): readonly (readonly [string, string])[] {
  const names = finder.all(system?.name.from).map(textOf);
  const versions = finder.all(system?.version?.from).map(textOf);
  if (names.length === 0) return [];
  const nameText = firstOf(names);
  const cases = Object.entries(SYSTEMS).map(([from, to]) => `WHEN ${literal(from)} THEN ${literal(to)}`);
  const name = `CASE lower(${nameText}) ${cases.join(' ')} ELSE nullif(${nameText}, '') END`;
  const parts = PARTS.map(([key, part]): [string, string] => {
    const version = `nullif(regexp_extract(${firstOf(versions)}, '${part}'), '')`;
    return [key, `${name} || ' ' || ${version}`];
  });
  const keys = [['operatingSystem', name] as const, ...(versions.length === 0 ? [] : parts)];
  return keys.map(([key, text]) => [`TelemetryDeck.Device.${key}`, text]);
}
