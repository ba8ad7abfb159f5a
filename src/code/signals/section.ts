// Builds the report's section on event names: the names in the code, with the events that came and the
// insights and gates that read them. The Action calls it for the input `signals`; `insight-report signals`
// has its own way.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { resolveInside } from '../../text/checkout-file.ts';
import { whyWithoutNumbers } from '../../report/client/errors.ts';
import { InputError } from '../../text/errors.ts';
import { fileErrorReason } from '../../text/file-error.ts';
import type { SignalsRequest } from '../../report/inputs/request.ts';
import type { SignalResult, Signals } from '../../report/results/results.ts';
import { findNames, type FoundNames } from './find.ts';
import { ownCall } from './finding/sdk-calls.ts';
import type { Usage } from './joining/events.ts';
import type { SavedQuery, Watcher } from './joining/filters.ts';
import { failing, joinSignals } from './joining/signal.ts';

/** The workflow run's checkout and pull request. */
interface SectionPlace {
  /** Where the checkout is. */
  readonly workspace: string;
  /** The pull request's base and its last commit; null if the run is about none. */
  readonly pullRequest: { readonly base: string; readonly head: string | null } | null;
}

/** The query service's answers: the events that came, and its saved insights. */
export interface Answers {
  readonly usage: Usage;
  readonly saved: readonly SavedQuery[];
}

/** A report's section on event names, and the names that fail the run. */
export interface Section {
  readonly signals: Signals;
  /** The names with a state that `fail-on` lists. */
  readonly failing: readonly SignalResult[];
  /** The line now of a place; null if its file is gone. */
  readonly lineNow: FoundNames['lineNow'];
}

/**
 * Builds the section; null if there is nothing to show: the run has no pull request, or it touches no name
 * and all of its code could be read. `ask` queries the service; it is null if there is no token.
 * `watchersOf` finds the insights and gates that read a name, among those that the service lists, too. If
 * code or service cannot be read, the section says so; nothing is thrown.
 */
export async function buildSection(
  request: SignalsRequest,
  { workspace, pullRequest }: SectionPlace,
  ask: (() => Promise<Answers>) | null,
  watchersOf: (saved: readonly SavedQuery[]) => readonly Watcher[],
): Promise<Section | null> {
  const { whole, interval } = request;
  const base = request.diff ?? pullRequest?.base ?? null;
  if (!whole && base === null) return null;
  const scope = whole ? 'whole' : 'change';
  const namesOrProblem = await readCode(request, workspace, base, pullRequest?.head ?? null);
  if (typeof namesOrProblem === 'string')
    return {
      signals: { scope, interval: null, problem: namesOrProblem, signals: [], unread: [] },
      failing: [],
      lineNow: (_, line) => line,
    };
  const { names, unread, lineNow } = namesOrProblem;
  if (!whole && names.length + unread.length === 0) return null;
  // The text is why the service did not answer; undefined: it was not asked.
  const answersOrProblem = await ask?.().catch(whyWithoutNumbers);
  const { usage, saved } =
    typeof answersOrProblem === 'object' ? answersOrProblem : { usage: null, saved: [] };
  const joined = joinSignals(names, usage, watchersOf(saved), scope);
  const signals: Signals = {
    scope,
    unread,
    signals: joined,
    interval: usage === null ? null : interval.label,
    problem: typeof answersOrProblem === 'string' ? answersOrProblem : null,
  };
  return { signals, failing: failing(joined, request.failOn), lineNow };
}

/** The names in the code; a text says why it cannot be read. */
async function readCode(
  { whole, folder, calls }: SignalsRequest,
  workspace: string,
  base: string | null,
  head: string | null,
): Promise<FoundNames | string> {
  if (!existsSync(join(workspace, '.git')))
    return 'There is no code to read: signals needs a step with actions/checkout before this one, with "fetch-depth: 0".';
  const diff = whole || base === null ? null : { base, head };
  try {
    const root = folderInside(workspace, folder);
    const foundNames = await findNames({ folder: root, calls: calls.map(ownCall), diff });
    return inFolder(folder, foundNames);
  } catch (error) {
    if (error instanceof InputError) return `The code could not be read: ${error.problems.join(' ')}`;
    throw error;
  }
}

/** The folder's real path. Throws `InputError`. */
function folderInside(workspace: string, folder: string): string {
  try {
    return resolveInside(workspace, folder);
  } catch (error) {
    throw new InputError([`the folder ${JSON.stringify(folder)}: ${fileErrorReason(error)}.`]);
  }
}

/**
 * The same places from the checkout's root, which annotations count from: `b.swift` in `./app/` →
 * `app/b.swift`.
 */
function inFolder(folder: string, { names, unread, unfollowed, lineNow }: FoundNames): FoundNames {
  const rooted = (file: string) => posix.join(folder, file);
  return {
    names: names.map((each) => ({
      ...each,
      places: each.places.map(({ file, line }) => ({ file: rooted(file), line })),
    })),
    unread: unread.map(rooted),
    unfollowed,
    lineNow: (file, line) => lineNow(posix.relative(folder, file), line),
  };
}
