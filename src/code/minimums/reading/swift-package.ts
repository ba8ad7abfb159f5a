import { folderOf, isAside, lineAt, type Minimum, type TargetKind, withoutComments } from './files.ts';
import { appleVersion, platformOf } from './platforms.ts';

/**
 * Reads the `platforms` of a Package.swift: a package is a library, unless it makes an app or tools alone.
 */
export function readSwiftPackage(file: string, source: string): readonly Minimum[] {
  const text = withoutComments(source, ['//', '/*']);
  const start = /\bplatforms\s*:\s*\[/.exec(text);
  if (start === null) return [];
  const end = text.indexOf(']', start.index);
  const inside = text.slice(start.index, end < 0 ? undefined : end);
  const folder = folderOf(file);
  const name = /\bname\s*:\s*"([^"\n]+)"/.exec(text)?.[1] ?? folder;
  const kind = kindOf(file, text);
  const forms = inside.matchAll(
    /\.(iOS|macOS|tvOS|watchOS|visionOS)\s*\(\s*(?:\.v([\d_]+)|"([\d.]+)")\s*\)/g,
  );
  return [...forms].flatMap(({ index, 1: word = '', 2: dotted, 3: quoted }): readonly Minimum[] => {
    const [platform, version] = [platformOf(word), appleVersion(dotted ?? quoted ?? '')];
    if (platform === null || version === null) return [];
    const place = { file, line: lineAt(text, start.index + index) };
    const declared = { version, place };
    return [{ platform, target: name, kind, project: folder, declared, others: [declared] }];
  });
}

function kindOf(file: string, text: string): TargetKind {
  if (isAside(folderOf(file))) return 'other';
  if (/\.iOSApplication\s*\(/.test(text)) return 'app';
  const isTool = /\.(?:executableTarget|executable|plugin)\s*\(/.test(text) && !/\.library\s*\(/.test(text);
  return isTool ? 'other' : 'library';
}
