import { InputError } from '../../../text/errors.ts';
import { languageOf } from './languages.ts';
import { FILE_LIMIT_BYTES, git, type SourceTree } from './source-tree.ts';

/** A source file that differs from the base; null where it is not. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The commit that a change began at: the merge base of HEAD and `base`. Of a pull request's merge commit it
 * is the first parent, which the second, `head`, was merged into. Throws `InputError` if it is not there,
 * with the line to write if the checkout is shallow.
 */
export async function findMergeBase(tree: SourceTree, base: string, head: string | null): Promise<string> {
  if (!tree.isRepository)
    throw new InputError([
      `${tree.folder} is not in a git repository, or in one of another user (git's safe.directory): nothing can be compared with ${base}`,
    ]);
  const parents = (await git(tree.folder, ['rev-list', '--parents', '-n', '1', 'HEAD'], [0, 128]))
    .trim()
    .split(' ');
  const [, first, second] = parents;
  if (head !== null && first !== undefined && second === head) return first;
  if (base.startsWith('-'))
    throw new InputError([`--diff: ${JSON.stringify(base)} is not a branch, tag or commit`]);
  const found = (await git(tree.folder, ['merge-base', base, 'HEAD'], [0, 1, 128]).catch(() => '')).trim();
  if (/^[0-9a-f]{40,64}$/.test(found)) return found;
  const isShallow =
    (await git(tree.folder, ['rev-parse', '--is-shallow-repository'], [0, 128])).trim() === 'true';
  throw new InputError([isShallow ? shallowMessage(base) : noBaseMessage(base)]);
}

function shallowMessage(base: string): string {
  return `the checkout is shallow, so the commit that the change began at (${base}) is not there: write "fetch-depth: 0" under "with:" of actions/checkout`;
}

function noBaseMessage(base: string): string {
  return `git does not know ${JSON.stringify(base)}, or it has nothing in common with HEAD: fetch it first, for example with "git fetch origin main", and give "--diff origin/main"`;
}

/**
 * The source files that differ between a commit and the folder as it is on the disk, files that git does not
 * know yet included.
 */
export async function changedFiles(tree: SourceTree, base: string): Promise<readonly ChangedFile[]> {
  const raw = [
    'diff',
    '--raw',
    '-z',
    '--no-renames',
    '--no-abbrev',
    '--no-ext-diff',
    '--relative',
    base,
    '--',
    '.',
  ];
  const fields = (await git(tree.folder, raw, [0])).split('\0');
  const added = await git(tree.folder, ['ls-files', '-z', '--others', '--exclude-standard'], [0]);
  const blobs = new Map<string, string | null>();
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [mode = '', , hash = ''] = fields[index]?.split(' ') ?? [];
    // A link is no file.
    blobs.set(fields[index + 1] ?? '', mode.startsWith(':100') ? hash : null);
  }
  for (const path of added.split('\0')) if (!blobs.has(path)) blobs.set(path, null);
  const paths = [...blobs.keys()].filter((path) => languageOf(path) !== null);
  const before = await readBlobs(
    tree,
    paths.flatMap((path) => blobs.get(path) ?? []),
  );
  return Promise.all(
    paths.map(async (path) => ({
      path,
      before: before.get(blobs.get(path) ?? '') ?? null,
      after: await tree.read(path),
    })),
  );
}

/** The texts of blobs that are not too large, by their hash. */
async function readBlobs(tree: SourceTree, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (hashes.length === 0) return new Map();
  const input = `${hashes.join('\n')}\n`;
  const sizes = (await git(tree.folder, ['cat-file', '--batch-check'], [0], input)).trim().split('\n');
  const small = sizes.flatMap((line) => {
    const [hash = '', kind, size] = line.split(' ');
    return kind === 'blob' && Number(size) <= FILE_LIMIT_BYTES ? [hash] : [];
  });
  const texts = new Map<string, string>();
  for (const hash of new Set(small)) texts.set(hash, await git(tree.folder, ['cat-file', 'blob', hash], [0]));
  return texts;
}
