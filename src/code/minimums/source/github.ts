// Both sides of a pull request, for the readers of build files, through GitHub's API: the Action needs no
// checkout. Each file is a request, so only files that the change can concern are read.
import { getOrAdd } from '../../../text/get-or-add.ts';
import { type Files, mayDeclare } from '../reading/files.ts';
import { FOLLOWERS } from '../reading/minimums.ts';
import type { Change } from '../reading/raises.ts';

/** A file of a pull request. */
export interface PullFile {
  readonly path: string;
  /** Its path before, if it was moved; null if it is new. */
  readonly previous: string | null;
  readonly isRemoved: boolean;
  /** Its changed lines; null if GitHub leaves them out. */
  readonly patch: string | null;
}

/** The requests to GitHub for a pull request. */
export interface PullSource {
  readonly listChangedFiles: () => Promise<readonly PullFile[]>;
  /** The paths of all files of a commit; null if GitHub does not list them all. */
  readonly listFiles: (ref: string) => Promise<readonly string[] | null>;
  readonly readFile: (path: string, ref: string) => Promise<string | null>;
}

/**
 * Both sides of a pull request, read as far as its change needs; null if it touches no line that can hold a
 * minimum. A file that it leaves alone is read at the base, where it will be merged into.
 */
export async function readPullChange(
  source: PullSource,
  { base, head }: { readonly base: string; readonly head: string },
): Promise<Change | null> {
  const files = await source.listChangedFiles();
  const kinds = KINDS.filter(([name, lines]) =>
    files.some(
      ({ path, previous, patch }) =>
        [path, previous ?? path].some((each) => mayDeclare(each) && name.test(each)) &&
        (patch === null || lines.test(patch)),
    ),
  );
  if (kinds.length === 0) return null;
  const listed = await source.listFiles(base);
  // Without a list nobody knows whether a project is next to a Podfile.
  const isNeeded = (path: string): boolean =>
    mayDeclare(path) && kinds.some(([name]) => name.test(path)) && (listed !== null || !FOLLOWERS.test(path));
  const pathsBefore = listed ?? files.flatMap(({ previous }) => previous ?? []);
  const pathsInPull = new Set(files.flatMap(({ path, isRemoved }) => (isRemoved ? [] : path)));
  const previousPaths = new Set(files.flatMap(({ previous }) => previous ?? []));
  const pathsAfter = new Set([...pathsBefore.filter((path) => !previousPaths.has(path)), ...pathsInPull]);
  const texts = new Map<string, Promise<string | null>>();
  // `refOf` says at which commit a path is read; null if it is not there.
  const side = (paths: readonly string[], refOf: (path: string) => string | null): Files => ({
    paths: paths.filter(isNeeded),
    read: (path) => {
      const ref = refOf(path);
      return ref === null
        ? Promise.resolve(null)
        : getOrAdd(texts, `${ref}:${path}`, () => source.readFile(path, ref));
    },
  });
  const mayExist = (path: string, paths: ReadonlySet<string>): boolean => listed === null || paths.has(path);
  const pathsBeforeSet = new Set(pathsBefore);
  return {
    before: side(pathsBefore, (path) => (mayExist(path, pathsBeforeSet) ? base : null)),
    after: side([...pathsAfter], (path) => {
      if (pathsInPull.has(path)) return head;
      return mayExist(path, pathsAfter) && !previousPaths.has(path) ? base : null;
    }),
    changed: new Set(files.map(({ path }) => path)),
  };
}

/**
 * Files that are read together, since each is a request, and the changed lines that can hold a minimum or say
 * where it is.
 */
const KINDS = [
  [
    /\.(?:pbxproj|xcconfig|plist|ya?ml)$|Podfile$/,
    /^[-+].*(?:DEPLOYMENT_TARGET|SDKROOT|SUPPORTED_PLATFORMS|productType|baseConfiguration|#include|deploymentTarget|\bplatforms?\b|\b(?:i|mac|tv|watch|vision)OS\b|MinimumOSVersion|<string>[\d.]+<|[=:]\s*["']?\d{1,2}(?:\.\d+)?["']?\s*;?\s*$)/im,
  ],
  [/\.podspec$/, /^[-+].*(?:deployment_target|platform)/m],
  [/Package[^/]*\.swift$/, /^[-+].*(?:platforms|\b(?:i|mac|tv|watch|vision)OS\b)/m],
  [
    // The levels of Android that can be a minimum.
    /\.(?:gradle|kts|toml|kt|properties)$/,
    /^[-+](?!.*(?:compile|target)_?-?sdk).*(?:min_?-?sdk|android|plugin|apply|[=:(,]\s*["']?(?:1[4-9]|[23]\d)["']?[\s);,]*$)/im,
  ],
  [/package\.json$/, /^[-+].*"electron"/m],
] as const;
