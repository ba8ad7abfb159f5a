import {
  type Declared,
  type Files,
  folderOf,
  isAside,
  isWithin,
  joinPath,
  lineAt,
  type Minimum,
  type TargetKind,
  withoutComments,
} from './files.ts';
import { androidVersion } from './platforms.ts';

/** A `minSdk` in a build file: what it is given, and the blocks around it, the outermost first. */
interface MinSdk {
  readonly expression: string;
  readonly line: number;
  readonly blocks: readonly string[];
}

/** A module with a build file, `app/build.gradle.kts`. */
interface Module {
  readonly file: string;
  readonly text: string;
  readonly kind: TargetKind;
}

/** The minimums of the modules of Android builds: of each `minSdk` the level that it comes to. */
export async function readGradle(files: Files): Promise<readonly Minimum[]> {
  const modules = await modulesOf(files);
  const found = await Promise.all(modules.map((module) => minimumsOf(module, files)));
  return found.flat();
}

const BUILD_FILE = /(?:^|\/)build\.gradle(?:\.kts)?$/;
const BUILD_CODE = /(?:^|\/)(?:buildSrc|build-logic|buildLogic|build-plugin|convention)\//;

async function modulesOf(files: Files): Promise<readonly Module[]> {
  const paths = files.paths.filter((path) => BUILD_FILE.test(path) && !BUILD_CODE.test(path));
  const modules = await Promise.all(
    paths.map(async (file): Promise<readonly Module[]> => {
      const source = await files.read(file);
      if (source === null) return [];
      const text = withoutComments(source, ['//', '/*']);
      const kind = moduleKind(file, text);
      return kind === null ? [] : [{ file, text, kind }];
    }),
  );
  return modules.flat();
}

/**
 * What a module makes, by its plugins. A convention plugin of the build tells by its name, or by what it
 * leaves to the module. Null for a file that makes nothing.
 */
