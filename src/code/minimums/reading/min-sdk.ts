// Finds `minSdk` in the code of Gradle builds and the API level that it is set to: a number (`minSdk = 26`),
// or one name (`libs.versions.minSdk.get()`, a constant). What runs code to find its number is not read.
import { type Declared, folderOf, lineAt } from './files.ts';
import { androidVersion } from './platforms.ts';

/** The code of a repository's builds without its comments. */
export interface Code {
  readonly paths: readonly string[];
  readonly read: (file: string) => Promise<string>;
}

/** A `minSdk` in a build file: what it is set to, where, and for which flavor; null for all of them. */
interface MinSdk {
  readonly expression: string;
  readonly file: string;
  readonly line: number;
  readonly flavor: string | null;
}

/** A build's own plugins and constants. */
export const BUILD_CODE = /(?:^|\/)(?:buildSrc|build-logic|buildLogic|build-plugin|convention)\//;

const MIN_SDK =
  /(?<![\w.])(?:defaultConfig\.)?minSdk(?:Version)?(?![\w:])(?:\s*(?:\{\s*version\s*=\s*release\s*\(|\.set\s*\(|=(?!=)|\()\s*|\s+|(?=["']))([^\n;}]{1,300})/g;

/** More than any real file has. A pull request's author writes the file, so the work must have a bound. */
const MOST_MATCHES = 200;

/** Every `minSdk` that some files set. */
export async function findMinSdks(paths: readonly string[], code: Code): Promise<readonly MinSdk[]> {
  const lists = await Promise.all(paths.map(async (file) => minSdksIn(file, await code.read(file))));
  return lists.flat();
}

function minSdksIn(file: string, text: string): readonly MinSdk[] {
  return [...text.matchAll(MIN_SDK).take(MOST_MATCHES)].flatMap(({ index, 1: expression = '' }) => {
    const blocks = blocksAround(text, index);
    // `ext { minSdkVersion = 24 }` is a name for others to refer to.
    if (blocks.some((block) => /^(?:ext|extra|buildscript)\b/.test(block))) return [];
    const line = lineAt(text, index);
    return [{ expression: expression.trim(), file, line, flavor: flavorOf(blocks) }];
  });
}

/** The heads of the blocks around a place, from outside to inside: `android`, `defaultConfig`. */
function blocksAround(text: string, index: number): readonly string[] {
  const blocks: string[] = [];
  let head = '';
  for (const [token] of text.slice(0, index).matchAll(/[^\n{};]+|[\n{};]/g)) {
    if (token === '}') blocks.pop();
    else if (token === '{') blocks.push(head.trim().slice(-LONGEST_HEAD));
    head = token;
  }
  return blocks;
}

const LONGEST_HEAD = 200;

/** The flavor that blocks are of: the block within `productFlavors`, such as `create("free")` or `free`. */
function flavorOf(blocks: readonly string[]): string | null {
  const flavors = blocks.findIndex((block) => /^(?:productFlavors|flavors)\b/.test(block));
  const head = flavors === -1 ? '' : (blocks[flavors + 1] ?? '');
  const [, quoted, word = null] = /["']([^"']+)["']|(\w+)\W*$/.exec(head) ?? [];
  return quoted ?? word;
}

/** The API level that a `minSdk` is set to: a number, or a name that is looked up once; null if neither. */
export async function declaredBy({ expression, file, line }: MinSdk, code: Code): Promise<Declared | null> {
  const number = /^\(?\s*["']?(\d{1,2})["']?\s*(?:\)|\.toInt\(\)|$)/.exec(expression)?.[1];
  if (number !== undefined) return declaredAt(number, file, line);
  // Flutter's own minimum is in none of the repository's files.
  if (/\bflutter\./.test(expression)) return null;
  const build = buildOf(file, code);
  const filesOfBuild = (names: RegExp) =>
    code.paths.filter((path) => path.startsWith(build) && names.test(path)).toSorted(byLength);
  const nameInCatalog = catalogNameIn(expression);
  if (nameInCatalog !== null) return findDefinition(nameInCatalog, filesOfBuild(CATALOG), code);
  const name = nameIn(expression);
  return name === null ? null : findDefinition(name, [file, ...filesOfBuild(CONSTANTS)], code);
}

const CATALOG = /\.versions\.toml$/;
/** Where names are given numbers. */
const CONSTANTS = new RegExp(`${BUILD_CODE.source}|\\.gradle(?:\\.kts)?$|gradle\\.properties$`);

/** The version of a catalog that an expression reads: `min.sdk` of `libs.versions.min.sdk.get()`. */
function catalogNameIn(expression: string): string | null {
  const [, ofAccessor, ofCall = null] =
    /\bversions\.([\w.]+?)\.(?:get|requiredVersion|asProvider|orNull)\b|findVersion\s*\(\s*["']([\w.-]+)/.exec(
      expression,
    ) ?? [];
  return ofAccessor ?? ofCall;
}

/**
 * The name that an expression reads: in quotes (`property("minSdk")`), else its last word but conversions.
 */
function nameIn(expression: string): string | null {
  const quoted = /^[\w.]*\(\s*["']([\w.]+)["']/.exec(expression)?.[1];
  const words = expression.replace(CONVERSIONS, '').match(/[A-Za-z_]\w*/g);
  return quoted ?? words?.at(-1) ?? null;
}

const CONVERSIONS = /\b(?:toInt|toInteger|get|as|Integer|parseInt|Int|String|toString)\b/g;

/**
 * The folder of the build that a file is part of: the nearest one above with settings, else the repository.
 */
export function buildOf(file: string, { paths }: Code): string {
  const builds = paths.filter((path) => SETTINGS.test(path) && !BUILD_CODE.test(path)).map(folderOf);
  const around = builds.filter((folder) => file.startsWith(folder));
  return around.toSorted(byLength).at(-1) ?? '';
}

const SETTINGS = /(?:^|\/)settings\.gradle(?:\.kts)?$/;

/** Shorter paths first: they are nearer to the root. */
function byLength(one: string, other: string): number {
  return one.length - other.length;
}

/**
 * Where a name gets its number: `libs.versions.min.sdk` is `min-sdk`, `min_sdk` or `min.sdk`. Null if the
 * first file that has it gives it several numbers.
 */
async function findDefinition(name: string, paths: readonly string[], code: Code): Promise<Declared | null> {
  const namePattern = name.replace(/[-_.]/g, '[-_.]');
  const definition = new RegExp(
    // `minSdk = 26`, `minSdk: 26`, `val minSdk by extra(26)`; `set("minSdk", 26)`
    `(?:(?<![\\w-])["']?${namePattern}["']?\\]?\\s*(?::\\s*Int\\s*)?(?:=|:|\\bby\\s+extra\\s*\\()|` +
      `\\bset\\(\\s*["']${namePattern}["']\\s*,)\\s*["']?(\\d{1,2})\\b(?!\\.)`,
    'g',
  );
  for (const file of new Set(paths)) {
    const text = await code.read(file);
    // A module's own setting is not visible to other modules.
    const matches = [...text.matchAll(definition).take(MOST_MATCHES)].filter(
      ({ index }) => !blocksAround(text, index).some((block) => /^(?:android|defaultConfig)\b/.test(block)),
    );
    const [first] = matches;
    if (first === undefined) continue;
    const [level = '', ...otherLevels] = new Set(matches.map((match) => match[1] ?? ''));
    return otherLevels.length > 0
      ? null
      : declaredAt(level, file, lineAt(text, first.index + first[0].length));
  }
  return null;
}

function declaredAt(level: string, file: string, line: number): Declared | null {
  const version = androidVersion(Number(level));
  return version === null ? null : { version, api: Number(level), place: { file, line } };
}
