// Searches and reads the source files of a folder, on the disk or of a commit. `git grep` searches, so only
// the few files that can hold a call are read and parsed.
import { FileTooLarge, readRegularFile, resolveInside } from '../../../text/checkout-file.ts';
import { decodeText } from '../../repository/decode.ts';
import { git } from '../../repository/git.ts';
import { openRepository, realFolder, type Repository } from '../../repository/repository.ts';
import { ENDINGS, languageOf } from './languages.ts';

/** The source files of a folder. */
export interface SourceTree {
  /**
   * The paths of the files that hold one of these texts, from the folder; for more than `MANY_TEXTS` texts,
   * the paths of all files.
   */
  readonly search: (texts: readonly string[]) => Promise<readonly string[]>;
  /** Files of the folder with their texts, without those that are too large: `tooLarge` names these. */
  readonly read: (paths: readonly string[]) => AsyncGenerator<readonly [path: string, text: string]>;
  readonly tooLarge: ReadonlySet<string>;
}

/** Larger files are made by programs. */
export const FILE_LIMIT_BYTES = 2_000_000;

/** How many files git is asked for at once: memory holds no more of a large repository. */
const FILES_AT_ONCE = 50;

/** Folders of other people's code. */
const FOREIGN = ['node_modules', 'Pods', 'Carthage', 'vendor', '.build', 'DerivedData', '.dart_tool'];

/** The files on the disk. Throws `InputError` if the folder is not there, or git is not. */
export async function openSourceTree(folder: string): Promise<SourceTree> {
  const root = await realFolder(folder);
  const isTracked = (await openRepository(root)) !== null;
  const places = isTracked ? ['--untracked'] : ['--no-index', '--exclude-standard'];
  const tooLarge = new Set<string>();
  return {
    tooLarge,
    read: async function* (paths) {
      for (const path of paths) {
        const text = readSource(root, path, tooLarge);
        if (text !== null) yield [path, text];
      }
    },
    search: (texts) => searchFiles(root, texts, places, ''),
  };
}

/** The files as a commit holds them. */
export async function openCommitTree(repository: Repository, commit: string): Promise<SourceTree> {
  const files = await repository.files(commit);
  const tooLarge = new Set<string>();
  return {
    tooLarge,
    read: async function* (paths) {
      for (let start = 0; start < paths.length; start += FILES_AT_ONCE) {
        const batch = paths.slice(start, start + FILES_AT_ONCE).filter((path) => files.has(path));
        const hashOf = (path: string) => files.get(path) ?? '';
        const texts = await repository.texts(batch.map(hashOf), FILE_LIMIT_BYTES);
        for (const path of batch) {
          const text = texts.get(hashOf(path));
          if (text === undefined) tooLarge.add(path);
          else yield [path, text];
        }
      }
    },
    search: (texts) => searchFiles(repository.folder, texts, [commit], `${commit}:`),
  };
}

/**
 * The source files that hold one of these texts. git prints `prefix` before each path of a commit:
 * `HASH:a.swift`.
 */
async function searchFiles(
  folder: string,
  texts: readonly string[],
  places: readonly string[],
  prefix: string,
): Promise<readonly string[]> {
  // git takes one text a line. A name with a line break in it is written with an escape, so no file holds it
  // anyway.
  const lines = texts.filter((text) => !/[\n\0]/.test(text)).map((text) => `${text}\n`);
  if (lines.length === 0) return [];
  // The empty text is in every file. git is slow with many texts: it compares each line with each.
  const wanted = lines.length > MANY_TEXTS ? ['-e', ''] : ['-f', '-'];
  const { output } = await git(
    folder,
    ['grep', '-l', '-z', '-I', '-F', ...wanted, ...places, '--', ...PATHS],
    { input: lines.join(''), codes: [0, 1] },
  );
  const paths = output
    .toString()
    .split('\0')
    .filter((path) => path !== '');
  return paths.map((path) => path.slice(prefix.length)).filter((path) => languageOf(path) !== null);
}

/** More texts than the names and wrappers of nearly any app. */
export const MANY_TEXTS = 200;

const PATHS = [
  ...ENDINGS.map((ending) => `*.${ending}`),
  ...FOREIGN.flatMap((name) => [`:(exclude)${name}/*`, `:(exclude)*/${name}/*`]),
];

/**
 * The text of a file of the folder; null if it cannot be read, is too large (then in `tooLarge`), or leads
 * outside.
 */
export function readSource(
  root: string,
  path: string,
  tooLarge: Set<string>,
  limitBytes = FILE_LIMIT_BYTES,
): string | null {
  try {
    return decodeText(readRegularFile(resolveInside(root, path), limitBytes));
  } catch (error) {
    if (error instanceof FileTooLarge) tooLarge.add(path);
    return null;
  }
}
