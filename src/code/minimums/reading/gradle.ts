// Reads `minSdk` from Android's Gradle builds: as a number (`minSdk = 26`), or through one name
// (`libs.versions.minSdk.get()`, a constant, a convention plugin). What runs code to find its number is not
// read.
import { getOrAdd } from '../../../text/get-or-add.ts';
import {
  type Declared,
  type Files,
  folderOf,
  isAside,
  joinPath,
  lineAt,
  type Minimum,
  nameOf,
  type TargetKind,
  withoutComments,
} from './files.ts';
import { androidVersion } from './platforms.ts';

/** A `minSdk` in a build file: what it is set to, where, and for which flavor; null for all of them. */
interface MinSdk {
  readonly expression: string;
  readonly file: string;
  readonly line: number;
  readonly flavor: string | null;
}

/** The code of a build without its comments, by path. */
type ReadCode = (file: string) => Promise<string>;

const MODULE = /(?:^|\/)build\.gradle(?:\.kts)?$/;
const SETTINGS = /(?:^|\/)settings\.gradle(?:\.kts)?$/;
/** A build's own plugins and constants. */
const BUILD_CODE = /(?:^|\/)(?:buildSrc|build-logic|buildLogic|build-plugin|convention)\//;
/** Where names are given numbers. */
const CONSTANTS = new RegExp(`${BUILD_CODE.source}|\\.gradle(?:\\.kts)?$|gradle\\.properties$`);
const CATALOG = /\.versions\.toml$/;

/** The minimums of all modules of Android builds, for each flavor that sets its own. */
export async function readGradle(files: Files): Promise<readonly Minimum[]> {
  const codes = new Map<string, Promise<string>>();
  const readCode: ReadCode = (file) =>
    getOrAdd(codes, file, async () =>
      withoutComments(
        (await files.read(file)) ?? '',
        /\.(?:toml|properties)$/.test(file) ? ['#'] : ['//', '/*'],
      ),
    );
  const modules = files.paths.filter((path) => MODULE.test(path) && !BUILD_CODE.test(path));
  const minimums = await Promise.all(modules.map((file) => readModule(file, files, readCode)));
  return minimums.flat();
}

/**
 * What a module makes (an app, a library), by the plugins that it applies. A build's own convention plugin
 * is recognised by its name, or by what it leaves to the module (`applicationId`). Null: it makes nothing.
 */
