import type { Platform } from './platforms.ts';

/** The files of one side of a change. */
export interface Files {
  /** The paths of all files that may say something of minimums; only the changed ones if there is no list. */
  readonly paths: readonly string[];
  /** A file's text; null if there is none, or it cannot be read as text. */
  readonly read: (path: string) => Promise<string | null>;
}

/** A line of a file, from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Who a minimum is of: users are counted for an app only. */
export type TargetKind = 'app' | 'library' | 'other';

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
  /** The folder of its project: targets of two projects can have one name. */
  readonly project: string;
  readonly declared: Declared;
  /** Other declarations of the same target that go with it, whatever they say. */
  readonly others: readonly Declared[];
}

/** Folders of other people's code, and of what is built. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|Pods|Carthage|vendor|\.build|build|DerivedData|\.dart_tool|\.symlinks|\.git|SourcePackages)\//;
const NAMES =
  /(?:^|\/)(?:project\.pbxproj|Package(?:@swift-[\d.]+)?\.swift|Podfile|AppFrameworkInfo\.plist|package\.json|gradle\.properties)$|\.(?:xcconfig|podspec|gradle|gradle\.kts|versions\.toml|kt|ya?ml)$/;
/** Kotlin and YAML are read where minimums are: in the code of a build, and beside a project. */
const PARTLY = /\.kt$|\.ya?ml$/;
const BUILD_CODE = /(?:^|\/)(?:buildSrc|build-logic|buildLogic|gradle|build-plugin|convention|plugins)\//;

/** Whether a path is in a folder of other people's code. */
export function isForeign(path: string): boolean {
  return FOREIGN.test(path);
}

/** Whether a file can say something of a minimum, by its path. */
export function mayDeclare(path: string): boolean {
  if (isForeign(path) || !NAMES.test(path)) return false;
  if (path.endsWith('.kt')) return BUILD_CODE.test(path);
  return !PARTLY.test(path) || !/(?:^|\/)(?:\.github|\.circleci|pubspec|locales?|fastlane)/.test(path);
}

/** A path from another file's folder, such as `../shared/min.gradle`. */
export function joinPath(folder: string, relative: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${relative}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The folder of a path; empty at the root. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

/** Whether a path is in a folder, or in one of its folders. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** Whether a folder is named as one that no user runs anything of: tests, examples, tools. */
export function isAside(path: string): boolean {
  return ASIDE.test(`${path}/`) || /\wTests?\//.test(`${path}/`);
}

const ASIDE =
  /(?:^|[/_-])(?:examples?|demos?|samples?|tests?|tools?|benchmarks?|fixtures?|scripts?)\/|(?:^|\/)ci\//i;

/** The line of a place in a text, from 1. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/**
 * A text with blanks in place of comments, so that all places stay. Marks in quotes begin no comment:
 * `"https://…"`.
 */
export function withoutComments(text: string, marks: readonly ('//' | '#' | '/*')[]): string {
  const comments = marks.map((mark) => COMMENTS[mark]).join('|');
  const tokens = new RegExp(
    `"""[^]*?"""|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*'|(${comments})`,
    'g',
  );
  return text.replace(tokens, (whole, comment: string | undefined) =>
    comment === undefined ? whole : whole.replace(/[^\n]/g, ' '),
  );
}

const COMMENTS = { '//': '//[^\\n]*', '#': '#[^\\n]*', '/*': '/\\*[^]*?\\*/' } as const;
