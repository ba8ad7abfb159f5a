// Says what a change does to event names, by the calls that it touches: added, removed, renamed. Pure.
import { getOrAdd } from '../../../text/get-or-add.ts';
import type { FoundCall, Place } from '../finding/calls.ts';
import type { FoundChanges } from '../finding/changes.ts';
import type { CallPair } from '../finding/pairs.ts';
import { codeNames, type CodeName } from './signal.ts';

/** What a change does to the names of the calls that it touches. */
export function changedNames(changes: FoundChanges): readonly CodeName[] {
  const { before, after, sentBefore } = changes;
  const namesAfter = codeNames(after).map((codeName): CodeName => ({
    ...codeName,
    change: sentBefore.has(codeName.name) ? null : 'added',
  }));
  const textsAfter = new Set(namesAfter.map(({ name }) => name));
  const renames = findRenames(changes);
  const goneNames = codeNames(before)
    .filter(({ name, isComputed }) => !textsAfter.has(name) && !isComputed)
    .map((codeName) => goneName(codeName, changes, renames));
  return [...namesAfter, ...goneNames];
}

/** A name that no touched call sends now: another call still sends it, or it was renamed, or removed. */
function goneName(
  codeName: CodeName,
  { after, sentAfter }: FoundChanges,
  renames: ReadonlyMap<string, string>,
): CodeName {
  if (sentAfter.has(codeName.name)) return { ...codeName, places: [], change: null };
  const newName = renames.get(codeName.name);
  return newName === undefined
    ? { ...codeName, change: 'removed' }
    : { ...codeName, change: { to: newName }, places: placesOf(newName, after) };
}

function placesOf(name: string, calls: readonly FoundCall[]): readonly Place[] {
  return calls
    .filter(({ sent }) => sent.some((sentName) => sentName.name === name))
    .map(({ file, line }) => ({ file, line }));
}

/** Names that are gone → the only name that took their place, where that is certain. */
function findRenames(changes: FoundChanges): ReadonlyMap<string, string> {
  const { sameCalls, sentBefore, sentAfter } = changes;
  const newNames = new Map<string, Set<string>>();
  for (const [callBefore, callAfter] of [...sameCalls, ...movedCalls(changes)]) {
    const [from, to] = [onlyName(callBefore), onlyName(callAfter)];
    if (from === null || to === null) continue;
    // A name that is still sent was not renamed, and one that was sent before is not its new name.
    if (!sentAfter.has(from) && !sentBefore.has(to)) getOrAdd(newNames, from, () => new Set()).add(to);
  }
  const certain = [...newNames].filter(([, names]) => names.size === 1);
  return new Map(certain.map(([from, [to = '']]) => [from, to]));
}

/**
 * Calls that may have moved: of those that pass the same other arguments, the only one that went, and the
 * only one that came.
 */
function movedCalls(changes: FoundChanges): readonly CallPair[] {
  const { before, after, sentBefore, sentAfter, sameCalls } = changes;
  const paired = new Set(sameCalls.flat());
  const byParameters = (calls: readonly FoundCall[], sentOnOtherSide: ReadonlySet<string>) => {
    const candidates = calls.filter(
      (each) =>
        !paired.has(each) && each.call.parameters !== '' && !sentOnOtherSide.has(onlyName(each) ?? ''),
    );
    return Map.groupBy(candidates, ({ call }) => call.parameters);
  };
  const came = byParameters(after, sentBefore);
  return [...byParameters(before, sentAfter)].flatMap(([parameters, [callBefore, ...othersBefore]]) => {
    const [callAfter, ...othersAfter] = came.get(parameters) ?? [];
    const isOnlyPair = othersBefore.length + othersAfter.length === 0;
    return callBefore && callAfter && isOnlyPair ? [[callBefore, callAfter] as const] : [];
  });
}

/** The name that a call sends; null if it is computed, or one of several. */
function onlyName({ sent: [only, ...others] }: FoundCall): string | null {
  return only === undefined || others.length > 0 || only.isComputed ? null : only.name;
}
