// Reads the source files that a pull request changes, as both commits have them.
import type { Change } from '../../repository/change.ts';
import { changedBlobs } from '../../repository/repository.ts';
import { languageOf } from './languages.ts';
import { FILE_LIMIT_BYTES } from './source-tree.ts';

/** A source file that differs between the commits; a text is null if there is no file, or it is too large. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly isTooLarge: boolean;
}

/** The source files that differ between the commits. */
export async function changedFiles({ repository, before, after }: Change): Promise<readonly ChangedFile[]> {
  const lists = [await repository.files(before), await repository.files(after)] as const;
  const changed = changedBlobs(...lists).filter(({ path }) => languageOf(path) !== null);
  const hashes = changed.flatMap((file) => [file.before, file.after].filter((hash) => hash !== null));
  const texts = await repository.texts(hashes, FILE_LIMIT_BYTES);
  const textOf = (hash: string | null) => (hash === null ? null : (texts.get(hash) ?? null));
  return changed.map(({ path, before: was, after: is }) => ({
    path,
    before: textOf(was),
    after: textOf(is),
    isTooLarge: is !== null && textOf(is) === null,
  }));
}
