// Druid answers a query although a server with some events is away. The census compares what is stored with
// what is served, so that the service refuses such an answer instead of giving a wrong number:
// 1. Before a query is sent, take a view of its namespace (what is stored, served and lost), a second old.
// 2. Once it is answered, read the gaps that Druid noticed itself, and look whether what the view calls
//    served still is. If so, and nothing stored is missing, the answer is whole.
// 3. Otherwise take a new view, and refuse the answer unless that view has no gap either.
import { enclosingRange, parseAbsoluteInterval } from '../../tql/interval.ts';
import { ClusterAwayError } from '../../service/errors.ts';
import { intervalOf, namesOf, type Stretch } from '../archive/segments.ts';
import type { Druid } from '../druid.ts';
import { DruidError } from '../druid-error.ts';
import { overlaps } from './missing.ts';
import { progressOf } from './progress.ts';
import { keyOf, readServed, type Served } from './served.ts';
import { lookAgain, notWhole, type View } from './view.ts';
import { getOrAdd } from '../../text/get-or-add.ts';

/** Proves that answers are whole, by what is stored and what Druid's servers serve. */
export interface Census {
  /**
   * To be called before a query is sent. The returned function throws `ClusterAwayError` unless the query's
   * answer is whole.
   */
  begin(namespace: string, intervals: readonly string[]): (context: string) => Promise<void>;
  /** Watches a namespace all the time, since events come in. */
  watch(namespace: string): void;
  /** Runs a task that stores segments. Until it has ended, no earlier view of the namespace is trusted. */
  during<T>(namespace: string, task: () => Promise<T>): Promise<T>;
  /** The times of a namespace whose events are not all served, as Druid writes them. */
  gaps(namespace: string): Promise<readonly string[]>;
  close(): void;
}

/** How old a view may be when a query is sent. */
const VIEW_AGE_MS = 1000;
/**
 * How often a namespace that is watched, or some events of which only tasks hold, is looked at while nobody
 * queries it.
 */
const WATCH_MS = 3000;
/** For so long after a query its namespace is looked at every second: the next query often follows soon. */
const AFTER_QUERY_MS = 10_000;

/** What is added to the context of each query: as many gaps as fit into a header. */
export const PROOF_CONTEXT = { uncoveredIntervalsLimit: 60 };

interface NamespaceState {
  view: View | null;
  /** The view that is being made. */
  looking: { readonly atMs: number; readonly done: Promise<View> } | null;
  queriedMs: number;
  isWatched: boolean;
  /** How many tasks that store segments are running. */
  busy: number;
}

/** Keeps the latest view of each namespace, and renews it while queries or events come. */
function keepViews(druid: Druid) {
  const all = new Map<string, NamespaceState>();
  const askProgress = progressOf(druid.overlord);
  const stateOf = (namespace: string) =>
    getOrAdd(all, namespace, () => ({
      view: null,
      looking: null,
      queriedMs: -Infinity,
      isWatched: false,
      busy: 0,
    }));
  /** A view that was begun at or after a moment. */
  const viewSince = async (namespace: string, atMs: number): Promise<View> => {
    const state = stateOf(namespace);
    while (state.looking !== null && state.looking.atMs < atMs) await state.looking.done.catch(() => null);
    if (state.looking !== null) return state.looking.done;
    if (state.view !== null && state.view.atMs >= atMs) return state.view;
    const done = lookAgain(druid, namespace, { last: state.view, isBusy: state.busy > 0, askProgress })
      .then((view) => (state.view = view))
      .finally(() => {
        state.looking = null;
      });
    state.looking = { atMs: performance.now(), done };
    return done;
  };
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const [namespace, { view, queriedMs, isWatched, looking }] of all) {
      const isHeld = isWatched || (view !== null && view.held.length > 0);
      const isDue = nowMs - queriedMs < AFTER_QUERY_MS || (isHeld && nowMs - (view?.atMs ?? 0) > WATCH_MS);
      if (isDue && looking === null) void viewSince(namespace, nowMs).catch(() => null);
    }
  }, VIEW_AGE_MS / 2);
  timer.unref();
  const close = () => {
    clearInterval(timer);
  };
  return { stateOf, viewSince, close };
}

/**
 * Makes a census of a cluster. `isImporting` says whether another process stores segments of a namespace.
 */
