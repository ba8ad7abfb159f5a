import { InputError } from '../../errors.ts';
import type { Destination, ReportRequest } from '../../inputs/request.ts';
import type { Results } from '../../results.ts';
import { type PageResult, type PreviewPage, renderPreviews } from './pages.ts';
import type { Reads } from './watch.ts';

/** What the page shows. `version` grows with every change. */
export interface PreviewState {
  readonly version: number;
  /** Where the results come from, for a person to read. */
  readonly source: string;
  readonly canAsk: boolean;
  readonly isAsking: boolean;
  /** What is wrong with the inputs or the results file, a line or more each. */
  readonly problems: readonly string[];
  readonly reports: readonly PreviewReport[];
}

/** One report; a page that could not be rendered again stays as it was, `error` beside it. */
export interface PreviewReport {
  readonly id: string;
  readonly title: string;
  readonly generatedAt: string;
  readonly pages: readonly {
    readonly destination: Destination;
    readonly page: PreviewPage | null;
    readonly error: string | null;
  }[];
}

/** What was read of the files: the requests and, where they come from a file, the results. */
export interface Loaded {
  readonly requests: readonly ReportRequest[];
  readonly results: readonly Results[] | null;
}

/** What a session takes from its surroundings. */
export interface SessionOptions {
  readonly source: string;
  /** Reads everything anew. Throws an `InputError`; what was read is told either way. */
  readonly load: () => Promise<{ readonly reads: Reads; readonly loaded: Loaded | InputError }>;
  /** Asks the service; null where the results come from a file. */
  readonly ask: ((request: ReportRequest) => Promise<Results>) | null;
}

/** A running preview. Its changes happen one after the other. */
export interface Session {
  readonly state: () => PreviewState;
  /** The files that the state was made of. */
  readonly reads: () => Reads;
  /** Reads the files anew, asks for what was not asked for before, and renders. */
  readonly refresh: () => Promise<void>;
  /** Asks the service again, for everything. */
  readonly askAgain: () => Promise<void>;
  /** Tells of every change until the function that it returns is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes a session that holds nothing yet. */
export function createSession({ source, load, ask }: SessionOptions): Session {
  const listeners = new Set<() => void>();
  const answers = new Map<string, Results>();
  let reads: Reads = new Map();
  let state: PreviewState = { version: 0, source, canAsk: ask !== null, isAsking: false, problems: [], reports: [] };
  const change = (changes: Partial<PreviewState>): void => {
    state = { ...state, ...changes, version: state.version + 1 };
    for (const listener of listeners) listener();
  };

  const answerTo = async (request: ReportRequest, by: NonNullable<typeof ask>): Promise<Results> => {
    const key = requestKey(request);
    const known = answers.get(key);
    if (known !== undefined) return known;
    if (!state.isAsking) change({ isAsking: true });
    const results = await by(request);
    answers.set(key, results);
    return results;
  };

  const show = async (): Promise<void> => {
    const read = await load();
    reads = read.reads;
    if (read.loaded instanceof InputError) {
      change({ problems: read.loaded.problems, isAsking: false });
      return;
    }
    const reports: PreviewReport[] = [];
    for (const { request, saved } of pairWithSaved(read.loaded)) {
      const results = saved ?? (ask === null ? null : await answerTo(request, ask));
      if (results === null) continue;
      const before = state.reports.find(({ id }) => id === results.reportId);
      reports.push(buildReport(results, await renderPreviews(results, request), before));
    }
    change({ problems: [], reports, isAsking: false });
  };

  const inTurn = createSerialQueue((error) => {
    change({ problems: [error instanceof Error ? error.message : String(error)], isAsking: false });
  });
  return {
    state: () => state,
    reads: () => reads,
    refresh: () => inTurn(show),
    askAgain: () =>
      inTurn(async () => {
        answers.clear();
        await show();
      }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What of a request the results depend on: templates and posting only come after them. */
function requestKey({ templates: _templates, posting: _posting, ...asked }: ReportRequest): string {
  return JSON.stringify(asked);
}

/** Saved results are shown as the report with their id is asked for, else as the first one. */
function pairWithSaved({
  requests,
  results,
}: Loaded): readonly { readonly request: ReportRequest; readonly saved: Results | null }[] {
  if (results === null) return requests.map((request) => ({ request, saved: null }));
  return results.flatMap((saved) => {
    const request = requests.find(({ reportId }) => reportId === saved.reportId) ?? requests[0];
    return request === undefined ? [] : [{ request, saved }];
  });
}

function buildReport(
  results: Results,
  outcomes: readonly PageResult[],
  before: PreviewReport | undefined,
): PreviewReport {
  const { reportId: id, title, generatedAt } = results;
  const pages = outcomes.map((outcome) => {
    const { destination } = outcome;
    if ('page' in outcome) return { destination, page: outcome.page, error: null };
    const last = before?.pages.find((each) => each.destination === destination)?.page ?? null;
    return { destination, page: last, error: outcome.error };
  });
  return { id, title, generatedAt, pages };
}

function createSerialQueue(failed: (error: unknown) => void): (task: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (task) => {
    last = last.then(task).catch(failed);
    return last;
  };
}
