import { type Declared, lineAt, withoutComments } from './files.ts';
import { appleVersion, type Platform, platformOf } from './platforms.ts';

/** What a Podfile or a podspec asks for. References to a minimum elsewhere say nothing here. */
export interface PodMinimum {
  readonly platform: Platform;
  /** The target whose block it is in, else the file's first; null if there is none. */
  readonly target: string | null;
  readonly declared: Declared;
}

/** Reads `platform :ios, '16.0'` of a Podfile. */
export function readPodfile(file: string, source: string): readonly PodMinimum[] {
  const text = withoutComments(source, ['#']);
  const targets = [...text.matchAll(/^\s*(?:abstract_)?target\s*\(?\s*['":]([^'"\n]+?)['"]?\s*\)?\s+do\b/gm)];
  const lines = text.matchAll(/^\s*platform\s*\(?\s*:(\w+)\s*,\s*['"]([\d.]+)['"]/gm);
  return declarations(file, text, lines, (index) => {
    const before = targets.findLast((each) => each.index < index) ?? targets[0];
    return before?.[1] ?? null;
  });
}

/** Reads `s.ios.deployment_target = '15.0'` and `s.platform = :ios, '15.0'` of a podspec. */
export function readPodspec(file: string, source: string): readonly PodMinimum[] {
  const text = withoutComments(source, ['#']);
  const own = text.matchAll(/\.(ios|osx|tvos|watchos|visionos)\.deployment_target\s*=\s*['"]([\d.]+)['"]/g);
  const whole = text.matchAll(/\.platforms?\s*=\s*\{?\s*:(\w+)\s*(?:,|=>)\s*['"]([\d.]+)['"]/g);
  const name = /\.name\s*=\s*['"]([^'"]+)['"]/.exec(text)?.[1] ?? null;
  return [own, whole].flatMap((lines) => declarations(file, text, lines, () => name));
}

/** Reads the `MinimumOSVersion` of Flutter's framework. */
export function readFrameworkInfo(file: string, source: string): readonly PodMinimum[] {
  const found = source.matchAll(/<key>(MinimumOSVersion)<\/key>\s*<string>([\d.]+)<\/string>/g);
  return [...found].flatMap(({ index, 0: whole, 2: value = '' }) => {
    const version = appleVersion(value);
    const line = lineAt(source, index + whole.lastIndexOf('<string>'));
    return version === null
      ? []
      : [{ platform: 'iOS' as const, target: null, declared: { version, place: { file, line } } }];
  });
}

function declarations(
  file: string,
  text: string,
  lines: Iterable<RegExpExecArray>,
  targetAt: (index: number) => string | null,
): readonly PodMinimum[] {
  return [...lines].flatMap(({ index, 0: whole, 1: word = '', 2: value = '' }) => {
    const [platform, version] = [platformOf(word), appleVersion(value)];
    if (platform === null || version === null) return [];
    const line = lineAt(text, index + whole.length);
    return [{ platform, target: targetAt(index), declared: { version, place: { file, line } } }];
  });
}
