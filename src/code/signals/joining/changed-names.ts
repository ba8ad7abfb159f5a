// From calls before and after a change to names: added, removed, renamed.
import type { FoundCalls, Place } from '../finding/calls.ts';
import type { FoundChanges } from '../finding/changes.ts';
import { codeNames, type CodeName } from './signal.ts';

type Call = FoundCalls['calls'][number];

/** What a change does to the names of the calls that it touches. */
export function changedNames(changes: FoundChanges): readonly CodeName[] {
  const { before, after, sentBefore, sentAfter } = changes;
  const renamed = findRenamed(changes);
  const now = codeNames(after).map((each): CodeName => ({
    ...each,
    change: sentBefore.has(each.name) ? null : 'added',
  }));
  const namesNow = new Set(now.map(({ name }) => name));
  const gone = codeNames(before).flatMap((each): readonly CodeName[] => {
    if (namesNow.has(each.name)) return [];
    if (sentAfter.has(each.name) || each.isComputed) return [{ ...each, places: [], change: null }];
    const to = renamed.get(each.name);
    return [
      to === undefined
        ? { ...each, change: 'removed' }
        : { ...each, change: { to }, places: placesOf(to, after) },
    ];
  });
  return [...now, ...gone.filter(({ isComputed }) => !isComputed)];
}

function placesOf(name: string, calls: readonly Call[]): readonly Place[] {
  return calls
    .filter(({ sent }) => sent.some((each) => each.name === name))
    .map(({ file, line }) => ({ file, line }));
}

/** Names that are gone → the only name that took their place, where that is certain. */
function findRenamed({
  before,
  after,
  sentBefore,
  sentAfter,
  sameCalls,
}: FoundChanges): ReadonlyMap<string, string> {
  const candidates = new Map<string, Set<string>>();
  const add = (one: Call, other: Call): void => {
    const [from, to] = [onlyName(one), onlyName(other)];
    if (from === null || to === null || sentAfter.has(from) || sentBefore.has(to)) return;
    candidates.set(from, (candidates.get(from) ?? new Set()).add(to));
  };
  for (const [one, other] of sameCalls) add(one, other);
  const paired = new Set(sameCalls.flat());
  const byParameters = (
    calls: readonly Call[],
    isOther: (name: string) => boolean,
  ): ReadonlyMap<string, readonly Call[]> =>
    Map.groupBy(
      calls.filter(
        (each) => !paired.has(each) && each.call.parameters !== '' && isOther(onlyName(each) ?? ''),
      ),
      ({ call }) => call.parameters,
    );
  const [went, came] = [
    byParameters(before, (name) => !sentAfter.has(name)),
    byParameters(after, (name) => !sentBefore.has(name)),
  ];
  for (const [parameters, ones] of went) {
    const others = came.get(parameters) ?? [];
    const [one, other] = [ones[0], others[0]];
    if (ones.length === 1 && others.length === 1 && one !== undefined && other !== undefined) add(one, other);
  }
  return new Map([...candidates].flatMap(([from, to]) => (to.size === 1 ? [[from, [...to][0] ?? '']] : [])));
}

function onlyName({ sent: [only, ...others] }: Call): string | null {
  return only === undefined || others.length > 0 || only.isComputed ? null : only.name;
}
