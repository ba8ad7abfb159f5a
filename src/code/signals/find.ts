// Finds the event names that an app's code sends, in a whole folder or in what a pull request changes: for
// `insight-report signals` and the report's section on event names.
import { type ChangeScope, findChange } from '../repository/change.ts';
import { findAllCalls, type FoundCall } from './finding/calls.ts';
import { findChanges, type FoundChanges } from './finding/changes.ts';
import type { CallForm } from './finding/sdk-calls.ts';
import { openSourceTree } from './finding/source-tree.ts';
import { changedNames } from './joining/changed-names.ts';
import { callName } from './finding/wrappers.ts';
import { codeNames, type CodeName } from './joining/signal.ts';

/** What is looked for in the code. */
interface SignalScope {
  readonly folder: string;
  /** Your own wrappers. */
  readonly calls: readonly CallForm[];
  /** The change to look at; null for the whole folder, as it is on the disk. */
  readonly diff: ChangeScope | null;
}

/** The names in the code, and where. */
export interface FoundNames {
  readonly names: readonly CodeName[];
  readonly unread: readonly string[];
  /** The `--call` of each function that passes a name on and whose callers were not found. */
  readonly unfollowed: readonly string[];
  /** The line now of a place that may be the base's; null if its file is gone. */
  readonly lineNow: FoundChanges['lineNow'];
}

/**
 * Finds the names that the code sends, or those that a change touches. Throws `InputError` if the code cannot
 * be read.
 */
export async function findNames({ folder, calls, diff }: SignalScope): Promise<FoundNames> {
  if (diff === null) {
    const foundCalls = await findAllCalls(await openSourceTree(folder), calls);
    const { calls: all, unread } = foundCalls;
    return { names: codeNames(all), unread, unfollowed: unfollowedIn(all), lineNow: (_, line) => line };
  }
  const changes = await findChanges(await findChange(folder, diff), calls);
  const { unread, lineNow } = changes;
  return { names: changedNames(changes), unread, unfollowed: unfollowedIn(changes.after), lineNow };
}

/** The wrappers whose calls are still among these: a wrapper whose callers were found is none of them. */
function unfollowedIn(calls: readonly FoundCall[]): readonly string[] {
  return [...new Set(calls.flatMap(({ call }) => (call.wrapper === null ? [] : [callName(call.wrapper)])))];
}
