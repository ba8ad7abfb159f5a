// Reads the minimum Android version of each module of a Gradle build: its `minSdk`, which `min-sdk.ts` looks
// up. A module can have flavors, such as `free` and `paid`, each with a `minSdk` of its own.
import { getOrAdd } from '../../../text/get-or-add.ts';
import {
  type Declared,
  type Files,
  folderOf,
  isAside,
  joinPath,
  type Minimum,
  nameOf,
  type TargetKind,
  withoutComments,
} from './files.ts';
import { BUILD_CODE, buildOf, type Code, declaredBy, findMinSdks } from './min-sdk.ts';

/** The minimums of all modules of Android builds, for each flavor that sets its own. */
export async function readGradle(files: Files): Promise<readonly Minimum[]> {
  const code = codeOf(files);
  const modules = files.paths.filter((path) => MODULE.test(path) && !BUILD_CODE.test(path));
  const minimums = await Promise.all(modules.map((file) => readModule(file, code)));
  return minimums.flat();
}

const MODULE = /(?:^|\/)build\.gradle(?:\.kts)?$/;

/** The files without their comments, each read once. */
function codeOf({ paths, read }: Files): Code {
  const texts = new Map<string, Promise<string>>();
  const readCode = async (file: string) => {
    const source = (await read(file)) ?? '';
    return withoutComments(source, /\.(?:toml|properties)$/.test(file) ? ['#'] : ['//', '/*']);
  };
  return { paths, read: (file) => getOrAdd(texts, file, () => readCode(file)) };
}

async function readModule(file: string, code: Code): Promise<readonly Minimum[]> {
  const text = await code.read(file);
  const kind = kindOf(file, text);
  if (kind === null) return [];
  const minSdks = await findMinSdks([file, ...appliedScripts(file, text, code)], code);
  // Under null: for all flavors. A null value: a `minSdk` is set, but to what cannot be read from the files.
  const declaredByFlavor = new Map<string | null, Declared | null>();
  for (const [flavor, [first]] of Map.groupBy(minSdks, (minSdk) => minSdk.flavor))
    if (first !== undefined) declaredByFlavor.set(flavor, await declaredBy(first, code));
  if (kind === 'app' && !declaredByFlavor.has(null))
    declaredByFlavor.set(null, await declaredByPlugins(code));
  const project = folderOf(file);
  return [...declaredByFlavor].flatMap(([flavor, declared]): readonly Minimum[] => {
    if (declared === null) return [];
    const module = nameOf(project) || 'app';
    const target = flavor === null ? module : `${module} (${flavor})`;
    return [{ platform: 'Android', target, kind, project, declared, others: [declared] }];
  });
}

/**
 * What a module makes (an app, a library), by the plugins that it applies. A build's own convention plugin
 * is recognised by its name, or by what it leaves to the module (`applicationId`). Null: it makes nothing.
 */
function kindOf(file: string, text: string): TargetKind | null {
  const applied = text.replace(/^.*\bapply\s*(?:=\s*)?\(?false\b.*$/gm, '');
  const kind = KINDS.find(([, plugin]) => plugin.test(applied))?.[0] ?? null;
  return kind !== null && isAside(folderOf(file)) ? 'other' : kind;
}

/** By what a build file holds: `id("com.android.application")`, `alias(libs.plugins.android.library)`. */
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

/** The scripts that a module applies: `apply from: "min.gradle"`, or `"$rootDir/min.gradle"` of its build. */
function appliedScripts(file: string, text: string, code: Code): readonly string[] {
  return [...text.matchAll(APPLY_FROM)].map(([, root, path = '']) =>
    joinPath(root === undefined ? folderOf(file) : buildOf(file, code), path),
  );
}

const APPLY_FROM = /\bapply(?:\s*\(\s*|\s+)from\s*[:=]\s*["'](\$\{?\w[\w.]*\}?\/|\/)?([^"'\n]+)/g;

/** The minimum that a build's own plugins give to modules without one; null unless there is exactly one. */
async function declaredByPlugins(code: Code): Promise<Declared | null> {
  const plugins = code.paths.filter((path) => BUILD_CODE.test(path) && !path.includes('/test/'));
  const minSdks = await findMinSdks(plugins.slice(0, MOST_PLUGINS), code);
  const all = await Promise.all(minSdks.map((minSdk) => declaredBy(minSdk, code)));
  const declarations = all.filter((declared) => declared !== null);
  const levels = new Set(declarations.map(({ api }) => api));
  return levels.size === 1 ? (declarations[0] ?? null) : null;
}

/** More files of build code than real builds have; for the Action, each is a request to GitHub. */
const MOST_PLUGINS = 40;
