import { getOrAdd } from '../../../text/get-or-add.ts';
import { type Files, mayDeclare } from '../reading/files.ts';
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

/** What is asked of GitHub for a pull request. */
export interface PullSource {
  readonly listChangedFiles: () => Promise<readonly PullFile[]>;
  /** The paths of all files of a commit; null if they are not to be had. */
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
  const touched = files.filter(
    ({ path, previous, patch }) =>
      [path, previous ?? path].some(mayDeclare) && (patch === null || LINES.test(patch)),
  );
  if (touched.length === 0) return null;
  const kinds = KINDS.filter((kind) =>
    touched.some(({ path, previous }) => kind.test(path) || kind.test(previous ?? '')),
  );
  const isNeeded = (path: string): boolean => mayDeclare(path) && kinds.some((kind) => kind.test(path));
  const added = new Map(files.map((file) => [file.path, file]));
  const listed = await source.listFiles(base);
  const was = listed ?? files.flatMap(({ previous }) => previous ?? []);
  const gone = new Set(
    files.flatMap(({ isRemoved, path, previous }) =>
      isRemoved || previous !== path ? [isRemoved ? path : previous] : [],
    ),
  );
  const is = new Set([
    ...was.filter((path) => !gone.has(path)),
    ...files.filter(({ isRemoved }) => !isRemoved).map(({ path }) => path),
  ]);
  const texts = new Map<string, Promise<string | null>>();
  const read = (path: string, ref: string): Promise<string | null> =>
    getOrAdd(texts, `${ref}:${path}`, () => source.readFile(path, ref));
  const before: Files = { paths: was.filter(isNeeded), read: (path) => read(path, base) };
  const after: Files = {
    paths: [...is].filter(isNeeded),
    read: (path) => {
      if (gone.has(path) && !is.has(path)) return Promise.resolve(null);
      return read(path, added.has(path) ? head : base);
    },
  };
  return { before, after, changed: new Set(files.map(({ path }) => path)) };
}

/** Files that are read together: each is a request. */
const KINDS = [
  /\.(?:pbxproj|xcconfig|plist|ya?ml)$|Podfile$/,
  /\.podspec$/,
  /Package[^/]*\.swift$/,
  /\.(?:gradle|kts|toml|kt|properties)$/,
  /package\.json$/,
];

/** A changed line that can hold a minimum, or say where it is. */
const LINES =
  /^[-+].*(?:DEPLOYMENT_TARGET|SDKROOT|SUPPORTED_PLATFORMS|productType|[bB]aseConfiguration|#include|min_?-?sdk|deployment_?target|\bplatforms?\b|\b(?:i|mac|tv|watch|vision)OS\b|MinimumOSVersion|<string>[\d.]+<|"electron"|[=:(,]\s*["']?\d{1,2}(?:\.\d+)?["']?\s*[);,]*\s*$)/im;
