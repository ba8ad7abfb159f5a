import { InputError } from '../../text/errors.ts';
import { findMergeBase } from './finding/base.ts';
import { findAllCalls } from './finding/calls.ts';
import { findChanges, type FoundChanges } from './finding/changes.ts';
import type { CallForm } from './finding/sdk-calls.ts';
import { git, openSourceTree } from './finding/source-tree.ts';
import { changedNames } from './joining/changed-names.ts';
import { codeNames, type CodeName } from './joining/signal.ts';

/** What is looked for in the code. */
interface SignalScope {
  readonly folder: string;
  /** Wrappers of one's own. */
  readonly calls: readonly CallForm[];
  /**
   * A commit to compare with; null for the whole folder. `head` is the pull request's last commit, if it is
   * one.
   */
  readonly diff: { readonly base: string; readonly head: string | null } | null;
}

/** The names in the code, and where. */
export interface FoundNames {
  readonly names: readonly CodeName[];
  readonly unread: readonly string[];
  /** The line now of a place that may be the base's; null if its file is gone. */
  readonly lineNow: FoundChanges['lineNow'];
}

/**
 * Finds the names that the code sends, or those that a change touches. Throws `InputError` if the code cannot
 * be read.
 */
export async function findNames({ folder, calls, diff }: SignalScope): Promise<FoundNames> {
  const tree = await openSourceTree(folder);
  if (diff === null) {
    const found = await findAllCalls(tree, calls);
    return { names: codeNames(found.calls), unread: found.unread, lineNow: (_, line) => line };
  }
  const changes = await findChanges(tree, await findMergeBase(tree, diff.base, diff.head), calls);
  return { names: changedNames(changes), unread: changes.unread, lineNow: changes.lineNow };
}

/** The repository that a folder is in; the folder itself if it is in none. */
export async function repositoryOf(folder: string): Promise<string> {
  const found = await git(folder, ['rev-parse', '--show-toplevel'], [0, 128]).catch((error: unknown) => {
    if (error instanceof InputError) return '';
    throw error;
  });
  return found.trim() === '' ? folder : found.trim();
}
