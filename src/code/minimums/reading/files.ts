// What the readers of build files share: the files of one side of a change, which of them to read, and a
// minimum as one declares it.
import { posix } from 'node:path';
import type { RaiseResult } from '../../../report/results/results.ts';
import type { Platform } from './platforms.ts';

/** The files of one side of a change. */
export interface Files {
  /** The paths of all files that may say something of minimums; only the changed ones if there is no list. */
  readonly paths: readonly string[];
  /** A file's text; null if there is none, or it cannot be read as text. */
  readonly read: (path: string) => Promise<string | null>;
}

/** A larger file is not read. Projects are larger than other sources. */
export const LIMIT_BYTES = 20_000_000;

/** A line of a file, from 1. */
export type Place = RaiseResult['places'][number];

/** Whether a minimum is an app's; users are counted for apps only. */
export type TargetKind = RaiseResult['kind'];

/** A minimum version as a file declares it. */
export interface Declared {
  readonly version: string;
  /** Android's API level. */
  readonly api?: number;
  readonly place: Place;
}

/** The lowest version that a target runs on. */
export interface Minimum {
  readonly platform: Platform;
  readonly target: string;
  readonly kind: TargetKind;
  /** The folder of its project, such as `ios/`: targets of two projects can have one name. */
  readonly project: string;
  readonly declared: Declared;
  /** Other declarations of the same target, whatever they say. */
  readonly others: readonly Declared[];
}

/** Folders of other people's code, and of what is built. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|Pods|Carthage|vendor|\.build|build|DerivedData|\.dart_tool|\.symlinks|\.git|SourcePackages)\//;
const NAMES =
  /(?:^|\/)(?:project\.pbxproj|Package(?:@swift-[\d.]+)?\.swift|Podfile|AppFrameworkInfo\.plist|package\.json|gradle\.properties)$|\.(?:xcconfig|podspec|gradle|gradle\.kts|versions\.toml)$/;
/** Files of YAML, which a specification may include, and of a build's own code. */
const MORE_NAMES =
  /^(?!.*(?:\.github|\.circleci|pubspec|locales?|fastlane)).*\.ya?ml$|(?:^|\/)(?:buildSrc|build-logic|buildLogic|gradle|build-plugin|convention|plugins)\/.*\.kt$/;

/** Whether a path is in a folder of other people's code. */
export function isForeign(path: string): boolean {
  return FOREIGN.test(path);
}

/** Whether a file can say something of a minimum, by its path. */
export function mayDeclare(path: string): boolean {
  return !isForeign(path) && (NAMES.test(path) || MORE_NAMES.test(path));
}

/** A path from another file's folder, such as `../shared/min.gradle`; never outside of the repository. */
export function joinPath(folder: string, relative: string): string {
  return posix.join('/', folder, relative).slice(1);
}

/** The folder of a path with its slash; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** The name of a folder; empty at the root. */
export function nameOf(folder: string): string {
  return posix.basename(folder);
}

/** Whether a folder's name says that users run nothing of it: tests, examples, tools. */
export function isAside(folder: string): boolean {
  return ASIDE.test(folder) || /\wTests?\//.test(folder);
}

const ASIDE =
  /(?:^|[/_-])(?:examples?|demos?|samples?|test\w*|tools?|benchmarks?|fixtures?|scripts?|inspector|playgrounds?|catalog)\/|(?:^|\/)ci\//i;

/** The line of a place in a text, from 1. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/**
 * The comments of languages by their mark; Ruby has blocks, too. One that is left open goes to the end: each
 * of a thousand open ones would else be looked for up to there.
 */
const COMMENTS = {
  '//': '//[^\\n]*',
  '#': '#[^\\n]*|^=begin[^]*?(?:^=end|(?![^]))',
  '/*': '/\\*[^]*?(?:\\*/|(?![^]))',
} as const;

/**
 * A text with blanks in place of comments, so that all places stay. Marks in quotes begin no comment:
 * `"https://…"`.
 */
export function withoutComments(text: string, marks: readonly (keyof typeof COMMENTS)[]): string {
  const comments = marks.map((mark) => COMMENTS[mark]).join('|');
  const tokens = new RegExp(
    `"""[^]*?"""|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*'|(${comments})`,
    'gm',
  );
  return text.replace(tokens, (token, comment: string | undefined) =>
    comment === undefined ? token : token.replace(/[^\n]/g, ' '),
  );
}
