import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../../errors.ts';
import { createDispatcher } from '../../http/dispatcher.ts';
import type { RawInputs } from '../../inputs/raw.ts';
import type { ReportRequest } from '../../inputs/request.ts';
import type { Log } from '../../log.ts';
import type { Results } from '../../results.ts';
import { nodeInputEffects } from '../../run/effects.ts';
import { runReport } from '../../run/reports.ts';
import { namesReports, readRequests } from '../requests.ts';
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
  const effects = recordReads(nodeInputEffects(false, false));
  const { reads } = effects;
  try {
    const results = resultsPath === null ? null : readResultsFile(resultsPath, effects.readFile);
    const requests = await readRequests(results === null ? inputs : unaskedInputs(inputs), [], effects);
    return { reads, loaded: { requests, results } };
  } catch (error) {
    if (error instanceof InputError) return { reads, loaded: error };
    throw error;
  }
}

/** With saved results no service is asked, so the token and the insights may be missing. */
function unaskedInputs(inputs: RawInputs): RawInputs {
  return { ...inputs, 'api-token': 'unused', ...(namesReports(inputs) ? {} : { insights: UNUSED_ID }) };
}

const UNUSED_ID = '00000000-0000-4000-8000-000000000000';

/**
 * Returns a function that asks the service for a report's results, until `ending` is aborted. Without `nowMs`
 * the clock is the system's.
 */
export function askService(
  nowMs: number | null,
  log: Log,
  ending: AbortSignal,
): (request: ReportRequest) => Promise<Results> {
  return async (request) => {
    const dispatcher = await createDispatcher(new URL(request.service.url), process.env);
    const cut = (): void => void dispatcher.destroy();
    ending.addEventListener('abort', cut);
    const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
      await wait(ms, undefined, { signal: AbortSignal.any([signal, ending]) });
    };
    try {
      const client = { dispatcher, sleep };
      return await runReport(request, { nowMs: nowMs ?? Date.now(), log, run: null, client });
    } finally {
      ending.removeEventListener('abort', cut);
      cut();
    }
  };
}
