import { parseJson } from '../../../text/json.ts';
import { folderOf, isAside, lineAt, type Minimum } from './files.ts';

/**
 * The macOS that Electron needs, from a major version on.
 * Source: https://www.electronjs.org/docs/latest/breaking-changes ("Removed: macOS … support")
 */
const NEEDS: readonly (readonly [number, string])[] = [
  [44, '13.0'],
  [38, '12.0'],
  [33, '11.0'],
  [27, '10.15'],
  [20, '10.13'],
];

/** Reads the macOS that the Electron of a package.json needs. */
export function readElectron(file: string, source: string): readonly Minimum[] {
  const json = parseJson(source);
  const range = ['dependencies', 'devDependencies'].map((key) => textAt(json, key, 'electron')).find(Boolean);
  const major = Number(/^[\s^~=v<>]*(\d+)/.exec(range ?? '')?.[1]);
  const version = NEEDS.find(([from]) => major >= from)?.[1];
  const at = source.search(/"electron"\s*:\s*"[^"]*\d/);
  if (version === undefined || at < 0) return [];
  const declared = { version, place: { file, line: lineAt(source, at) } };
  const folder = folderOf(file);
  const target = textAt(json, 'name') ?? folder;
  const kind = isAside(folder) ? 'other' : 'app';
  return [{ platform: 'macOS', target, kind, project: folder, declared, others: [declared] }];
}

function textAt(json: unknown, ...path: readonly string[]): string | null {
  const value = path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    json,
  );
  return typeof value === 'string' ? value : null;
}
