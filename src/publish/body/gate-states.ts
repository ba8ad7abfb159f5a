/** What a gate came to. */
type Outcome = 'passed' | 'warned' | 'failed' | 'inconclusive';

/** A gate of a report on its way to a post: `id` is the same in every run. */
export interface PostedGate {
  readonly id: string;
  readonly outcome: Outcome;
}

/**
 * What a post remembers of a gate: since when it has its outcome, and which one it had before, if it changed
 * with that post.
 */
export interface GateState extends PostedGate {
  /** The time of the first report with this outcome, in epoch milliseconds, to the second. */
  readonly sinceMs: number;
  /** The outcome in the report before, and the time of that report. */
  readonly was: { readonly outcome: Outcome; readonly atMs: number } | null;
}

/** How many gates a post remembers: the first ones. */
const GATE_LIMIT = 100;
/** The greatest length of a gate in the state, with its separator. */
const UNITS_PER_GATE = 31;

/** The greatest length of what the state holds of so many gates. */
export function gateStateUnits(count: number): number {
  return Math.min(count, GATE_LIMIT) * UNITS_PER_GATE;
}

/**
 * The states of a report's gates, given the state of the post before. A run that is repeated finds its own
 * post: what changed with that post is still what changed.
 */
export function nextGateStates(
  earlier: EarlierPost | null,
  gates: readonly PostedGate[],
  run: { readonly id: string | null; readonly atMs: number },
): readonly GateState[] {
  const known = new Map((earlier?.gates ?? []).map((state) => [state.id, state]));
  const earlierMs = writtenAtMs(earlier);
  return gates.map(({ id, outcome }) => {
    const before = known.get(id);
    const now = { id, outcome, sinceMs: toSeconds(run.atMs) * 1000 };
    if (before === undefined || earlierMs === null) return { ...now, was: null };
    if (before.outcome !== outcome) return { ...now, was: { outcome: before.outcome, atMs: earlierMs } };
    return earlier?.run === run.id ? before : { ...before, was: null };
  });
}

/** What the state of the post before says of its run, its time and its gates. */
interface EarlierPost {
  readonly run: string;
  readonly write: string;
  readonly gates: readonly GateState[];
}

/** When a post was written, in epoch milliseconds; null if its state does not say. */
export function writtenAtMs(state: Pick<EarlierPost, 'write'> | null): number | null {
  const [, time] = /^\d+\.([0-9a-z]{8,9})$/.exec(state?.write ?? '') ?? [];
  return time === undefined ? null : Number.parseInt(time, 36);
}

const LETTERS: Readonly<Record<Outcome, string>> = {
  passed: 'p',
  warned: 'w',
  failed: 'f',
  inconclusive: 'i',
};

/**
 * The gates as a field of the state: `<id>.<outcome>.<since>`, and `.<outcome>.<time>` of what was before if
 * it changed; `/` in between.
 */
export function writeGateStates(states: readonly GateState[]): string {
  return states
    .slice(0, GATE_LIMIT)
    .map(({ id, outcome, sinceMs, was }) => {
      const before = was === null ? '' : `.${LETTERS[was.outcome]}.${toSeconds(was.atMs).toString(36)}`;
      return `${id}.${LETTERS[outcome]}.${toSeconds(sinceMs).toString(36)}${before}`;
    })
    .join('/');
}

const STATE = /^([0-9a-f]{10})\.([pwfi])\.([0-9a-z]{6,7})(?:\.([pwfi])\.([0-9a-z]{6,7}))?$/;

/** Reads the field; what is not a gate's state is left out. */
export function readGateStates(field: string): readonly GateState[] {
  return field.split('/', GATE_LIMIT).flatMap((text) => {
    const [, id = '', letter, since = '', wasLetter, at = ''] = STATE.exec(text) ?? [];
    const outcome = outcomeOf(letter);
    if (outcome === undefined) return [];
    const wasOutcome = outcomeOf(wasLetter);
    const was = wasOutcome === undefined ? null : { outcome: wasOutcome, atMs: toMs(at) };
    return [{ id, outcome, sinceMs: toMs(since), was }];
  });
}

function outcomeOf(letter: string | undefined): Outcome | undefined {
  return (Object.keys(LETTERS) as Outcome[]).find((outcome) => LETTERS[outcome] === letter);
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

function toMs(seconds: string): number {
  return Number.parseInt(seconds, 36) * 1000;
}
