import { setTimeout as wait } from 'node:timers/promises';
import { createDispatcher } from '../../http/dispatcher.ts';
import type { ReportRequest } from '../../inputs/request.ts';
import type { Log } from '../../log.ts';
import { runReport } from '../../run/reports.ts';
import type { Results } from '../../results.ts';

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
