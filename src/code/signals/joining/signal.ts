// Joins the names in the code, the events that came and the insights that read them to one list, and decides
// which names fail the run (`fail-on`). `insight-report signals` and the report's section on event names call
// it. Pure.
import type { SignalFailure } from '../../../report/inputs/request.ts';
import type { SignalResult, Signals } from '../../../report/results/results.ts';
import { AUTOMATIC_EVENTS } from '../finding/sdk-calls.ts';
import type { Place, SentName } from '../finding/calls.ts';
import type { Usage } from './events.ts';
import type { Watcher } from './filters.ts';

type Signal = SignalResult;

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
 * Joins names in the code with what came and what watches them. In the `whole` code a name that only events
 * have is a signal, too; in a `change` it is not, since other files may send it.
 */
export function joinSignals(
  code: readonly CodeName[],
  usage: Usage | null,
  watchers: readonly Watcher[],
  scope: Signals['scope'],
): readonly Signal[] {
  const patterns = code
    .filter(({ isComputed }) => isComputed)
    .map((each) => ({ ...each, matches: patternOf(each.name) }));
  const literal = new Set(code.filter(({ isComputed }) => !isComputed).map(({ name }) => name));
  const received = scope === 'whole' && usage !== null ? [...usage.byName.keys()] : [];
  const notInCode = received.flatMap((name): readonly CodeName[] => {
    if (literal.has(name)) return [];
    const source = patterns.find(({ matches }) => matches(name));
    if (source === undefined && AUTOMATIC_EVENTS.has(name)) return [];
    return [{ name, isComputed: false, places: source?.places ?? [], change: null }];
  });
  return [...code, ...notInCode].map((each) => joinSignal(each, usage, watchers)).sort(byUrgency);
}

function joinSignal(code: CodeName, usage: Usage | null, watchers: readonly Watcher[]): Signal {
  const { name, isComputed, places, change } = code;
  const use = isComputed ? undefined : usage?.byName.get(name);
  const watching = isComputed ? [] : watchers.filter(({ watches }) => watches(name));
  const titles = (kind: Watcher['kind']) => [
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

function stateOf({ name, isComputed, places, change }: CodeName, usage: Usage | null): Signal['state'] {
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
 * Makes the test whether a received name, such as `screen.home`, can come from a computed one,
 * `screen.{page}`: it has its constant parts in their order. A computed name without constant parts matches
 * none.
 */
function patternOf(computedName: string): (name: string) => boolean {
  const texts = computedName.split(/\{[^{}]*\}/);
  if (texts.every((text) => text === '')) return () => false;
  const [first = '', ...others] = texts;
  const last = others.pop() ?? '';
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
      return false;
    let unmatched = name.slice(first.length, name.length - last.length);
    for (const text of others) {
      const index = unmatched.indexOf(text);
      if (index === -1) return false;
      unmatched = unmatched.slice(index + text.length);
    }
    return true;
  };
}

/** The order of tables: by what needs a look, then by users, then by name. */
function byUrgency(one: Signal, other: Signal): number {
  const urgency = ORDER.indexOf(one.state) - ORDER.indexOf(other.state);
  if (urgency !== 0) return urgency;
  const users = (other.users ?? 0) - (one.users ?? 0);
  if (users !== 0) return users;
  return one.name < other.name ? -1 : 1;
}

/**
 * What needs a look comes first. Null: the service was not queried, so it is not known whether the name is
 * used.
 */
const ORDER: readonly Signal['state'][] = [
  'renamed',
  'removed',
  'new',
  'silent',
  'rare',
  'unknown',
  'live',
  null,
  'dynamic',
];

/** The signals with one of the states of `fail-on`; `removed-used` takes only those that are used. */
export function failing(signals: readonly Signal[], failures: readonly SignalFailure[]): readonly Signal[] {
  const isUsed = ({ users, events, insights, gates }: Signal) =>
    (users ?? 0) > 0 || (events ?? 0) > 0 || insights.length + gates.length > 0;
  return signals.filter((signal) =>
    failures.some((failure) => {
      const [state, used] = failure.split('-');
      return signal.state === state && (used === undefined || isUsed(signal));
    }),
  );
}