function moduleKind(file: string, text: string): TargetKind | null {
  const applied = text.replace(/^.*\bapply\s*(?:=\s*)?\(?false\b.*$/gm, '');
  if (!/\bandroid\b|minSdk/i.test(applied)) return null;
  if (isAside(folderOf(file))) return 'other';
  const isApp =
    /com\.android\.application|plugins\.(?:[\w.]+\.)?android\.?application|\bapplicationId\b|id\s*\(?\s*["'][\w.-]*android[.-]application/i;
  if (isApp.test(applied)) return 'app';
  if (/com\.android\.(?:test|dynamic-feature)/.test(applied)) return 'other';
  return /com\.android\.(?:library|kotlin)|plugins\.android\.?library|android[.-]library|\bandroid\s*\{/i.test(
    applied,
  )
    ? 'library'
    : null;
}

async function minimumsOf({ file, text, kind }: Module, files: Files): Promise<readonly Minimum[]> {
  const folder = folderOf(file);
  const own = await included(file, text, files);
  const uses = own.flatMap((part) => minSdksIn(part.text).map((minSdk) => ({ ...minSdk, part })));
  const byFlavor = Map.groupBy(uses, ({ blocks }) => flavorOf(blocks));
  const resolved = await Promise.all(
    [...byFlavor].map(async ([flavor, [use]]) => {
      const declared =
        use === undefined ? null : await resolve(use.expression, { ...use.part, line: use.line }, files);
      return { flavor, declared };
    }),
  );
  if (!byFlavor.has(null) && kind === 'app')
    resolved.push({ flavor: null, declared: await conventionalMinimum(files) });
  return resolved.flatMap(({ flavor, declared }): readonly Minimum[] => {
    if (declared === null) return [];
    const name = folder.split('/').at(-1) ?? '';
    const target = flavor === null ? name || 'app' : `${name || 'app'} (${flavor})`;
    return [{ platform: 'Android', target, kind, project: folder, declared, others: [declared] }];
  });
}

/** A build file and those that it applies, `apply from: "../shared.gradle"`. */
async function included(
  file: string,
  text: string,
  files: Files,
): Promise<readonly { readonly file: string; readonly text: string }[]> {
  const parts = [{ file, text }];
  for (const [, written = ''] of text.matchAll(/\bapply\s*\(?\s*from\s*[:=]\s*["']([^"'\n]+)["']/g)) {
    const path = written.replace(
      /^\$\{?(?:rootDir|rootProject\.(?:projectDir|rootDir)|project\.rootDir)\}?\//,
      '/',
    );
    const full = path.startsWith('/') ? joinPath(rootOf(file, files), path) : joinPath(folderOf(file), path);
    const source = await files.read(full);
    if (source !== null) parts.push({ file: full, text: withoutComments(source, ['//', '/*']) });
  }
  return parts;
}

/**
 * The folder of the build that a file is part of: the nearest one above with settings, else the repository. A
 * build's own code is part of the build.
 */
function rootOf(file: string, files: Files): string {
  const roots = files.paths
    .filter((path) => isSettings(path) && isWithin(file, folderOf(path)))
    .map(folderOf);
  return roots.reduce((nearest, root) => (root.length > nearest.length ? root : nearest), '');
}

function isSettings(path: string): boolean {
  return /(?:^|\/)settings\.gradle(?:\.kts)?$/.test(path) && !BUILD_CODE.test(path);
}

const MIN_SDK =
  /(?<![\w.])(?:defaultConfig\.)?minSdk(?:Version)?(?![\w:])\s*(?:\{\s*version\s*=\s*release\s*\(|\.set\s*\(|=(?!=)|\(|(?=[\s"']))\s*([^\n;}]+)/g;

function minSdksIn(text: string): readonly MinSdk[] {
  return [...text.matchAll(MIN_SDK)].flatMap(({ index, 1: expression = '' }) => {
    const blocks = blocksAt(text, index);
    // `ext { minSdkVersion = 24 }` is a name for others to refer to.
    if (blocks.some((block) => /^(?:ext|extra|buildscript)\b/.test(block))) return [];
    return [{ expression: expression.trim(), line: lineAt(text, index), blocks }];
  });
}

/** What stands before each open brace around a place: `android`, `defaultConfig`. */
function blocksAt(text: string, index: number): readonly string[] {
  const blocks: string[] = [];
  for (const { 0: mark, index: at } of text.slice(0, index).matchAll(/[{}]/g))
    if (mark === '}') blocks.pop();
    else blocks.push(/([^\n{};]*)$/.exec(text.slice(0, at))?.[1]?.trim() ?? '');
  return blocks;
}

/** The flavor that a setting is for; null for all of them. */
function flavorOf(blocks: readonly string[]): string | null {
  const at = blocks.findIndex((block) => /^(?:productFlavors|flavors)\b/.test(block));
  const block = at < 0 ? undefined : blocks[at + 1];
  return block === undefined
    ? null
    : (/["']([^"']+)["']/.exec(block)?.[1] ?? /(\w+)\W*$/.exec(block)?.[1] ?? null);
}

/** Where an expression is, to look up what it refers to. */
interface Use {
  readonly file: string;
  readonly text: string;
  readonly line: number;
}

/** The level that an expression comes to, followed by one reference; null if it cannot be followed. */
async function resolve(expression: string, use: Use, files: Files): Promise<Declared | null> {
  const place = { file: use.file, line: use.line };
  const literal = /^\(?\s*["']?(\d{1,2})["']?\s*(?:\)|\.toInt\(\)|$)/.exec(expression)?.[1];
  if (literal !== undefined) return declaredBy(literal, place.file, place.line);
  // React Native's and Flutter's own minimum is in neither of the repository's files.
  if (/\bflutter\./.test(expression)) return null;
  const root = rootOf(use.file, files);
  const key = /\bversions\.([\w.]+?)\.(?:get|requiredVersion|asProvider|orNull)\b/.exec(expression)?.[1];
  const named = /findVersion\s*\(\s*["']([^"']+)["']/.exec(expression)?.[1];
  if (key !== undefined || named !== undefined) return catalogVersion(key ?? named ?? '', root, files);
  const names = [
    ...expression
      .replace(/\b(?:toInt|toInteger|get|as|Integer|parseInt|Int|String|toString)\b/g, '')
      .matchAll(/[A-Za-z_]\w*/g),
  ];
  const isCall = /^[\w.]*\(\s*["'](\w+)["']/.exec(expression)?.[1];
  const name = isCall ?? names.at(-1)?.[0];
  return name === undefined ? null : definition(name, use, root, files);
}

function declaredBy(level: string, file: string, line: number): Declared | null {
  const version = androidVersion(Number(level));
  return version === null ? null : { version, api: Number(level), place: { file, line } };
}

/** A version of a catalog: `libs.versions.min.sdk` is `min-sdk`, `min_sdk` or `min.sdk`. */
async function catalogVersion(key: string, root: string, files: Files): Promise<Declared | null> {
  const wanted = key.replace(/[-_]/g, '.');
  const listed = files.paths.filter((path) => path.endsWith('.versions.toml') && isWithin(path, root));
  const usual = joinPath(root, 'gradle/libs.versions.toml');
  for (const file of new Set([usual, ...listed])) {
    const text = withoutComments((await files.read(file)) ?? '', ['#']);
    for (const { index, 1: name = '', 2: level = '' } of text.matchAll(
      /^\s*["']?([\w.-]+)["']?\s*=\s*["'](\d{1,2})["']/gm,
    ))
      if (name.replace(/[-_]/g, '.') === wanted)
        return declaredBy(level, file, lineAt(text, index + name.length));
  }
  return null;
}

/** Where a name is given a number: in the file itself, in the build's files, in the code of the build. */
async function definition(name: string, use: Use, root: string, files: Files): Promise<Declared | null> {
  const usual = ['build.gradle', 'build.gradle.kts', 'gradle.properties'].map((each) => joinPath(root, each));
  const listed = files.paths.filter(
    (path) =>
      isWithin(path, root) && (BUILD_CODE.test(path) || /\.gradle(?:\.kts)?$|gradle\.properties$/.test(path)),
  );
  const given = new RegExp(
    // `minSdk = 26`, `minSdk: 26`, `val minSdk by extra(26)`; `set("minSdk", 26)`
    `(?:(?<![\\w.])(?:ext\\.|extra\\.|project\\.ext\\.)?["']?${name}["']?\\]?\\s*(?::\\s*Int\\s*)?(?:=|:|\\bby\\s+extra\\s*\\()|` +
      `\\bset\\(\\s*["']${name}["']\\s*,)\\s*["']?(\\d{1,2})\\b(?!\\.)`,
  );
  for (const file of new Set([use.file, ...usual, ...listed])) {
    const source = file === use.file ? use.text : await files.read(file);
    const text = withoutComments(source ?? '', file.endsWith('.properties') ? ['#'] : ['//', '/*']);
    const found = given.exec(text);
    if (found !== null) return declaredBy(found[1] ?? '', file, lineAt(text, found.index + found[0].length));
  }
  return null;
}

/** The minimum that a build's own plugins give to modules without one; null unless there is exactly one. */
async function conventionalMinimum(files: Files): Promise<Declared | null> {
  const likely = (path: string): number => Number(!/android|sdk|config/i.test(path.split('/').at(-1) ?? ''));
  const code = files.paths
    .filter((path) => BUILD_CODE.test(path) && !/\/test\//.test(path))
    .toSorted((one, other) => likely(one) - likely(other))
    .slice(0, MOST_CODE);
  const found: Declared[] = [];
  for (const file of code) {
    const text = withoutComments((await files.read(file)) ?? '', ['//', '/*']);
    for (const use of minSdksIn(text)) {
      const declared = await resolve(use.expression, { file, text, line: use.line }, files);
      if (declared !== null) found.push(declared);
    }
  }
  const levels = new Set(found.map(({ api }) => api));
  return levels.size === 1 ? (found[0] ?? null) : null;
}

/** More files of a build's code nobody has; each is a request to GitHub. */
const MOST_CODE = 40;