function kindOf(file: string, code: string): TargetKind | null {
  const applied = code.replace(/^.*\bapply\s*(?:=\s*)?\(?false\b.*$/gm, '');
  const kind = KINDS.find(([, plugin]) => plugin.test(applied))?.[0] ?? null;
  return kind !== null && isAside(folderOf(file)) ? 'other' : kind;
}

const KINDS: readonly (readonly [TargetKind, RegExp])[] = [
  [
    'app',
    /com\.android\.application|plugins\.(?:[\w.]+\.)?android\.?application|\bapplicationId\b|id\s*\(?\s*["'][\w.-]*android[.-]application/i,
  ],
  ['other', /com\.android\.(?:test|dynamic-feature)/],
  [
    'library',
    /com\.android\.(?:library|kotlin)|plugins\.android\.?library|android[.-]library|^android\s*\{/im,
  ],
];

async function readModule(file: string, files: Files, read: ReadCode): Promise<readonly Minimum[]> {
  const code = await read(file);
  const kind = kindOf(file, code);
  if (kind === null) return [];
  const project = folderOf(file);
  const build = buildOf(file, files);
  const applied = [
    ...code.matchAll(/\bapply(?:\s*\(\s*|\s+)from\s*[:=]\s*["'](\$\{?\w[\w.]*\}?\/|\/)?([^"'\n]+)/g),
  ].map(([, isOfRoot, path = '']) => joinPath(isOfRoot === undefined ? project : build, path));
  const uses = await minSdksOf([file, ...applied], read);
  const byFlavor = Map.groupBy(uses, ({ flavor }) => flavor);
  const declarations = await Promise.all(
    [...byFlavor].map(async ([flavor, [use]]) => [flavor, use && (await resolve(use, files, read))] as const),
  );
  const isWithoutOwn = kind === 'app' && !byFlavor.has(null);
  const all = [...declarations, ...(isWithoutOwn ? [[null, await conventional(files, read)] as const] : [])];
  return all.flatMap(([flavor, declared]): readonly Minimum[] => {
    if (declared == null) return [];
    const target = `${nameOf(project) || 'app'}${flavor === null ? '' : ` (${flavor})`}`;
    return [{ platform: 'Android', target, kind, project, declared, others: [declared] }];
  });
}

/**
 * The folder of the build that a file is part of: the nearest one above with settings, else the repository.
 */
function buildOf(file: string, files: Files): string {
  const folders = files.paths.filter((path) => SETTINGS.test(path) && !BUILD_CODE.test(path)).map(folderOf);
  return (
    folders
      .filter((folder) => file.startsWith(folder))
      .toSorted(byLength)
      .at(-1) ?? ''
  );
}

function byLength(one: string, other: string): number {
  return one.length - other.length;
}

const MIN_SDK =
  /(?<![\w.])(?:defaultConfig\.)?minSdk(?:Version)?(?![\w:])(?:\s*(?:\{\s*version\s*=\s*release\s*\(|\.set\s*\(|=(?!=)|\()\s*|\s+|(?=["']))([^\n;}]{1,300})/g;

/** More than any real file has. A pull request's author writes the file, so the work must have a bound. */
const MOST_USES = 200;

async function minSdksOf(paths: readonly string[], read: ReadCode): Promise<readonly MinSdk[]> {
  const lists = paths.map(async (file) => {
    const code = await read(file);
    return [...code.matchAll(MIN_SDK).take(MOST_USES)].flatMap(
      ({ index, 1: expression = '' }): readonly MinSdk[] => {
        const blocks = blocksAt(code, index);
        // `ext { minSdkVersion = 24 }` is a name for others to refer to.
        if (blocks.some((block) => /^(?:ext|extra|buildscript)\b/.test(block))) return [];
        const flavors = blocks.findIndex((block) => /^(?:productFlavors|flavors)\b/.test(block));
        const block = flavors < 0 ? '' : (blocks[flavors + 1] ?? '');
        const flavor = /["']([^"']+)["']/.exec(block)?.[1] ?? /(\w+)\W*$/.exec(block)?.[1] ?? null;
        return [{ expression: expression.trim(), file, line: lineAt(code, index), flavor }];
      },
    );
  });
  return (await Promise.all(lists)).flat();
}

/** The heads of the blocks around a place, from outside to inside: `android`, `defaultConfig`. */
function blocksAt(code: string, index: number): readonly string[] {
  const blocks: string[] = [];
  let head = '';
  for (const [token] of code.slice(0, index).matchAll(/[^\n{};]+|[\n{};]/g)) {
    if (token === '}') blocks.pop();
    else if (token === '{') blocks.push(head.trim().slice(-BLOCK_NAME));
    head = token;
  }
  return blocks;
}

/** The longest name of a block. */
const BLOCK_NAME = 200;

/** The API level that a `minSdk` is set to: a number, or a name that is looked up once; null if neither. */
async function resolve(
  { expression, file, line }: MinSdk,
  files: Files,
  read: ReadCode,
): Promise<Declared | null> {
  const literal = /^\(?\s*["']?(\d{1,2})["']?\s*(?:\)|\.toInt\(\)|$)/.exec(expression)?.[1];
  if (literal !== undefined) return declaredBy(literal, file, line);
  // Flutter's own minimum is in none of the repository's files.
  if (/\bflutter\./.test(expression)) return null;
  const inCatalog =
    /\bversions\.([\w.]+?)\.(?:get|requiredVersion|asProvider|orNull)\b|findVersion\s*\(\s*["']([\w.-]+)/.exec(
      expression,
    );
  const called = /^[\w.]*\(\s*["']([\w.]+)["']/.exec(expression)?.[1];
  const last = expression
    .replace(CONVERSIONS, '')
    .match(/[A-Za-z_]\w*/g)
    ?.at(-1);
  const name = inCatalog?.[1] ?? inCatalog?.[2] ?? called ?? last;
  if (name === undefined) return null;
  const constants = inCatalog ? CATALOG : CONSTANTS;
  const build = buildOf(file, files);
  const within = files.paths.filter((path) => path.startsWith(build) && constants.test(path));
  const paths = [...(inCatalog ? [] : [file]), ...within.toSorted(byLength)];
  return definitionOf(name, paths, read);
}

const CONVERSIONS = /\b(?:toInt|toInteger|get|as|Integer|parseInt|Int|String|toString)\b/g;

/**
 * Where a name gets its number: `libs.versions.min.sdk` is `min-sdk`, `min_sdk` or `min.sdk`. Null if the
 * first file that has it gives it several numbers.
 */
async function definitionOf(
  name: string,
  paths: readonly string[],
  read: ReadCode,
): Promise<Declared | null> {
  const namePattern = name.replace(/[-_.]/g, '[-_.]');
  const definition = new RegExp(
    // `minSdk = 26`, `minSdk: 26`, `val minSdk by extra(26)`; `set("minSdk", 26)`
    `(?:(?<![\\w-])["']?${namePattern}["']?\\]?\\s*(?::\\s*Int\\s*)?(?:=|:|\\bby\\s+extra\\s*\\()|` +
      `\\bset\\(\\s*["']${namePattern}["']\\s*,)\\s*["']?(\\d{1,2})\\b(?!\\.)`,
    'g',
  );
  for (const file of new Set(paths)) {
    const code = await read(file);
    // A module's own setting is not visible to other modules.
    const matches = [...code.matchAll(definition).take(MOST_USES)].filter(
      ({ index }) => !blocksAt(code, index).some((block) => /^(?:android|defaultConfig)\b/.test(block)),
    );
    const [level, ...others] = new Set(matches.map((match) => match[1] ?? ''));
    const [match] = matches;
    if (match !== undefined)
      return level === undefined || others.length > 0
        ? null
        : declaredBy(level, file, lineAt(code, match.index + match[0].length));
  }
  return null;
}

function declaredBy(level: string, file: string, line: number): Declared | null {
  const version = androidVersion(Number(level));
  return version === null ? null : { version, api: Number(level), place: { file, line } };
}

/** The minimum that a build's own plugins give to modules without one; null unless there is exactly one. */
async function conventional(files: Files, read: ReadCode): Promise<Declared | null> {
  const code = files.paths.filter((path) => BUILD_CODE.test(path) && !path.includes('/test/'));
  const uses = await minSdksOf(code.slice(0, MOST_CODE), read);
  const all = await Promise.all(uses.map((use) => resolve(use, files, read)));
  const declarations = all.filter((declared) => declared !== null);
  const isOne = new Set(declarations.map(({ api }) => api)).size === 1;
  return (isOne ? declarations[0] : null) ?? null;
}

/** More files of build code than real builds have; each is a request to GitHub. */
const MOST_CODE = 40;
