import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../../errors.ts';
import { createDispatcher } from '../../http/dispatcher.ts';
import type { InputEffects } from '../../inputs/effects.ts';
import { givenText, type RawInputs } from '../../inputs/raw.ts';
import { parseReports } from '../../inputs/parse-reports.ts';
import type { ReportRequest } from '../../inputs/request.ts';
import type { Log } from '../../log.ts';
import type { Results } from '../../results.ts';
import { nodeInputEffects } from '../../run/effects.ts';
import { runReport } from '../../run/reports.ts';
import { nameAsFlag } from '../commands/report.ts';
import { readResultsFile } from './results-file.ts';
import type { Loaded, SessionOptions } from './session.ts';
import { recordReads } from './watch.ts';

/** Reads what was asked for and, where there is one, the results file; and which files that took. */
export async function loadReports(raw: RawInputs, resultsPath: string | null): ReturnType<SessionOptions['load']> {
  const effects = recordReads(nodeInputEffects(false));
  const { reads } = effects;
  try {
    const results = resultsPath === null ? null : readResultsFile(resultsPath, effects.readFile);
    const loaded: Loaded = {
      requests: await readLoadedRequests(withoutPosting(raw, results !== null), effects),
      results,
    };
    return { reads, loaded };
  } catch (error) {
    if (error instanceof InputError) return { reads, loaded: error };
    throw error;
  }
}

async function readLoadedRequests(raw: RawInputs, effects: InputEffects): Promise<readonly ReportRequest[]> {
  try {
    return await parseReports(raw, effects);
  } catch (error) {
    throw error instanceof InputError ? new InputError(error.problems.map(nameAsFlag)) : error;
  }
}

/** Nothing is posted, and with saved results nothing is asked: what only that needs may be missing. */
function withoutPosting(raw: RawInputs, isAnswered: boolean): RawInputs {
  const quiet = { ...raw, 'dry-run': 'true', 'github-token': '' };
  if (!isAnswered) return quiet;
  const namesNothing = (['config', 'insights', 'queries'] as const).every((name) => givenText(raw, name) === '');
  return { ...quiet, 'api-token': 'unused', ...(namesNothing ? { insights: UNUSED_ID } : {}) };
}

const UNUSED_ID = '00000000-0000-4000-8000-000000000000';

/** Makes what asks the service for a report's results; `ending` cuts what is being asked. `nowMs` null: by the clock. */
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