export function takeCensus(
  druid: Druid,
  isImporting: (namespace: string) => Promise<boolean> = () => Promise.resolve(false),
): Census {
  const { stateOf, viewSince, close } = keepViews(druid);
  return {
    begin: (namespace, intervals) => {
      const sentMs = performance.now();
      const queriedStretches = intervals.map(readStretch);
      const before = viewSince(namespace, sentMs - VIEW_AGE_MS).catch(() => null);
      stateOf(namespace).queriedMs = sentMs;
      const importing = isImporting(namespace);
      return async (context) => {
        const answeredMs = performance.now();
        const gaps = readUncovered(context);
        const isLate = answeredMs - sentMs > VIEW_AGE_MS;
        try {
          const isBusy =
            stateOf(namespace).busy > 0 || (await importing) || (isLate && (await isImporting(namespace)));
          const view = isBusy || gaps === null ? null : await before;
          if (view !== null && notCounted(view, queriedStretches, gaps ?? []).length === 0) {
            if (await isStillServed(druid, namespace, view.served, queriedStretches)) return;
          }
          checkWhole(
            namespace,
            notCounted(await viewSince(namespace, answeredMs), queriedStretches, gaps ?? []),
          );
        } catch (error) {
          if (!(error instanceof DruidError) || error.status < 500) throw error;
          // A server that goes or comes: what it cannot say is not proven.
          throw new ClusterAwayError(error.message, { cause: error, problem: PARTIAL });
        }
      };
    },
    watch: (namespace) => {
      stateOf(namespace).isWatched = true;
    },
    during: async (namespace, task) => {
      const state = stateOf(namespace);
      state.busy++;
      try {
        return await task();
      } finally {
        state.busy--;
      }
    },
    gaps: async (namespace) => {
      const view = await viewSince(namespace, performance.now() - WATCH_MS);
      return namesOf(notWhole(view, [readStretch('')]));
    },
    close,
  };
}

/**
 * The times within some stretches for which an answer is not whole, by a view and by the gaps that Druid
 * found while it answered: a server that is started again is gone for less than a second, and no view need
 * show that.
 */
function notCounted(
  view: View,
  queriedStretches: readonly Stretch[],
  gaps: readonly Stretch[],
): readonly Stretch[] {
  const lost = gaps.filter((gap) => view.stored.some((each) => overlaps(each, gap)));
  return [...notWhole(view, queriedStretches), ...lost];
}

/**
 * Whether all that was served for some stretches still is. Druid chooses the segments of a query a moment
 * after it looks for gaps, and leaves out, without a word, those whose server it has just lost.
 */
async function isStillServed(
  { broker }: Druid,
  namespace: string,
  served: Served,
  queriedStretches: readonly Stretch[],
): Promise<boolean> {
  const queriedSegments = served.segments.filter((each) =>
    queriedStretches.some((one) => overlaps(one, each)),
  );
  const stretch = enclosingRange(queriedSegments);
  if (stretch === null) return true;
  const interval = intervalOf(stretch);
  const parts = PARTS.get(served) ?? new Map<string, Served>();
  const last = parts.get(interval) ?? null;
  const now = await readServed(broker, namespace, interval, last);
  if (now === last) return true;
  if (now.key !== keyOf(served.segments.filter((each) => overlaps(each, stretch)))) return false;
  if (parts.size < MOST_PARTS) PARTS.set(served, parts.set(interval, now));
  return true;
}

/** The parts of what is served that were requested again and had not changed, by their intervals. */
const PARTS = new WeakMap<Served, Map<string, Served>>();
const MOST_PARTS = 50;

function checkWhole(namespace: string, missing: readonly Stretch[]): void {
  if (missing.length === 0) return;
  const places = namesOf(missing).slice(0, 10).join(', ');
  throw new ClusterAwayError(`Druid does not serve all events of ${namespace} in ${places}`, {
    problem: PARTIAL,
  });
}

const PARTIAL = 'Not all events of the interval are loaded at the moment; try again in a few seconds.';

function readStretch(interval: string): Stretch {
  return parseAbsoluteInterval(interval) ?? { startMs: -Infinity, endMs: Infinity };
}

/** The gaps that Druid found while it answered; null if it does not say them all. */
function readUncovered(context: string): readonly Stretch[] | null {
  const intervalList = /"uncoveredIntervals":\[([^\]]*)\]/.exec(context)?.[1] ?? '';
  if (!context.startsWith('{') || /"(?:uncoveredIntervalsOverflowed|truncated)":true/.test(context))
    return null;
  return [...intervalList.matchAll(/"([^"]+)"/g)].map(([, interval = '']) => readStretch(interval));
}
