// Keeps the latest view of each namespace in memory, and asks Druid for a new one while queries or events
// come.
import { getOrAdd } from '../../text/get-or-add.ts';
import type { Druid } from '../druid.ts';
import { createAskProgress } from './progress.ts';
import { lookAgain, type View } from './view.ts';

/** How old a view may be when a query is sent. */
export const VIEW_AGE_MS = 1000;
/**
 * How often a namespace that is watched, or some events of which only tasks hold, is looked at while nobody
 * queries it.
 */
export const WATCH_MS = 3000;
/** For so long after a query its namespace is looked at every second: the next query often follows soon. */
const AFTER_QUERY_MS = 10_000;

interface NamespaceViews {
  view: View | null;
  /** The view that is being made. */
  viewInProgress: { readonly atMs: number; readonly view: Promise<View> } | null;
  /** When the last query was sent. */
  queriedMs: number;
  isWatched: boolean;
  /** How many tasks that store segments are running. */
  storingTasks: number;
}

/** Call `close` at the end: a timer renews the views. */
export function keepViews(druid: Druid) {
  const states = new Map<string, NamespaceViews>();
  const askProgress = createAskProgress(druid.overlord);
  const stateOf = (namespace: string) =>
    getOrAdd(states, namespace, () => ({
      view: null,
      viewInProgress: null,
      queriedMs: -Infinity,
      isWatched: false,
      storingTasks: 0,
    }));
  /** A view that was begun at or after a moment. */
  const viewSince = async (namespace: string, atMs: number): Promise<View> => {
    const state = stateOf(namespace);
    while (state.viewInProgress !== null && state.viewInProgress.atMs < atMs)
      await state.viewInProgress.view.catch(() => null);
    if (state.viewInProgress !== null) return state.viewInProgress.view;
    if (state.view !== null && state.view.atMs >= atMs) return state.view;
    const isBusy = state.storingTasks > 0;
    const newView = lookAgain(druid, namespace, { last: state.view, isBusy, askProgress })
      .then((view) => (state.view = view))
      .finally(() => {
        state.viewInProgress = null;
      });
    state.viewInProgress = { atMs: performance.now(), view: newView };
    return newView;
  };
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const [namespace, { view, queriedMs, isWatched, viewInProgress }] of states) {
      const wasQueried = nowMs - queriedMs < AFTER_QUERY_MS;
      const canLoseEvents = isWatched || (view !== null && view.onlyInTasks.length > 0);
      const isOld = nowMs - (view?.atMs ?? 0) > WATCH_MS;
      const isDue = wasQueried || (canLoseEvents && isOld);
      if (isDue && viewInProgress === null) void viewSince(namespace, nowMs).catch(() => null);
    }
  }, VIEW_AGE_MS / 2);
  timer.unref();
  const close = () => {
    clearInterval(timer);
  };
  return { stateOf, viewSince, close };
}
