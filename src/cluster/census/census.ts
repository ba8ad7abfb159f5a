// Druid answers a query although a server with some of the events is away. The census compares what is
// stored with what is served, so that the service refuses such an answer instead of giving a wrong number:
// 1. Before a query is sent, take a view of its namespace (what is stored, served and lost), at most a
//    second old.
// 2. Once it is answered, read the gaps that Druid itself noticed, and look whether what the view calls
//    served still is. If so, and nothing stored is missing, the answer is complete.
// 3. Otherwise take a new view, and refuse the answer unless that view has no gap either.
import { ClusterAwayError } from '../../service/errors.ts';
import { namesOf, type Stretch } from '../archive/stretches.ts';
import type { Druid } from '../druid.ts';
import { DruidError } from '../druid-error.ts';
import { overlaps } from './missing.ts';
import { ALWAYS, type NoticedGaps, readNoticedGaps, readStretch } from './noticed-gaps.ts';
import { isStillServed } from './still-served.ts';
import { findGaps, type View } from './view.ts';
import { keepViews, VIEW_AGE_MS, WATCH_MS } from './views.ts';

/** Proves that answers are complete, by what is stored and what Druid's servers serve. */
export interface Census {
  /**
   * To be called before a query is sent. The returned function takes the header `x-druid-response-context` of
   * the answer, and throws `ClusterAwayError` unless the answer is complete.
   */
  begin(namespace: string, intervals: readonly string[]): (context: string) => Promise<void>;
  /** Watches a namespace all the time, because events come in. */
  watch(namespace: string): void;
  /** Runs a task that stores segments. Until it has ended, no earlier view of the namespace is trusted. */
  during<T>(namespace: string, task: () => Promise<T>): Promise<T>;
  /** The times of a namespace whose events are not all served, as Druid writes them. */
  gaps(namespace: string): Promise<readonly string[]>;
  close(): void;
}

/** Makes a census. `isImporting` returns whether another process stores segments of a namespace. */
export function takeCensus(
  druid: Druid,
  isImporting: (namespace: string) => Promise<boolean> = () => Promise.resolve(false),
): Census {
  const { stateOf, viewSince, close } = keepViews(druid);
  return {
    begin: (namespace, intervals) => {
      const sentMs = performance.now();
      const queriedStretches = intervals.map(readStretch);
      const viewBefore = viewSince(namespace, sentMs - VIEW_AGE_MS).catch(() => null);
      stateOf(namespace).queriedMs = sentMs;
      const wasImporting = isImporting(namespace);

      /** Whether the view from before the query proves that its answer is complete. */
      const isProvenByViewBefore = async (noticed: NoticedGaps, answeredMs: number): Promise<boolean> => {
        if (!noticed.areAllNamed) return false;
        // While segments are being stored, no earlier view is trusted.
        const isLate = answeredMs - sentMs > VIEW_AGE_MS;
        if (stateOf(namespace).storingTasks > 0 || (await wasImporting)) return false;
        if (isLate && (await isImporting(namespace))) return false;
        const view = await viewBefore;
        if (view === null || missingIn(view, queriedStretches, noticed).length > 0) return false;
        return isStillServed(druid, namespace, view.served, queriedStretches);
      };

      return async (context) => {
        const answeredMs = performance.now();
        const noticed = readNoticedGaps(context);
        try {
          if (await isProvenByViewBefore(noticed, answeredMs)) return;
          const view = await viewSince(namespace, answeredMs);
          const missing = namesOf(missingIn(view, queriedStretches, noticed));
          if (missing.length === 0) return;
          const places = missing.slice(0, NAMED_PLACES).join(', ');
          const message = `Druid does not serve all events of ${namespace} in ${places}`;
          throw new ClusterAwayError(message, { problem: PARTIAL });
        } catch (error) {
          if (!(error instanceof DruidError) || error.status < 500) throw error;
          // A server stops or starts, so completeness is not proven.
          throw new ClusterAwayError(error.message, { cause: error, problem: PARTIAL });
        }
      };
    },
    watch: (namespace) => {
      stateOf(namespace).isWatched = true;
    },
    during: async (namespace, task) => {
      const state = stateOf(namespace);
      state.storingTasks++;
      try {
        return await task();
      } finally {
        state.storingTasks--;
      }
    },
    gaps: async (namespace) => {
      const view = await viewSince(namespace, performance.now() - WATCH_MS);
      return namesOf(findGaps(view, [ALWAYS]));
    },
    close,
  };
}

/**
 * The times whose events an answer may miss, by a view and by the gaps that Druid noticed while it answered:
 * a server that restarts is away for less than a second, which a view may not show.
 */
function missingIn(
  view: View,
  queriedStretches: readonly Stretch[],
  { gaps }: NoticedGaps,
): readonly Stretch[] {
  const gapsWithEvents = gaps.filter((gap) => view.stored.some((segment) => overlaps(segment, gap)));
  return [...findGaps(view, queriedStretches), ...gapsWithEvents];
}

const NAMED_PLACES = 10;
const PARTIAL = 'Not all events of the interval are loaded at the moment; try again in a few seconds.';
