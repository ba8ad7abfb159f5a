import { literal } from '../events/duckdb-values.ts';
import type { Mapping } from './mapping.ts';
import type { Found } from './found-values.ts';
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

/** The payload keys that reports use for the operating system. */
export function systemOf({ system }: Mapping, found: Found): readonly (readonly [string, string])[] {
  const names = system?.name.from.flatMap((path) => found.at(path) ?? []) ?? [];
  if (names.length === 0) return [];
  const written = firstOf(names.map(textOf), undefined);
  const cases = Object.entries(SYSTEMS).map(([from, to]) => `WHEN ${literal(from)} THEN ${literal(to)}`);
  const name = `CASE lower(${written}) ${cases.join(' ')} ELSE nullif(${written}, '') END`;
  const versions = system?.version?.from.flatMap((path) => found.at(path) ?? []) ?? [];
  // Some write the name before the version.
  const text = firstOf(versions.map(textOf), undefined);
  const version = `CASE WHEN left(${text}, 1) BETWEEN '0' AND '9' THEN ${text} ELSE nullif(regexp_extract(${text}, '[0-9].*'), '') END`;
  const named = (part: string) => `${name} || ' ' || ${part}`;
  const keys: Readonly<Record<string, string>> = {
    operatingSystem: name,
    ...(versions.length === 0
      ? {}
      : {
          systemVersion: named(version),
          systemMajorVersion: named(`split_part(${version}, '.', 1)`),
          systemMajorMinorVersion: named(`array_to_string(string_split(${version}, '.')[1:2], '.')`),
        }),
  };
  return Object.entries(keys).map(([key, text]) => [`TelemetryDeck.Device.${key}`, text]);
}
