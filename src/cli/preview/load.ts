// Reads for `preview` what a report is made from (inputs, config, templates, saved results), notes which
// files these were, and queries the service.
import { setTimeout as wait } from 'node:timers/promises';
import type { QueryService } from '../../report/client/client.ts';
import { InputError } from '../../text/errors.ts';
import { createDispatcher } from '../../http/dispatcher.ts';
import type { RawInputs } from '../../report/inputs/raw.ts';
import type { ReportRequest } from '../../report/inputs/request.ts';
import type { Log } from '../../text/log.ts';
import type { Results } from '../../report/results/results.ts';
import { nodeInputEffects, TEXT_LIMIT_BYTES } from '../../report/run/effects.ts';
import { runReport } from '../../report/run/reports.ts';
import { askOnce } from '../../report/run/service.ts';
import { ANY_INSIGHT, namesReports, readRequests } from '../requests.ts';
import { readResultsFile } from './results-file.ts';
import type { SessionOptions } from './session.ts';
import { recordReads } from './watch.ts';

/**
 * Reads the requests and, if there is one, the results file; also returns the files that were read. `inputs`
 * are those of an unposted run.
 */
export async function loadReports(
  inputs: RawInputs,
  resultsPath: string | null,
): ReturnType<SessionOptions['load']> {
  const effects = recordReads(nodeInputEffects());
  const { reads } = effects;
  try {
    const readResults = (path: string) =>
      effects.readFile(path, { limitBytes: TEXT_LIMIT_BYTES, isTyped: true });
    const results = resultsPath === null ? null : readResultsFile(resultsPath, readResults);
    const requests = await readRequests(results === null ? inputs : unaskedInputs(inputs), [], effects);
    return { reads, loaded: { requests, results } };
  } catch (error) {
    if (error instanceof InputError) return { reads, loaded: error };
    throw error;
  }
}

/** With saved results no service is queried, so the token and the insights may be missing. */
function unaskedInputs(inputs: RawInputs): RawInputs {
  return { ...inputs, 'api-token': 'unused', ...(namesReports(inputs) ? {} : { insights: ANY_INSIGHT }) };
}

/**
 * Returns a function that queries a service for a report's results, until `ending` is aborted: `service`, or
 * the request's over HTTP. Without `nowMs` the clock is the system's.
 */
export function askService(
  nowMs: number | null,
  log: Log,
  ending: AbortSignal,
  service?: QueryService,
): (request: ReportRequest) => Promise<Results> {
  return async (request) => {
    const effects = { nowMs: nowMs ?? Date.now(), log, run: null };
    if (service !== undefined) return runReport(request, { ...effects, service: askOnce(service) });
    const dispatcher = createDispatcher(new URL(request.service.url), process.env);
    const cut = () => void dispatcher.destroy();
    ending.addEventListener('abort', cut);
    const sleep = async (ms: number, signal: AbortSignal) => {
      await wait(ms, undefined, { signal: AbortSignal.any([signal, ending]) });
    };
    try {
      return await runReport(request, { ...effects, client: { dispatcher, sleep } });
    } finally {
      ending.removeEventListener('abort', cut);
      cut();
    }
  };
}
