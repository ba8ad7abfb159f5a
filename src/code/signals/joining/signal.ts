// Joins names, events and readers to one list, and decides which of them fail the run.
import type { SignalFailure } from '../../../report/inputs/request.ts';
import type { SignalResult } from '../../../report/results/results.ts';
import { AUTOMATIC_EVENTS } from '../finding/sdk-calls.ts';
import type { Place, SentName } from '../finding/calls.ts';
import type { Usage } from './events.ts';
import type { Watcher } from './filters.ts';

type Signal = SignalResult;
type State = NonNullable<Signal['state']>;

/** A name in the code: where it is, and what the change does to it. */
export interface CodeName {
  readonly name: string;
  readonly isComputed: boolean;
  readonly places: readonly Place[];
  /** Null if nothing is compared, or it was and is sent. */
  readonly change: 'added' | 'removed' | { readonly to: string } | null;
}

/** The names of calls with all their places, in the order of the code. */
export function codeNames(
  calls: readonly (Place & { readonly sent: readonly SentName[] })[],
): readonly CodeName[] {
  const names = new Map<string, CodeName>();
  for (const { file, line, sent } of calls)
    for (const { name, isComputed } of sent) {
      const key = `${isComputed ? '~' : '='}${name}`;
      const places = [...(names.get(key)?.places ?? []), { file, line }];
      names.set(key, { name, isComputed, places, change: null });
    }
  return [...names.values()];
}

/**
 * Joins names in the code with what came and what watches them. `withUnknown`: whether names that are only
 * among the events count.
 */
export function joinSignals(
  code: readonly CodeName[],
  usage: Usage | null,
  watchers: readonly Watcher[],
  withUnknown: boolean,
): readonly Signal[] {
  const patterns = code
    .filter(({ isComputed }) => isComputed)
    .map((each) => ({ ...each, matches: patternOf(each.name) }));
  const literal = new Set(code.filter(({ isComputed }) => !isComputed).map(({ name }) => name));
  const strangers = [...(withUnknown && usage !== null ? usage.byName.keys() : [])].filter(
    (name) => !literal.has(name),
  );
  const uncoded = strangers.flatMap((name): readonly CodeName[] => {
    const source = patterns.find(({ matches }) => matches(name));
    if (source === undefined && AUTOMATIC_EVENTS.has(name)) return [];
    return [{ name, isComputed: false, places: source?.places ?? [], change: null }];
  });
  return [...code, ...uncoded].map((each) => joinSignal(each, usage, watchers)).sort(byWorth);
}

function joinSignal(code: CodeName, usage: Usage | null, watchers: readonly Watcher[]): Signal {
  const { name, isComputed, places, change } = code;
  const use = isComputed ? undefined : usage?.byName.get(name);
  const watching = isComputed ? [] : watchers.filter(({ watches }) => watches(name));
  const titles = (kind: Watcher['kind']): readonly string[] => [
    ...new Set(watching.filter((each) => each.kind === kind).map(({ title }) => title)),
  ];
  const isCounted = usage !== null && !isComputed;
  const users = isCounted ? (use?.users ?? 0) : null;
  return {
    name,
    places,
    events: isCounted ? (use?.events ?? 0) : null,
    users,
    share: users === null || usage === null || usage.users === 0 ? null : users / usage.users,
    lastSeen: use?.lastSeen ?? null,
    state: stateOf(code, usage),
    ...(typeof change === 'object' && change !== null ? { to: change.to } : {}),
    insights: titles('insight'),
    gates: titles('gate'),
  };
}

/** The share of users below which a name is rare. */
const RARE = 0.001;

function stateOf({ name, isComputed, places, change }: CodeName, usage: Usage | null): State | null {
  if (isComputed) return 'dynamic';
  if (change === 'removed') return 'removed';
  if (change !== null && typeof change === 'object') return 'renamed';
  const use = usage?.byName.get(name);
  if (use === undefined || use.events === 0) {
    if (change === 'added') return 'new';
    return usage === null ? null : 'silent';
  }
  if (places.length === 0) return 'unknown';
  return usage !== null && use.users < RARE * usage.users ? 'rare' : 'live';
}

/**
 * Matches received names with the constant parts of a computed name; a name without any matches none.
 */
function patternOf(pattern: string): (name: string) => boolean {
  const texts = pattern.split(/\{[^{}]*\}/);
  if (texts.every((text) => text === '')) return () => false;
  const [first = '', ...others] = texts;
  const last = others.pop() ?? '';
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
      return false;
    const inner = name.slice(first.length, name.length - last.length);
    let at = 0;
    return others.every((text) => {
      const position = inner.indexOf(text, at);
      at = position + text.length;
      return position >= 0;
    });
  };
}

function byWorth(one: Signal, other: Signal): number {
  const worthOf = ({ state }: Signal): number => (state === null ? UNASKED : WORTH[state]);
  const worth = worthOf(one) - worthOf(other);
  if (worth !== 0) return worth;
  const users = (other.users ?? 0) - (one.users ?? 0);
  return users !== 0 ? users : one.name < other.name ? -1 : 1;
}

/** Tables begin with what needs a look. */
const WORTH: Readonly<Record<State, number>> = {
  renamed: 0,
  removed: 1,
  new: 2,
  silent: 3,
  rare: 4,
  unknown: 5,
  live: 6,
  dynamic: 8,
};
/** A name that nothing is known of. */
const UNASKED = 7;

/** The signals that one of these reasons holds for. */
export function failing(signals: readonly Signal[], failures: readonly SignalFailure[]): readonly Signal[] {
  const isUsed = ({ users, events, insights, gates }: Signal): boolean =>
    (users ?? 0) > 0 || (events ?? 0) > 0 || insights.length + gates.length > 0;
  return signals.filter((signal) =>
    failures.some((failure) => {
      const [state, used] = failure.split('-');
      return signal.state === state && (used === undefined || isUsed(signal));
    }),
  );
}
