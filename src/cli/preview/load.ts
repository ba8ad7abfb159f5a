import { nodeInputEffects } from '../../run/effects.ts';
import { InputError } from '../../errors.ts';
import type { InputEffects } from '../../inputs/effects.ts';
import { givenText, type RawInputs } from '../../inputs/raw.ts';
import { parseReports } from '../../inputs/reports.ts';
import type { ReportRequest } from '../../inputs/request.ts';
import { forFlags } from '../report.ts';
import { readResults } from './read-results.ts';
import { recordReads } from './recorded-reads.ts';
import type { Loaded, SessionOptions } from './session.ts';

/** Reads what was asked for and, where there is one, the results file; and which files that took. */
export async function load(raw: RawInputs, resultsPath: string | null): ReturnType<SessionOptions['load']> {
  const effects = recordReads(nodeInputEffects(false));
  const { reads } = effects;
  try {
    const results = resultsPath === null ? null : readResults(resultsPath, effects.readFile);
    const loaded: Loaded = { requests: await readRequests(unposted(raw, results !== null), effects), results };
    return { reads, loaded };
  } catch (error) {
    if (error instanceof InputError) return { reads, loaded: error };
    throw error;
  }
}

async function readRequests(raw: RawInputs, effects: InputEffects): Promise<readonly ReportRequest[]> {
  try {
    return await parseReports(raw, effects);
  } catch (error) {
    throw error instanceof InputError ? new InputError(error.problems.map(forFlags)) : error;
  }
}

/** Nothing is posted, and with saved results nothing is asked: what only that needs may be missing. */
function unposted(raw: RawInputs, isAnswered: boolean): RawInputs {
  const quiet = { ...raw, 'dry-run': 'true', 'github-token': '' };
  if (!isAnswered) return quiet;
  const namesNothing = (['config', 'insights', 'queries'] as const).every((name) => givenText(raw, name) === '');
  return { ...quiet, 'api-token': 'unused', ...(namesNothing ? { insights: UNUSED_ID } : {}) };
}

const UNUSED_ID = '00000000-0000-4000-8000-000000000000';
