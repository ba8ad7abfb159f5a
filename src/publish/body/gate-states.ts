import type { GateState, PostState } from './state.ts';

/** A gate of a report on its way to a post: `id` is the same in every run. */
export type PostedGate = Pick<GateState, 'id' | 'outcome'>;

/** How many gates a post remembers: the first ones. */
export const GATE_LIMIT = 100;

/**
 * The states of a report's gates, given the state of the post before. A run that is repeated finds its own
 * post: what changed with that post is still what changed.
 */
export function nextGateStates(
  earlier: Pick<PostState, 'run' | 'atMs' | 'gates'>,
  gates: readonly PostedGate[],
  run: { readonly id: string | null; readonly atMs: number },
): readonly GateState[] {
  const known = new Map(earlier.gates.map((state) => [state.id, state]));
  return gates.slice(0, GATE_LIMIT).map(({ id, outcome }) => {
    const before = known.get(id);
    const now = { id, outcome, sinceMs: run.atMs };
    if (before === undefined || earlier.atMs === null) return { ...now, was: null };
    if (before.outcome !== outcome) return { ...now, was: { outcome: before.outcome, atMs: earlier.atMs } };
    return earlier.run === run.id ? before : { ...before, was: null };
  });
}
