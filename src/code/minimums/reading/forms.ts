// Reads minimums from files in which one pattern finds them: Package.swift, podspecs, Podfiles, Flutter's
// plist, Electron's package.json.
import {
  type Files,
  folderOf,
  isAside,
  lineAt,
  type Minimum,
  nameOf,
  type TargetKind,
  withoutComments,
} from './files.ts';
import { appleVersion, platformOf } from './platforms.ts';

/** One kind of file: its path, and the pattern that finds minimums in its text. */
interface Form {
  readonly file: RegExp;
  readonly comments: Parameters<typeof withoutComments>[1];
  /** Finds `version`, and `platform` if it is not always the same. */
  readonly minimum: RegExp;
  readonly platform?: string;
  readonly target: RegExp;
  readonly kind: (text: string) => TargetKind;
  readonly versionOf?: (matchedVersion: string) => string;
}

/**
 * The macOS that Electron needs, from a major version on.
 * Source: https://www.electronjs.org/docs/latest/breaking-changes ("Removed: macOS … support")
 */
const ELECTRON = [
  [44, '13'],
  [38, '12'],
  [33, '11'],
  [27, '10.15'],
  [20, '10.13'],
] as const;

const FORMS: readonly Form[] = [
  {
    // A package is a library, unless it makes an app or tools alone.
    file: /(?:^|\/)Package(?:@swift-[\d.]+)?\.swift$/,
    comments: ['//', '/*'],
    minimum: /\.(?<platform>iOS|macOS|tvOS|watchOS|visionOS)\s*\(\s*(?:\.v|")(?<version>[\d._]+)"?\s*\)/g,
    target: /\bname\s*:\s*"([^"\n]+)"/,
    kind: (text) => {
      if (/\.iOSApplication\s*\(/.test(text)) return 'app';
      return /\.(?:executableTarget|executable|plugin)\s*\(/.test(text) && !/\.library\s*\(/.test(text)
        ? 'other'
        : 'library';
    },
  },
  {
    file: /\.podspec$/,
    comments: ['#'],
    minimum:
      /\b(?<platform>ios|osx|macos|tvos|watchos|visionos)(?:\.deployment_target\s*=|\s*,|\s*=>|:)\s*['"](?<version>[\d.]+)['"]/g,
    target: /\.name\s*=\s*['"]([^'"]+)['"]/,
    kind: () => 'library',
  },
  {
    file: /(?:^|\/)Podfile$/,
    comments: ['#'],
    minimum: /^[ \t]*platform(?:\s*\(\s*|\s*):(?<platform>\w+)\s*,\s*['"](?<version>[\d.]+)['"]/gm,
    target:
      /^[ \t]*(?:abstract_)?target(?:\s*\(\s*|\s*)['":]([^'"\n]{1,100}?)['"]?[ \t]{0,9}\)?[ \t]{1,9}do\b/m,
    kind: () => 'app',
  },
  {
    file: /(?:^|\/)AppFrameworkInfo\.plist$/,
    comments: [],
    minimum: /<key>MinimumOSVersion<\/key>\s*<string>(?<version>[\d.]+)/g,
    platform: 'iOS',
    // Nothing in it names its target.
    target: /$^/,
    kind: () => 'app',
  },
  {
    file: /(?:^|\/)package\.json$/,
    comments: [],
    minimum: /"(?:devD|d)ependencies"\s*:\s*\{[^{}]*?"electron"\s*:\s*"[^"\d]*(?<version>\d+)/g,
    platform: 'macOS',
    target: /"name"\s*:\s*"([^"\n]+)"/,
    kind: () => 'app',
    versionOf: (electronVersion) => ELECTRON.find(([from]) => Number(electronVersion) >= from)?.[1] ?? '',
  },
];

/** More than any real file declares. */
const MOST_MINIMUMS = 200;

/** The minimums in a file of one of the kinds above; none for other files. */
export async function readForms(file: string, files: Files): Promise<readonly Minimum[]> {
  const form = FORMS.find((each) => each.file.test(file));
  if (form === undefined) return [];
  const source = (await files.read(file)) ?? '';
  const { versionOf = String } = form;
  const text = withoutComments(source, form.comments);
  const project = folderOf(file);
  const target = form.target.exec(text)?.[1] ?? nameOf(project);
  const kind = isAside(project) ? 'other' : form.kind(text);
  return [...text.matchAll(form.minimum).take(MOST_MINIMUMS)].flatMap(
    ({ 0: matched, index, groups = {} }): readonly Minimum[] => {
      const platform = platformOf(groups['platform'] ?? form.platform ?? '');
      const version = appleVersion(versionOf(groups['version'] ?? ''));
      if (platform === null || version === null) return [];
      const declared = { version, place: { file, line: lineAt(text, index + matched.length) } };
      return [{ platform, target, kind, project, declared, others: [declared] }];
    },
  );
}
