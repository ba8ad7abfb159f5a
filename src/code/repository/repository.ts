// Reads files from the commits of a git repository, for the readers of source code and of build files.
import { realpath } from 'node:fs/promises';
import { decodeText } from './decode.ts';
import { isOutside } from '../../text/checkout-file.ts';
import { InputError } from '../../text/errors.ts';
import { git, PARTIAL_CLONE } from './git.ts';

/** A file of two commits: the hash of what it holds in each; null where it is not there. */
interface ChangedBlob {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * A folder of a git repository. Files are read as commits hold them, never from the disk, so neither filters
 * nor links have a say. Paths count from the folder; commits are hashes.
 */
export interface Repository {
  readonly folder: string;
  /** The commit that a branch, tag or hash names; null if there is none. */
  readonly commit: (name: string) => Promise<string | null>;
  readonly parents: (commit: string) => Promise<readonly string[]>;
  /** The newest commit that both come from; null if there is none. */
  readonly mergeBase: (one: string, other: string) => Promise<string | null>;
  readonly isShallow: () => Promise<boolean>;
  /** The hash of each file of a commit by its path. Links and submodules are no files. */
  readonly files: (commit: string) => Promise<ReadonlyMap<string, string>>;
  /** The texts of hashes, without those that are larger. */
  readonly texts: (hashes: readonly string[], limitBytes: number) => Promise<ReadonlyMap<string, string>>;
}

/** The path of a folder without links. Throws `InputError` if there is no such folder. */
export function realFolder(folder: string): Promise<string> {
  return realpath(folder).catch(() => {
    throw new InputError([`the folder ${JSON.stringify(folder)} does not exist, so no code was read`]);
  });
}

/** Opens the repository that a folder is in; null if it is in none, or in one of another user. */
export async function openRepository(folder: string): Promise<Repository | null> {
  const root = await realFolder(folder);
  const isInside = await gitText(root, ['rev-parse', '--is-inside-work-tree'], [0, 128]);
  if (isInside !== 'true' || (await leadsOutside(root))) return null;
  return {
    folder: root,
    commit: (name) => findCommit(root, name),
    parents: async (commit) =>
      (await gitText(root, ['rev-list', '--parents', '-n', '1', commit])).split(' ').slice(1),
    mergeBase: async (one, other) => (await gitText(root, ['merge-base', one, other], [0, 1])) || null,
    isShallow: async () => (await gitText(root, ['rev-parse', '--is-shallow-repository'])) === 'true',
    files: (commit) => listFiles(root, commit),
    texts: (hashes, limitBytes) => readTexts(root, hashes, limitBytes),
  };
}

/** Whether a folder of the workspace belongs to a repository outside of it, by a link or a `.git` file. */
async function leadsOutside(folder: string): Promise<boolean> {
  const workspace = process.env['GITHUB_WORKSPACE'];
  if (workspace === undefined || isOutside(await realpath(workspace), folder)) return false;
  const place = await gitText(folder, ['rev-parse', '--path-format=absolute', '--git-common-dir']);
  return isOutside(await realpath(workspace), await realpath(place));
}

/** The root of the repository that a folder is in; the folder itself if it is in none. */
export async function repositoryRoot(folder: string): Promise<string> {
  return (await gitText(folder, ['rev-parse', '--show-toplevel'], [0, 128]).catch(() => '')) || folder;
}

/** The files that differ between two lists of one repository. */
export function changedBlobs(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly ChangedBlob[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
    .filter((file) => file.before !== file.after);
}

async function gitText(folder: string, args: readonly string[], codes?: readonly number[]): Promise<string> {
  const { output } = await git(folder, args, { ...(codes && { codes }) });
  return output.toString().trim();
}

async function findCommit(folder: string, name: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  return (await gitText(folder, args, [0, 1, 128])) || null;
}

async function listFiles(folder: string, commit: string): Promise<ReadonlyMap<string, string>> {
  const { output } = await git(folder, ['ls-tree', '-r', '-z', commit]);
  const files = new Map<string, string>();
  for (const entry of output.toString().split('\0')) {
    const [facts, path] = splitAt(entry, '\t');
    const [mode = '', , hash = ''] = facts.split(' ');
    if (mode.startsWith('100')) files.set(path, hash);
  }
  return files;
}

function splitAt(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}

/** So few that what git prints of one run stays small. */
const BLOBS_AT_ONCE = 50;

async function readTexts(
  folder: string,
  hashes: readonly string[],
  limitBytes: number,
): Promise<ReadonlyMap<string, string>> {
  const input = [...new Set(hashes)].map((hash) => `${hash}\n`);
  if (input.length === 0) return new Map();
  const { output } = await git(folder, ['cat-file', '--batch-check'], { input: input.join('') });
  const objects = output
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  if (objects.some(([, kind]) => kind === 'missing')) throw new InputError([PARTIAL_CLONE]);
  const small = objects.filter(([, kind, size]) => kind === 'blob' && Number(size) <= limitBytes);
  const texts = new Map<string, string>();
  for (let start = 0; start < small.length; start += BLOBS_AT_ONCE) {
    const batch = small.slice(start, start + BLOBS_AT_ONCE);
    const hashLines = batch.map(([hash = '']) => `${hash}\n`).join('');
    const { output: contents } = await git(folder, ['cat-file', '--batch'], { input: hashLines });
    // Each object is a line (`HASH blob SIZE`), its content, and a line break.
    let at = 0;
    for (const [hash = '', , size] of batch) {
      const begin = contents.indexOf('\n', at) + 1;
      at = begin + Number(size);
      texts.set(hash, decodeText(contents.subarray(begin, at)));
      at += 1;
    }
  }
  return texts;
}
