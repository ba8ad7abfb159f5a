// The source files of a folder, on the disk or of a commit.
import { realpath } from 'node:fs/promises';
import { FileTooLarge, readRegularFile, resolveInside } from '../../../text/checkout-file.ts';
import { decodeText } from '../../repository/decode.ts';
import { InputError } from '../../../text/errors.ts';
import { git } from '../../repository/git.ts';
import { openRepository, type Repository } from '../../repository/repository.ts';
import { ENDINGS, languageOf } from './languages.ts';

/** The source files of a folder. */
export interface SourceTree {
  /** Paths of files, from the folder, that hold one of these texts; of many texts, paths of all files. */
  readonly search: (texts: readonly string[]) => Promise<readonly string[]>;
  /** Files of the folder with their texts, without those that are too large: `tooLarge` names these. */
  readonly read: (paths: readonly string[]) => AsyncGenerator<readonly [path: string, text: string]>;
  readonly tooLarge: ReadonlySet<string>;
}

/** Larger files are made by programs. */
export const FILE_LIMIT_BYTES = 2_000_000;

/** Each time git is started for them. */
const FILES_AT_ONCE = 50;

/** What other people's code is kept in. */
const FOREIGN = ['node_modules', 'Pods', 'Carthage', 'vendor', '.build', 'DerivedData', '.dart_tool'];

/** The files on the disk. Throws `InputError` if the folder is not there, or git is not. */
export async function openSourceTree(folder: string): Promise<SourceTree> {
  const root = await realpath(folder).catch(() => {
    throw new InputError([`the folder ${JSON.stringify(folder)} does not exist, so no code was read`]);
  });
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
        const part = paths.slice(start, start + FILES_AT_ONCE).filter((path) => files.has(path));
        const hashOf = (path: string): string => files.get(path) ?? '';
        const texts = await repository.texts(part.map(hashOf), FILE_LIMIT_BYTES);
        for (const path of part) {
          const text = texts.get(hashOf(path));
          if (text === undefined) tooLarge.add(path);
          else yield [path, text];
        }
      }
    },
    search: (texts) => searchFiles(repository.folder, texts, [commit], `${commit}:`),
  };
}

/** The source files that hold one of these texts; git prints a path after a prefix. */
async function searchFiles(
  folder: string,
  texts: readonly string[],
  places: readonly string[],
  prefix: string,
): Promise<readonly string[]> {
  // git cannot look for these, which no file has as they stand: a name that holds one is written with an
  // escape.
  const lines = texts.filter((text) => !/[\n\0]/.test(text)).map((text) => `${text}\n`);
  if (lines.length === 0) return [];
  // git compares each line with each text, and finds an empty one in every line.
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

/** More texts than a program's own wrappers and names are. */
export const MANY_TEXTS = 200;

const PATHS = [
  ...ENDINGS.map((ending) => `*.${ending}`),
  ...FOREIGN.flatMap((name) => [`:(exclude)${name}/*`, `:(exclude)*/${name}/*`]),
];

/** A file that is no file of the folder, or none that is read, is none. */
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
