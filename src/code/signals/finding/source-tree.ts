import { realpath } from 'node:fs/promises';
import { FileTooLarge, readRegularFile, resolveInside } from '../../../text/checkout-file.ts';
import { decodeText } from '../../repository/decode.ts';
import { InputError } from '../../../text/errors.ts';
import { git } from '../../repository/git.ts';
import { openRepository, type Repository } from '../../repository/repository.ts';
import { ENDINGS, languageOf } from './languages.ts';

/** The source files of a folder. */
export interface SourceTree {
  /** Paths of files, from the folder, that hold one of these texts. */
  readonly search: (texts: readonly string[]) => Promise<readonly string[]>;
  /** A file's text; null if it is not a file of the folder, or too large, which `tooLarge` then names. */
  readonly read: (path: string) => Promise<string | null>;
  readonly tooLarge: ReadonlySet<string>;
}

/** Larger files are made by programs. */
export const FILE_LIMIT_BYTES = 2_000_000;

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
    read: async (path) => readSource(root, path, tooLarge),
    search: (texts) => searchFiles(root, texts, places, ''),
  };
}

/** The files as a commit holds them. */
export async function openCommitTree(repository: Repository, commit: string): Promise<SourceTree> {
  const files = await repository.files(commit);
  const tooLarge = new Set<string>();
  return {
    tooLarge,
    read: async (path) => {
      const hash = files.get(path);
      if (hash === undefined) return null;
      const text = (await repository.texts([hash], FILE_LIMIT_BYTES)).get(hash);
      if (text === undefined) tooLarge.add(path);
      return text ?? null;
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
  const { output } = await git(
    folder,
    ['grep', '-l', '-z', '-I', '-F', '-f', '-', ...places, '--', ...PATHS],
    { input: lines.join(''), codes: [0, 1] },
  );
  const paths = output
    .toString()
    .split('\0')
    .filter((path) => path !== '');
  return paths.map((path) => path.slice(prefix.length)).filter((path) => languageOf(path) !== null);
}

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
