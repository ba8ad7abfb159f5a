// The state of a running preview: loads, queries and renders, keeps the answers, and tells listeners of
// each change.
import { InputError, messageOf } from '../../text/errors.ts';
import { PAGE_DESTINATIONS, type PageDestination, type ReportRequest } from '../../report/inputs/request.ts';
import type { Results } from '../../report/results/results.ts';
import { createSerialQueue } from '../../service/memory/turns.ts';
import { type PageResult, renderPreviews } from './pages.ts';
import type { Reads } from './watch.ts';

/** What the page shows. `version` grows with every change. */
interface PreviewState {
  readonly version: number;
  /** Where the results come from, to be shown. */
  readonly source: string;
  readonly canAsk: boolean;
  readonly isAsking: boolean;
  /** What is wrong with the inputs or the results file, each in one or more lines. */
  readonly problems: readonly string[];
  readonly reports: readonly PreviewReport[];
}

/** One report. A page that could not be rendered again stays as it was, with the `error` beside it. */
type PreviewReport = Awaited<ReturnType<typeof previewReport>>;

/** What was read from the files: the requests and, if they are saved, the results. */
interface Loaded {
  readonly requests: readonly ReportRequest[];
  readonly results: readonly Results[] | null;
}

/** What a session takes from its surroundings. */
export interface SessionOptions {
  readonly source: string;
  /**
   * Reads everything again. An `InputError` is returned, so that the files that were read are known in any
   * case.
   */
  readonly load: () => Promise<{ readonly reads: Reads; readonly loaded: Loaded | InputError }>;
  /** Queries the service; null if the results come from a file. */
  readonly ask: ((request: ReportRequest) => Promise<Results>) | null;
}

/** A running preview. Its changes are made one at a time. */
export type Session = ReturnType<typeof createSession>;

/** Creates a session without any reports yet. */
export function createSession({ source, load, ask }: SessionOptions) {
  const listeners = new Set<() => void>();
  const answers = new Map<string, Results>();
  let reads: Reads = new Map();
  let state: PreviewState = {
    version: 0,
    source,
    canAsk: ask !== null,
    isAsking: false,
    problems: [],
    reports: [],
  };
  const change = (changes: Partial<PreviewState>) => {
    state = { ...state, ...changes, version: state.version + 1 };
    for (const listener of listeners) listener();
  };

  // The results of a request, which is sent once until `askAgain`; null if results come from a file.
  const answerTo = async (request: ReportRequest) => {
    const key = requestKey(request);
    const earlier = answers.get(key);
    if (earlier !== undefined || ask === null) return earlier ?? null;
    if (!state.isAsking) change({ isAsking: true });
    const results = await ask(request);
    answers.set(key, results);
    return results;
  };

  const show = async () => {
    const read = await load();
    reads = read.reads;
    if (read.loaded instanceof InputError) {
      // What was wrong with the templates before may be mended.
      const reports = state.reports.map((report) => ({
        ...report,
        pages: report.pages.map((page) => ({ ...page, error: null })),
      }));
      change({ problems: read.loaded.problems, reports, isAsking: false });
      return;
    }
    const reports = await previewAll(read.loaded, answerTo, state.reports);
    change({ problems: [], reports, isAsking: false });
  };

  const queue = createSerialQueue();
  const inTurn = (task: () => Promise<void>) =>
    queue(task).catch((error: unknown) => {
      change({ problems: [messageOf(error)], isAsking: false });
    });
  return {
    state: () => state,
    // The files that the state was made from.
    reads: () => reads,
    // Reads the files again, queries the service for what is new, and renders.
    refresh: () => inTurn(show),
    // Queries the service again for everything.
    askAgain: () =>
      inTurn(async () => {
        answers.clear();
        await show();
      }),
    // Calls the listener at every change, until the returned function is called.
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function previewAll(
  loaded: Loaded,
  answer: (request: ReportRequest) => Promise<Results | null>,
  shown: readonly PreviewReport[],
): Promise<readonly PreviewReport[]> {
  const reports: PreviewReport[] = [];
  for (const { request, saved } of pairWithSaved(loaded)) {
    const results = saved ?? (await answer(request));
    if (results === null) continue;
    const before = shown.find(({ id }) => id === results.reportId)?.pages ?? [];
    reports.push(await previewReport(results, request, before));
  }
  return reports;
}

async function previewReport(results: Results, request: ReportRequest, before: readonly PageResult[]) {
  const { reportId: id, title, generatedAt } = results;
  const pages = (await renderPreviews(results, request)).map((each) =>
    each.error === null
      ? each
      : { ...each, page: before.find(({ destination }) => destination === each.destination)?.page ?? null },
  );
  return { id, title, generatedAt, opensOn: opensOn(request), pages };
}

/** Equal for requests with the same results, which do not depend on templates and posting. */
function requestKey({ templates: _templates, posting: _posting, ...querying }: ReportRequest): string {
  return JSON.stringify(querying);
}

/** Saved results go with the request for the report of the same id, or else with the first request. */
function pairWithSaved({ requests, results }: Loaded) {
  if (results === null) return requests.map((request) => ({ request, saved: null }));
  return results.flatMap((saved) => {
    const request = requests.find(({ reportId }) => reportId === saved.reportId) ?? requests[0];
    return request === undefined ? [] : [{ request, saved }];
  });
}

function opensOn({ posting }: ReportRequest): PageDestination {
  const pages = posting.destinations.flatMap((each) => PAGE_DESTINATIONS.find((page) => page === each) ?? []);
  return pages[0] ?? 'summary';
}
