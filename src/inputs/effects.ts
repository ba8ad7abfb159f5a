import { fileErrorReason } from '../text/file-error.ts';
import type { Problems } from './problems.ts';
import type { Partials } from './request.ts';
import type { LoadYaml } from './yaml/value.ts';

/** What reading the inputs takes from its surroundings. */
export interface InputEffects {
  /** Reads a UTF-8 text file, its path relative to the working directory; throws as `node:fs` does. */
  readonly readFile: (path: string) => string;
  /** The names of the files in a folder, its path relative to the working directory; none where there is no such folder. */
  readonly listFolder?: (path: string) => readonly string[];
  /** A sentence that says what is wrong with a Handlebars template or a partial that it uses, or null. `name` is what messages call it. */
  readonly checkTemplate: (name: string, source: string, partials?: Partials) => string | null | Promise<string | null>;
  readonly loadYaml: LoadYaml;
  /** What is wrong with a threshold's assertion and at which character (from 1), or null. */
  readonly checkAssertion: (
    source: string,
    isCompared: boolean,
  ) => Promise<{ readonly why: string; readonly at: number; readonly hint: string | null } | null>;
  /** Whether the event is a fork's or Dependabot's pull request, whose runs get no secrets. */
  readonly fromFork: boolean;
}

const SIZE_LIMIT = 1_048_576;

/** Reads a file that an input names; null once a problem was noted. An empty file is one. */
export function readNamedFile(
  at: string,
  path: string,
  expected: string,
  { readFile, problems }: Pick<InputEffects, 'readFile'> & { readonly problems: Problems },
): string | null {
  let text: string;
  try {
    text = readFile(path).replace(/^\uFEFF/, '');
  } catch (error) {
    return problems.add({ at, given: path, why: reasonOf(error), expected });
  }
  if (text.trim() === '') return problems.add({ at, given: path, why: 'the file is empty', expected });
  if (text.includes('\0'))
    return problems.add({
      at,
      given: path,
      why: 'the file is no text in UTF-8 (UTF-16 perhaps); save it as that',
      expected,
    });
  if (text.length > SIZE_LIMIT)
    return problems.add({ at, given: path, why: 'the file is larger than 1 MiB', expected });
  return text;
}

/** In a workflow, a missing file is most often a repository that was not checked out. */
function reasonOf(error: unknown): string {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return `${fileErrorReason(error)}${isMissing ? ' (was the repository checked out before this step?)' : ''}`;
}
