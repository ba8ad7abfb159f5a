// What raising the demo app's minimum from iOS 15 to 16 costs: the section on minimums of the demo's
// report.
import { countRaises } from '../../code/minimums/counting/audience.ts';
import type { Files } from '../../code/minimums/reading/files.ts';
import { findRaises } from '../../code/minimums/reading/raises.ts';
import type { ReportRequest } from '../../report/inputs/request.ts';
import type { Minimums } from '../../report/results/results.ts';
import { atMoment } from '../../report/run/prepare-query.ts';
import { createService } from '../../report/run/service.ts';
import { silentLog } from '../../text/log.ts';
import { APP_ID } from './events.ts';

const PODFILE = 'ios/Podfile';

/** What a pull request costs that raises the invented app's minimum from iOS 15 to 16. */
export async function demoMinimums(request: ReportRequest, nowMs: number): Promise<Minimums | null> {
  if (request.minimums == null) return null;
  const change = { before: podfile('15.0'), after: podfile('16.0'), changed: new Set([PODFILE]) };
  const service = createService(request, { log: silentLog });
  const audience = { interval: request.minimums.interval, requestedApp: null, ofInsights: APP_ID };
  return countRaises(
    await findRaises(change),
    audience,
    async (query) => (await service.runQuery(atMoment(query, nowMs))).result,
  );
}

function podfile(version: string): Files {
  const text = `target 'Tidewater' do\n  platform :ios, '${version}'\n  pod 'TelemetryDeck'\nend\n`;
  return { paths: [PODFILE], read: (path) => Promise.resolve(path === PODFILE ? text : null) };
}
