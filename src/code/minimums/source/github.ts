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
  const pullFiles = await source.listChangedFiles();
  const kinds = KINDS.filter((kind) => pullFiles.some((file) => isTouched(kind, file)));
  if (kinds.length === 0) return null;
  const basePaths = await source.listFiles(base);
  const previousPaths = new Set(pullFiles.flatMap(({ previous }) => previous ?? []));
  const pullPaths = new Set(pullFiles.flatMap(({ path, isRemoved }) => (isRemoved ? [] : path)));
  const pathsBefore: ReadonlySet<string> = basePaths === null ? previousPaths : new Set(basePaths);
  const pathsAfter = pathsBefore.difference(previousPaths).union(pullPaths);
  // Without a list of the base's files, any path may exist there.
  const mayBeInBase = (path: string) => basePaths === null || pathsBefore.has(path);
  const commitBefore = (path: string) => (mayBeInBase(path) ? base : null);
  const commitAfter = (path: string) => {
    if (pullPaths.has(path)) return head;
    return mayBeInBase(path) && !previousPaths.has(path) ? base : null;
  };
  // Without that list nobody knows whether a project is next to a Podfile.
  const isNeeded = (path: string) =>
    mayDeclare(path) &&
    kinds.some(({ files }) => files.test(path)) &&
    (basePaths !== null || !FOLLOWERS.test(path));
  const texts = new Map<string, Promise<string | null>>();
  const filesOf = (paths: ReadonlySet<string>, commitOf: (path: string) => string | null): Files => ({
    paths: [...paths].filter(isNeeded),
    read: async (path) => {
      const commit = commitOf(path);
      if (commit === null) return null;
      return getOrAdd(texts, `${commit}:${path}`, () => source.readFile(path, commit));
    },
  });
  return {
    before: filesOf(pathsBefore, commitBefore),
    after: filesOf(pathsAfter, commitAfter),
    changed: new Set(pullFiles.map(({ path }) => path)),
  };
}

/** Files that are read together, and the changed lines that can hold a minimum or say where it is. */
interface FileKind {
  readonly files: RegExp;
  readonly lines: RegExp;
}

/** Whether a file of a pull request is of a kind, and has such a line. */
function isTouched({ files, lines }: FileKind, { path, previous, patch }: PullFile): boolean {
  const isOfKind = [path, previous ?? path].some((each) => mayDeclare(each) && files.test(each));
  return isOfKind && (patch === null || lines.test(patch));
}

/** Each file is a request, so those of the other kinds are not read. */
const KINDS: readonly FileKind[] = [
  {
    files: /\.(?:pbxproj|xcconfig|plist|ya?ml)$|Podfile$/,
    lines:
      /^[-+].*(?:DEPLOYMENT_TARGET|SDKROOT|SUPPORTED_PLATFORMS|productType|baseConfiguration|#include|deploymentTarget|\bplatforms?\b|\b(?:i|mac|tv|watch|vision)OS\b|MinimumOSVersion|<string>[\d.]+<|[=:]\s*["']?\d{1,2}(?:\.\d+)?["']?\s*;?\s*$)/im,
  },
  { files: /\.podspec$/, lines: /^[-+].*(?:deployment_target|platform)/m },
  {
    files: /Package[^/]*\.swift$/,
    lines: /^[-+].*(?:platforms|\b(?:i|mac|tv|watch|vision)OS\b)/m,
  },
  {
    files: /\.(?:gradle|kts|toml|kt|properties)$/,
    // 14 to 39 are the levels of Android that can be a minimum.
    lines:
      /^[-+](?!.*(?:compile|target)_?-?sdk).*(?:min_?-?sdk|android|plugin|apply|[=:(,]\s*["']?(?:1[4-9]|[23]\d)["']?[\s);,]*$)/im,
  },
  { files: /package\.json$/, lines: /^[-+].*"electron"/m },
];
